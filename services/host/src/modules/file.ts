/** Files: uploads of visitors, the team and the dashboard. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { fileEndpoints } from '@parley/contracts/file/endpoints.ts'
import { conversation, subjectOf } from '@parley/conversation/conversation.decider.ts'
import type { VisitorFile } from '@parley/conversation/visiting/visitor-files.ts'
import { createAgentPictures } from '@parley/file/agent-pictures.ts'
import { deleteFilesPolicy, sweepTemporaryFiles } from '@parley/file/delete-files.policy.ts'
import { conversationOwner, fileHandlers, withFileAddresses } from '@parley/file/file.handlers.ts'
import { createFileAddresses } from '@parley/file/file-address.ts'
import { createKeptFiles } from '@parley/file/kept-files.ts'
import { createSharedDrafts } from '@parley/file/shared-drafts.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import type { RegionScope } from './module.ts'
import type { Ports } from './ports.ts'

export type FilePorts = {
  /** The file block for a file of a conversation; undefined if there is no such file. */
  about(
    tenant: string,
    conversationId: string,
    fileId: string,
  ): Promise<{ name: string; mimeType: string; size: number } | undefined>
  /** Keeps a file of a conversation. Refuses with `not-found` if the conversation's key is erased. */
  keep(
    of: { tenant: string; conversationId: string; fileId: string },
    file: { name: string; bytes: Buffer },
  ): Promise<{ ok: true; file: VisitorFile } | { ok: false; rejection: Rejection }>
  /** Returns messages whose file blocks have addresses that are valid for an hour. */
  withAddresses(tenant: string, conversationId: string, messages: readonly MessageView[]): MessageView[]
}

const HOUR_MS = 3_600_000

export const fileModule = defineModule({
  name: 'file',
  endpoints: fileEndpoints,

  start({ config, engines, ports }: RegionScope) {
    const { region, fileStore: store, keyring, commands } = engines
    const files = createKeptFiles({ store, keyring, storageOf: (tenant) => ports.quotas.of(tenant).storage })
    const addresses = createFileAddresses(region, config.masterKey)
    return {
      handlers: fileHandlers({
        files,
        addresses,
        publicUrl: config.PUBLIC_URL?.replace(/\/$/, ''),
        newId: () => randomText(20),
        async subjectOf(tenant, agentId, conversationId) {
          const state = (await commands.load(conversation, conversationId, tenant))?.state
          if (state?.started?.agentId !== agentId || state.deleted) return undefined
          return subjectOf(state.started)
        },
        acceptsUploads: async (tenant, agentId) =>
          (await ports.agents.document(tenant, agentId))?.acceptFileUpload === true,
        isMember: (tenant, userId) => ports.workspaces.isMember(tenant, userId),
        fetch: createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES }),
      }),
      policies: [deleteFilesPolicy({ store })],
      jobs: {
        'temporary-files': { everyMs: HOUR_MS, work: () => sweepTemporaryFiles(store, new Date()) },
      },
      provides: {
        files: {
          about: (tenant, conversationId, fileId) =>
            files.about({ tenant, owner: conversationOwner(conversationId), id: fileId }),
          async keep({ tenant, conversationId, fileId }, file) {
            const key = { tenant, owner: conversationOwner(conversationId), id: fileId }
            const kept = await files.keep(key, subjectOf({ conversationId }), file)
            return kept.ok ? { ok: true, file: { fileId, ...kept.about } } : kept
          },
          withAddresses: (tenant, conversationId, messages) =>
            withFileAddresses(addresses, tenant, conversationId, messages),
        },
        sharedDrafts: createSharedDrafts({ store, keyring }),
        pictures: createAgentPictures({ files, addresses, publicUrl: config.publicUrl }),
      } satisfies Partial<Ports>,
    }
  },
})
