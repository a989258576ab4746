/** A chained log of November 2026 in memory, for tests of anchors: events are appended by day. */
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { encode } from '@parley/kernel/log/recorded-event.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'

export type DailyLog = {
  eventStore: EventStore
  state: ReadStore
  /** Appends an event on a day. */
  append(tenant: string, stream: string, day: number): Promise<void>
  close(): Promise<void>
}

export const at = (day: number): Date => new Date(Date.UTC(2026, 10, day, 12))

export async function openDailyLog(): Promise<DailyLog> {
  const eventStore = await openSqliteEventStore({ file: ':memory:' })
  const state = await openSqliteReadStore({ file: ':memory:' })
  const heads = new Map<string, { revision: number; previousHash: string }>()
  return {
    eventStore,
    state,
    async append(tenant, stream, day) {
      const { revision, previousHash } = heads.get(stream) ?? { revision: 0, previousHash: '' }
      const cause = { via: 'system', command: `${stream}-${revision}`, correlation: '' } as never
      const { event, hash } = encode(
        { type: 'Happened', data: { revision } },
        { stream, revision, previousHash },
        { tenant, actor: { kind: 'system', id: 'test' }, cause, at: at(day).toISOString(), version: 1 },
      )
      await eventStore.append(stream, revision === 0 ? 'none' : revision - 1, [event])
      heads.set(stream, { revision: revision + 1, previousHash: hash })
    },
    async close() {
      await eventStore.close()
      await state.close()
    },
  }
}
