/**
 * When each access token was last used, to the hour: in the shared state and not in the event log, since it decides nothing
 * and no use is worth an event. A process writes a token at most once an hour.
 */
import { declareOnce, type ReadStore } from '@parley/kernel/read-models/read-store.ts'

export type TokenUses = {
  /** Notes a use, at most once an hour. Never fails. */
  note(tenant: string, tokenId: string): Promise<void>
  /** The last use of each token that has one (ISO 8601). */
  of(tenant: string, tokenIds: readonly string[]): Promise<Map<string, string>>
  /** Removes those of an erased workspace. */
  forget(tenant: string): Promise<void>
}

const COLLECTION = 'access_token_uses'
const spec = { name: COLLECTION, indexes: {} } as const
const HOUR_MS = 3_600_000

export function createTokenUses(state: ReadStore): TokenUses {
  const declare = declareOnce(state, spec)
  let hour = 0
  // bounded: emptied each hour, by which it has the tokens that were used in one
  let noted = new Set<string>()

  return {
    async note(tenant, tokenId) {
      const at = Date.now()
      const present = Math.floor(at / HOUR_MS)
      if (present !== hour) {
        hour = present
        noted = new Set()
      }
      if (noted.has(tokenId)) return
      noted.add(tokenId)
      const document = { usedAt: new Date(at).toISOString() }
      // The hour as the position: what another process wrote in the same one stays.
      const write = { collection: COLLECTION, tenant, id: tokenId, document, position: present }
      try {
        await declare()
        await state.commit({ checkpoint: COLLECTION, position: present, writes: [write] })
      } catch {
        noted.delete(tokenId)
      }
    },

    async of(tenant, tokenIds) {
      await declare()
      const keys = tokenIds.map((id) => ({ tenant, id }))
      const found = await state.getMany(COLLECTION, keys)
      return new Map(
        found.flatMap((entry, nth) => {
          const id = tokenIds[nth]
          return entry?.document && id !== undefined ? [[id, String(entry.document.usedAt)] as const] : []
        }),
      )
    },

    async forget(tenant) {
      await declare()
      await state.removeTenant(COLLECTION, tenant)
    },
  }
}
