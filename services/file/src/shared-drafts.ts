/** Drafts of test panels, stored as temporary files for at least a day, sealed under the key of their conversation. */
import { conversationSubject } from '@parley/contracts/message.ts'
import type { FileStore } from '@parley/kernel/files/file-store.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { temporaryOwner } from './file.handlers.ts'

const DAY_MS = 86_400_000

export function createSharedDrafts({
  store,
  keyring,
  now = Date.now,
}: {
  store: Pick<FileStore, 'put' | 'get'>
  keyring: Keyring
  now?: () => number
}) {
  return {
    /** Stores the draft; an existing one of the conversation is kept. */
    async put(tenant: string, conversationId: string, json: string): Promise<void> {
      const sealedBy = { tenant, subject: conversationSubject(conversationId) }
      await keyring.prepare(tenant, [sealedBy.subject])
      const bytes = keyring.sealBytes(sealedBy, Buffer.from(json))
      const owner = temporaryOwner(new Date(now()))
      if (bytes) await store.put({ tenant, owner, id: conversationId }, { about: '', bytes })
    },

    /** Undefined if there is none, or its conversation was erased. */
    async get(tenant: string, conversationId: string): Promise<string | undefined> {
      const days = [now(), now() - DAY_MS].map((at) => temporaryOwner(new Date(at)))
      for (const owner of days) {
        const file = await store.get({ tenant, owner, id: conversationId })
        if (!file) continue
        const bytes = await keyring.openBytes(
          { tenant, subject: conversationSubject(conversationId) },
          file.bytes,
        )
        return bytes?.toString()
      }
      return undefined
    },
  }
}
