/** Files: uploads of visitors, the team and the dashboard. */

import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { fileEndpoints } from '@parley/contracts/file/endpoints.ts'
import { conversationSubject } from '@parley/contracts/message.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { type AllowedAddresses, createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { createAgencyIcons } from './agency-icons.ts'
import { createAgentPictures } from './agent-pictures.ts'
import { deleteFilesPolicy, sweepTemporaryFiles } from './delete-files.policy.ts'
import { conversationOwner, type FileDeps, fileHandlers, withFileAddresses } from './file.handlers.ts'
import { createFileAddresses } from './file-address.ts'
import { acceptedType } from './file-content.ts'
import { createKeptFiles } from './kept-files.ts'
import { createSharedDrafts } from './shared-drafts.ts'
import { createTemporaryFiles } from './temporary-files.ts'

type Needs = {
  agents: {
    document(tenant: string, agentId: string): Promise<{ acceptFileUpload?: boolean | undefined } | undefined>
  }
  conversations: {
    subjectOf: FileDeps['subjectOf']
    isTest(tenant: string, conversationId: string): Promise<boolean>
  }
  workspaces: { isMember: FileDeps['isMember'] }
  quotas: { of(tenant: string): Promise<{ storage: number }> }
}
type Settings = {
  masterKey: Buffer
  publicUrl: string
  PUBLIC_URL?: string | undefined
  ALLOW_PRIVATE_ADDRESSES: AllowedAddresses
}

type About = { name: string; mimeType: string; size: number }
type OpenedFile = About & { bytes: Buffer }
type Provides = {
  files: {
    /** The MIME type of a file, if its bytes and its name agree on one that people may send. */
    typeOf(name: string, bytes: Buffer): string | undefined
    /** What a file block says of a file of a conversation; undefined if there is no such file. */
    about(tenant: string, conversationId: string, fileId: string): Promise<About | undefined>
    /** Keeps a file of a conversation. Refuses with `not-found` if the conversation's key is erased. */
    keep(
      of: { tenant: string; conversationId: string; fileId: string },
      file: { name: string; bytes: Buffer },
    ): Promise<{ ok: true; file: About & { fileId: string } } | { ok: false; rejection: Rejection }>
    /** The file itself; undefined if it is gone or its key is erased. */
    open(tenant: string, conversationId: string, fileId: string): Promise<OpenedFile | undefined>
    /** An address outside the dashboard and the chat, such as in a mail: whoever has it may open the file until then. */
    linkTo(
      tenant: string,
      conversationId: string,
      file: { fileId: string; name: string },
      until: Date,
    ): string
    /** Returns messages whose file blocks have addresses that are valid for an hour. */
    withAddresses(tenant: string, conversationId: string, messages: readonly MessageView[]): MessageView[]
  }
}

const HOUR_MS = 3_600_000

export const fileModule = defineModule({
  name: 'file',
  endpoints: fileEndpoints,

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { region, fileStore: store, keyring } = engines
    const { agents, conversations, quotas, workspaces } = ports
    const files = createKeptFiles({
      store,
      keyring,
      storageOf: async (tenant) => (await quotas.of(tenant)).storage,
    })
    const addresses = createFileAddresses(region, config.masterKey)
    return {
      handlers: fileHandlers({
        files,
        addresses,
        publicUrl: config.PUBLIC_URL?.replace(/\/$/, ''),
        newId: () => randomText(20),
        subjectOf: conversations.subjectOf,
        // The simulator of channels sends voice notes, which come in there whatever the agent's chat takes.
        acceptsUploads: async (tenant, agentId, conversationId) =>
          (await agents.document(tenant, agentId))?.acceptFileUpload === true ||
          (await conversations.isTest(tenant, conversationId)),
        isMember: workspaces.isMember,
        fetch: createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES }),
      }),
      policies: [deleteFilesPolicy({ store })],
      jobs: {
        'temporary-files': { everyMs: HOUR_MS, work: () => sweepTemporaryFiles(store, new Date()) },
      },
      provides: {
        files: {
          typeOf: acceptedType,
          about: (tenant, conversationId, fileId) =>
            files.about({ tenant, owner: conversationOwner(conversationId), id: fileId }),
          async keep({ tenant, conversationId, fileId }, file) {
            const key = { tenant, owner: conversationOwner(conversationId), id: fileId }
            const kept = await files.keep(key, conversationSubject(conversationId), file)
            return kept.ok ? { ok: true, file: { fileId, ...kept.about } } : kept
          },
          open: (tenant, conversationId, fileId) =>
            files.open({ tenant, owner: conversationOwner(conversationId), id: fileId }),
          linkTo(tenant, conversationId, { fileId, name }, until) {
            const key = { tenant, owner: conversationOwner(conversationId), id: fileId }
            return `${config.publicUrl}${addresses.issue(key, name, until)}`
          },
          withAddresses: (tenant, conversationId, messages) =>
            withFileAddresses(addresses, tenant, conversationId, messages),
        } satisfies Provides['files'],
        /** The drafts of test panels, kept for a day. */
        sharedDrafts: { ...createSharedDrafts({ store, keyring }), hasRoom: files.hasRoom },
        /** Files that are kept for a day, such as snapshots. */
        temporaryFiles: createTemporaryFiles({ store, keyring, hasRoom: files.hasRoom }),
        /** The pictures in documents of agents. */
        pictures: createAgentPictures({ files, addresses, publicUrl: config.publicUrl }),
        /** The logos, icons and fonts of agencies. */
        icons: createAgencyIcons({ files, addresses }),
      },
    }
  },
})
