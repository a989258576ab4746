/**
 * Replays a stream for display: an event, its changes, the state at a time. Secrets are masked before events are
 * folded; personal text is opened while its key exists.
 */
import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { AnyAggregate } from '@parley/kernel/commands/decider.ts'
import type { EventStore, StoredEvent } from '@parley/kernel/log/event-store.ts'
import { decode, placeOf, type Recorded, storedPlaceOf } from '@parley/kernel/log/recorded-event.ts'
import { categoryIn } from '@parley/kernel/log/stream-name.ts'
import { type Keyring, sealedFields, unsealData } from '@parley/kernel/sealing/sealing.ts'
import { type Change, changesBetween } from './changes.ts'

export const MASK = '••••••••'

export type HistoryDeps = {
  eventStore: EventStore
  keyring: Keyring
  /** By stream category. */
  aggregates: Record<string, AnyAggregate>
}

export type EventInFull = { event: Recorded; changes: Change[] }

/** One event with the changes it made to its stream's state; undefined if it is not the tenant's. */
export async function eventInFull(
  deps: HistoryDeps,
  tenant: string,
  stream: string,
  revision: number,
): Promise<EventInFull | undefined> {
  const aggregate = aggregateOf(deps, stream)
  const stored = await readWhole(deps.eventStore, stream, (event) => event.revision > revision)
  const found = stored.at(-1)
  if (!aggregate || !found || found.revision !== revision || placeOf(found).tenant !== tenant)
    return undefined
  const events = await Promise.all(stored.map((event) => masked(deps, aggregate.events, event)))
  const before = foldAll(aggregate, events.slice(0, -1))
  const after = foldAll(aggregate, events)
  return { event: events.at(-1)!, changes: changesBetween(plain(before), plain(after)) }
}

/** The state of a stream at a time (ISO 8601), and its revision then. */
export async function stateAt(
  deps: HistoryDeps,
  tenant: string | undefined,
  stream: string,
  at: string,
): Promise<{ state: unknown; revision: number } | undefined> {
  const aggregate = aggregateOf(deps, stream)
  const moment = new Date(at).toISOString()
  const stored = await readWhole(deps.eventStore, stream, (event) => storedPlaceOf(event).at > moment)
  const last = stored.at(-1)
  if (!aggregate || !last || (tenant !== undefined && placeOf(last).tenant !== tenant)) return undefined
  const events = await Promise.all(stored.map((event) => masked(deps, aggregate.events, event)))
  return { state: plain(foldAll(aggregate, events)), revision: last.revision }
}

/** The stream's events before the first for which `beyond` returns true. */
async function readWhole(
  eventStore: EventStore,
  stream: string,
  beyond: (event: StoredEvent) => boolean,
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for (;;) {
    const page = await eventStore.readStream(stream, { from: events.length, limit: 500 })
    for (const event of page) {
      if (beyond(event)) return events
      events.push(event)
    }
    if (page.length < 500) return events
  }
}

export async function masked(
  deps: HistoryDeps,
  catalogue: EventCatalogue,
  stored: StoredEvent,
): Promise<Recorded> {
  const event = decode(stored, catalogue)
  const opened = await unsealData(deps.keyring, catalogue, event.type, event.data, event.tenant)
  const secrets = sealedFields(catalogue, event.type).filter((field) => field.masked)
  return { ...event, data: secrets.reduce((data, field) => mask(data, field.path), opened) }
}

function mask(value: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined) return value === undefined ? undefined : MASK
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => mask(element, rest))
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === key || key === '*' ? mask(field, rest) : field,
    ]),
  )
}

function foldAll(aggregate: AnyAggregate, events: Recorded[]): unknown {
  return events.reduce<unknown>(
    (state, event) => aggregate.decider.evolve(state as never, event as never),
    aggregate.decider.initialState,
  )
}

function aggregateOf(deps: HistoryDeps, stream: string): AnyAggregate | undefined {
  return deps.aggregates[categoryIn(stream)]
}

/** Maps and sets have no JSON form. */
function plain(state: unknown): unknown {
  const text = JSON.stringify(state, (_key, value) => {
    if (value instanceof Map) return Object.fromEntries(value)
    return value instanceof Set ? [...value] : value
  })
  return text === undefined ? undefined : JSON.parse(text)
}
