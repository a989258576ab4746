/**
 * Sealed texts of a tenant that many events have alike. Each is stored once, in the file store, under a name that follows from its
 * key and text: whoever lacks the key learns nothing from the name. The texts used last are also kept in memory, since
 * whoever lists conversations opens the same text for each of them.
 */
import { createHmac, type KeyObject } from 'node:crypto'
import { ERASED } from '@parley/contracts/message.ts'
import type { FileOwner, FileStore } from '../files/file-store.ts'
import { createByteCache } from '../limits/byte-cache.ts'

/** Of memory, for all tenants and for one of them. */
const MAX_BYTES = 8_000_000
const MAX_BYTES_OF_TENANT = 2_000_000

export type SharedTexts = {
  /** Stores a text unless it is stored already. Returns the id of its file. */
  put(owner: FileOwner, key: KeyObject, text: string, seal: () => Buffer): Promise<string>
  /** Returns a text; undefined if there is no such file, `ERASED` if `open` can't open it. */
  get(owner: FileOwner, id: string, open: (sealed: Buffer) => string | undefined): Promise<string | undefined>
  /** Empties the memory. Must be called when a tenant's key is erased. */
  evictAll(): void
}

export function createSharedTexts(files: FileStore): SharedTexts {
  const texts = createByteCache<string>({
    maxBytes: MAX_BYTES,
    shareOf: () => MAX_BYTES_OF_TENANT,
    sizeOf: (text, place) => 2 * (text.length + place.length),
  })
  const placeOf = ({ tenant, owner }: FileOwner, id: string) => `${tenant}/${owner}/${id}`

  return {
    async put(owner, key, text, seal) {
      const id = createHmac('sha256', key).update('parley shared text').update(text).digest('base64url')
      const place = placeOf(owner, id)
      if (texts.get(place) !== undefined) return id
      await files.put({ ...owner, id }, { about: '', bytes: seal() })
      texts.set(place, text, owner.tenant)
      return id
    },

    async get(owner, id, open) {
      const place = placeOf(owner, id)
      const known = texts.get(place)
      if (known !== undefined) return known
      const file = await files.get({ ...owner, id })
      if (!file) return undefined
      const text = open(file.bytes)
      if (text !== undefined) texts.set(place, text, owner.tenant)
      return text ?? ERASED
    },

    evictAll: () => texts.clear(),
  }
}
