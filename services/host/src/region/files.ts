/** Composes the files of a region: what visitors, the team and the dashboard upload. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { conversation, subjectOf } from '@parley/conversation/conversation.decider.ts'
import { deleteFilesPolicy, sweepTemporaryFiles } from '@parley/file/delete-files.policy.ts'
import { conversationOwner, fileHandlers, withFileAddresses } from '@parley/file/file.handlers.ts'
import { createFileAddresses } from '@parley/file/file-address.ts'
import { createKeptFiles } from '@parley/file/kept-files.ts'
import { createSharedDrafts } from '@parley/file/shared-drafts.ts'
import type { AnyPolicy } from '@parley/kernel/policy.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import type { Config } from '../config.ts'
import type { Quotas } from '../quotas/quotas.ts'
import type { RegionEngines } from '../region.ts'

export type Files = ReturnType<typeof composeFiles>

export type FileOptions = {
  config: Config
  engines: RegionEngines
  quotas: Quotas
  document(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  isMember(tenant: string, userId: string): Promise<boolean>
}

export function composeFiles({ config, engines, document, isMember, quotas }: FileOptions) {
  const { region, fileStore: store, keyring, commands } = engines
  const files = createKeptFiles({ store, keyring, storageOf: (tenant) => quotas.of(tenant).storage })
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
      acceptsUploads: async (tenant, agentId) => (await document(tenant, agentId))?.acceptFileUpload === true,
      isMember,
      fetch: createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES }),
    }),
    policies: [deleteFilesPolicy({ store })] satisfies AnyPolicy[],
    /** What a file of a conversation is, for whoever says it in a message; undefined where there is none. */
    about: (tenant: string, conversationId: string, fileId: string) =>
      files.about({ tenant, owner: conversationOwner(conversationId), id: fileId }),
    /** Messages with addresses in their file blocks that open for an hour. */
    withAddresses: (tenant: string, conversationId: string, messages: readonly MessageView[]) =>
      withFileAddresses(addresses, tenant, conversationId, messages),
    drafts: createSharedDrafts({ store, keyring }),
    /** Removes temporary files whose day is over. */
    sweep: () => sweepTemporaryFiles(store, new Date()),
  }
}
