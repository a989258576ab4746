/**
 * Events that a policy failed to react to, stored in the shared state with the last error until an operator retries or
 * drops them. The event's data is not copied; it is read from the log.
 */
import type { StoredEvent } from '../log/event-store.ts'
import type { Metadata } from '../log/recorded-event.ts'
import { type Document, declareOnce, PUBLIC, type ReadStore } from '../read-models/read-store.ts'
import { faultLine } from '../running/fault-line.ts'

export type ParkedEvent = {
  /** `<policy>.<event id>`. */
  id: string
  tenant: string
  policy: string
  /** `stopped`: the policy does not continue until an operator decides. */
  state: 'parked' | 'stopped'
  event: string
  type: string
  stream: string
  revision: number
  /** Attempts in total, and the last error in one line without secrets. */
  attempts: number
  error: string
  /** When it was first parked and last tried (ISO 8601). */
  since: string
  at: string
  /** What an operator requested and is not done yet. */
  wanted: '' | 'retry' | 'drop'
}

export type ParkedEvents = {
  /** Stores an event with its error, or updates the attempts and the error of a parked one. */
  park(
    policy: string,
    event: StoredEvent,
    error: unknown,
    how: Pick<ParkedEvent, 'state' | 'attempts'>,
  ): Promise<void>
  /** Returns parked events of all tenants, oldest first. `wanted` filters only together with `policy`. */
  list(options?: { policy?: string; wanted?: ParkedEvent['wanted']; limit?: number }): Promise<ParkedEvent[]>
  get(id: string): Promise<ParkedEvent | undefined>
  /** Requests that the policy tries it again; false if there is none. */
  retry(id: string): Promise<boolean>
  /** Gives it up; a policy stopped at it continues after it. Returns false if there is none. */
  drop(id: string): Promise<boolean>
  /** Removes a parked event that was reacted to or dropped. */
  settle(id: string): Promise<void>
  /** Returns how many there are, by policy. */
  counts(): Promise<Map<string, number>>
}

const COLLECTION = 'parked-events'
const spec = {
  name: COLLECTION,
  indexes: { bySince: ['since'], byPolicy: ['policy', 'wanted', 'since'] },
} as const
const PAGE = 1_000

export const parkedId = (policy: string, eventId: string): string => `${policy}.${eventId}`

export function createParkedEvents(state: ReadStore, now: () => number = Date.now): ParkedEvents {
  const declare = declareOnce(state, spec)

  return {
    async park(policy, event, error, { state: how, attempts }) {
      const id = parkedId(policy, event.id)
      const { tenant }: Metadata = JSON.parse(event.metadata)
      const before = await read(id)
      const at = new Date(now()).toISOString()
      const { type, stream, revision } = event
      await write(id, {
        tenant,
        policy,
        state: how,
        event: event.id,
        type,
        stream,
        revision,
        attempts: (before?.attempts ?? 0) + attempts,
        error: faultLine(error),
        since: before?.since ?? at,
        at,
        wanted: '',
      })
    },

    async list({ policy, wanted, limit = 100 } = {}) {
      await declare()
      const index = policy === undefined ? 'bySince' : 'byPolicy'
      const where = policy === undefined ? {} : { policy, ...(wanted === undefined ? {} : { wanted }) }
      const { items } = await state.find(COLLECTION, PUBLIC, { index, where, limit })
      return items.map(({ id, document }) => parkedIn(id, document))
    },

    get: read,

    async retry(id) {
      return want(id, 'retry')
    },

    async drop(id) {
      const found = await read(id)
      if (found?.state === 'stopped') return want(id, 'drop')
      if (found) await write(id, undefined)
      return found !== undefined
    },

    async settle(id) {
      if (await read(id)) await write(id, undefined)
    },

    async counts() {
      await declare()
      const counts = new Map<string, number>()
      for (let cursor: string | undefined; ; ) {
        const page = await state.find(COLLECTION, PUBLIC, { index: 'bySince', limit: PAGE, cursor })
        for (const { document } of page.items)
          counts.set(String(document.policy), (counts.get(String(document.policy)) ?? 0) + 1)
        cursor = page.next
        if (cursor === undefined) return counts
      }
    },
  }

  async function want(id: string, wanted: 'retry' | 'drop'): Promise<boolean> {
    const found = await read(id)
    if (!found) return false
    const { id: _, ...document } = found
    await write(id, { ...document, wanted })
    return true
  }

  async function read(id: string): Promise<ParkedEvent | undefined> {
    await declare()
    const document = (await state.get(COLLECTION, PUBLIC, id))?.document
    return document && parkedIn(id, document)
  }

  async function write(id: string, document: Document | undefined): Promise<void> {
    const before = await state.get(COLLECTION, PUBLIC, id)
    const position = Math.max(now(), (before?.position ?? 0) + 1)
    const writes = [{ collection: COLLECTION, tenant: PUBLIC, id, document, position }]
    await state.commit({ checkpoint: COLLECTION, position, writes })
  }
}

function parkedIn(id: string, document: Document): ParkedEvent {
  const text = (name: string) => String(document[name] ?? '')
  return {
    id,
    tenant: text('tenant'),
    policy: text('policy'),
    state: document.state === 'stopped' ? 'stopped' : 'parked',
    event: text('event'),
    type: text('type'),
    stream: text('stream'),
    revision: Number(document.revision),
    attempts: Number(document.attempts),
    error: text('error'),
    since: text('since'),
    at: text('at'),
    wanted: document.wanted === 'retry' || document.wanted === 'drop' ? document.wanted : '',
  }
}
