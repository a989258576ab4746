/** Which channels were connected by the operator's app, and by which of Meta's people: what Meta tells of them names no workspace. */
import type { Document } from '@parley/kernel/read-models/read-store.ts'
import { declareOnce, PUBLIC, type ReadStore } from '@parley/kernel/read-models/read-store.ts'

export type AppChannel = { tenant: string; channelId: string }
export type AppChannels = {
  note(channel: AppChannel, userId: string): Promise<void>
  /** Those that a person connected. */
  ofUser(userId: string): Promise<AppChannel[]>
  all(): AsyncGenerator<AppChannel>
}

const COLLECTION = 'meta-app-channels'
const PAGE = 500

export function createAppChannels(state: ReadStore, now: () => number = Date.now): AppChannels {
  const declare = declareOnce(state, { name: COLLECTION, indexes: { byUser: ['userId'] } })

  return {
    async note({ tenant, channelId }, userId) {
      await declare()
      const document = { tenant, userId }
      const position = now()
      const writes = [{ collection: COLLECTION, tenant: PUBLIC, id: channelId, document, position }]
      await state.commit({ checkpoint: COLLECTION, position, writes })
    },

    async ofUser(userId) {
      const found: AppChannel[] = []
      for await (const one of pages({ userId })) found.push(one)
      return found
    },

    all: () => pages(),
  }

  async function* pages(where: Record<string, string> = {}): AsyncGenerator<AppChannel> {
    await declare()
    let cursor: string | undefined
    do {
      const found = await state.find(COLLECTION, PUBLIC, {
        ...{ index: 'byUser', where, limit: PAGE },
        ...(cursor === undefined ? {} : { cursor }),
      })
      for (const { id, document } of found.items) yield { tenant: tenantIn(document), channelId: id }
      cursor = found.next
    } while (cursor !== undefined)
  }
}

const tenantIn = (document: Document) => String(document.tenant)
