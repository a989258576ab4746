/** Files of a tenant that are kept until the end of the next day (UTC), sealed under its key. */
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { FileStore } from '@parley/kernel/files/file-store.ts'
import { type Keyring, tenantSubject } from '@parley/kernel/sealing/sealing.ts'
import { temporaryOwner } from './file.handlers.ts'
import { type KeptFiles, storageLimitReached } from './kept-files.ts'

const DAY_MS = 86_400_000

export function createTemporaryFiles({
  store,
  keyring,
  hasRoom,
  now = Date.now,
}: Pick<KeptFiles, 'hasRoom'> & {
  store: Pick<FileStore, 'put' | 'get' | 'about'>
  keyring: Keyring
  now?: () => number
}) {
  return {
    /**
     * Stores a file; an existing one of the same id is kept. Refuses with `storage-limit-reached`. `availableUntil`:
     * milliseconds.
     */
    async keep(
      { tenant, id }: { tenant: string; id: string },
      bytes: Buffer,
    ): Promise<{ ok: true; availableUntil: number } | { ok: false; rejection: Rejection }> {
      if (!(await hasRoom(tenant, bytes.length))) return storageLimitReached
      const owner = { tenant, subject: tenantSubject(tenant) }
      await keyring.prepare(tenant, [owner.subject])
      const sealed = keyring.sealBytes(owner, bytes)
      if (!sealed) return storageLimitReached
      const at = now()
      await store.put({ tenant, owner: temporaryOwner(new Date(at)), id }, { about: '', bytes: sealed })
      return { ok: true, availableUntil: (Math.floor(at / DAY_MS) + 2) * DAY_MS }
    },

    /** Until when a file is kept (milliseconds); undefined if there is none any more. */
    async keptUntil({ tenant, id }: { tenant: string; id: string }): Promise<number | undefined> {
      for (const at of [now(), now() - DAY_MS])
        if ((await store.about({ tenant, owner: temporaryOwner(new Date(at)), id })) !== undefined)
          return (Math.floor(at / DAY_MS) + 2) * DAY_MS
      return undefined
    },

    /** Undefined if there is none any more. */
    async open({ tenant, id }: { tenant: string; id: string }): Promise<Buffer | undefined> {
      for (const at of [now(), now() - DAY_MS]) {
        const file = await store.get({ tenant, owner: temporaryOwner(new Date(at)), id })
        if (file) return keyring.openBytes({ tenant, subject: tenantSubject(tenant) }, file.bytes)
      }
      return undefined
    },
  }
}
