/**
 * What was read of websites that users gave, read one after the other for each tenant and remembered for a while: whoever
 * reloads a page while a site is read gets the result of the same reading. Bounded in bytes, shared between tenants.
 */
import { createByteCache } from '../limits/byte-cache.ts'
import { createFairQueue } from '../limits/fair-queue.ts'

export type RememberedWebsites<Read> = { of(tenant: string, website: string): Promise<Read> }

type Remembered<Read> = { until: number; read: Read }

const REMEMBERED_MS = 10 * 60_000
/** A site that could not be read may be back after the owner looked. */
const FAULT_REMEMBERED_MS = 5_000
const REMEMBERED_BYTES = 24_000_000
const READINGS = 6
const READINGS_OF_TENANT = 2

export function rememberWebsites<Read extends { ok: boolean }>(
  read: (tenant: string, website: string) => Promise<Read>,
  now: () => number = Date.now,
): RememberedWebsites<Read> {
  const queue = createFairQueue({ slots: { small: READINGS }, perTenant: { small: READINGS_OF_TENANT } })
  const remembered = createByteCache<Remembered<Read>>({
    maxBytes: REMEMBERED_BYTES,
    shareOf: () => REMEMBERED_BYTES / 6,
    sizeOf: (entry, key) => JSON.stringify(entry).length + key.length,
  })
  const reading = new Map<string, Promise<Read>>()

  return {
    of(tenant, website) {
      const key = `${tenant}\n${website}`
      const known = remembered.get(key)
      if (known && known.until > now()) return Promise.resolve(known.read)
      const begun = reading.get(key)
      if (begun) return begun
      const work = queue
        .run({ tenant }, () => read(tenant, website))
        .then((found) => {
          const until = now() + (found.ok ? REMEMBERED_MS : FAULT_REMEMBERED_MS)
          remembered.set(key, { until, read: found }, tenant)
          return found
        })
        .finally(() => reading.delete(key))
      reading.set(key, work)
      return work
    },
  }
}
