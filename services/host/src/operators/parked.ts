/**
 * What is parked in a region until an operator decides: events that a policy failed to handle, and messages that a
 * consumer of the bus gave up. Both are listed, retried and dropped in the same way, by `npm run parked` and on a page.
 */

import { placeOf } from '@parley/kernel/log/recorded-event.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { createParkedEvents, type ParkedEvent } from '@parley/kernel/policies/parked-events.ts'
import { faultLine } from '@parley/kernel/running/fault-line.ts'
import { merged } from '../modules/modules.ts'

export type ParkedItem = {
  /** `policy.<name>.<event id>` or `bus.<topic>.<group>.<message id>`. */
  id: string
  /** The policy, or topic and group. */
  from: string
  state: ParkedEvent['state']
  tenant: string
  /** Type and stream of the event, or empty if unknown. */
  about: string
  attempts: number
  error: string
  /** When it was first parked (ISO 8601). */
  since: string
  /** What an operator requested and has not been done yet. */
  wanted: ParkedEvent['wanted']
}

export type Parked = {
  /** Oldest first, at most a thousand of each kind. */
  list(): Promise<ParkedItem[]>
  /** All details of one item, as lines, without any text that a person wrote. Undefined if there is none. */
  show(id: string): Promise<[string, string][] | undefined>
  /** Returns false if there is none. */
  retry(id: string): Promise<boolean>
  drop(id: string): Promise<boolean>
  counts(): Promise<Map<string, number>>
}

const MOST = 1_000
const consumers = Object.entries(merged.consumers).flatMap(([group, { topics }]) =>
  topics.map((topic) => ({ group, topic })),
)

export function parkedOf({
  state,
  bus,
  eventStore,
}: Pick<RegionEngines, 'state' | 'bus' | 'eventStore'>): Parked {
  const events = createParkedEvents(state)

  return {
    async list() {
      const parked = await events.list({ limit: MOST })
      return [...parked.map(itemOf), ...(await letters())]
    },

    async show(id) {
      const item = await find(id)
      if (!item) return undefined
      const lines = Object.entries(item).map(([name, value]): [string, string] => [name, String(value)])
      const own = await events.get(eventIdIn(id))
      if (!own) return lines
      const [stored] = await eventStore.readStream(own.stream, { from: own.revision, limit: 1 })
      if (!stored) return lines
      const { at, actor, cause, version, position } = placeOf(stored)
      return [
        ...lines,
        ['revision', `${own.revision}`],
        ['position', `${position}`],
        ['appended', at],
        ['version', `${version}`],
        ['actor', `${actor.kind} ${actor.id}`],
        ['cause', `${cause.via} ${cause.correlation}`],
        ['tried last', own.at],
      ]
    },

    async retry(id) {
      const letter = letterIn(id)
      if (!letter) return events.retry(eventIdIn(id))
      return (await bus.replayDeadLetters(letter.topic, letter.group, [letter.id])) > 0
    },

    async drop(id) {
      const letter = letterIn(id)
      if (!letter) return events.drop(eventIdIn(id))
      return (await bus.dropDeadLetters(letter.topic, letter.group, [letter.id])) > 0
    },

    counts: events.counts,
  }

  async function find(id: string): Promise<ParkedItem | undefined> {
    if (letterIn(id)) return (await letters()).find((item) => item.id === id)
    const found = await events.get(eventIdIn(id))
    return found && itemOf(found)
  }

  async function letters(): Promise<ParkedItem[]> {
    const lists = await Promise.all(
      consumers.map(({ topic, group }) => bus.deadLetters(topic, group, { limit: MOST })),
    )
    return lists.flat().map(({ id, topic, group, key, attempts, reason, at }) => ({
      id: `bus.${topic}.${group}.${id}`,
      from: `${topic} for ${group}`,
      state: 'parked',
      tenant: key,
      about: `message ${id}`,
      attempts,
      error: faultLine(reason),
      since: at,
      wanted: '',
    }))
  }
}

function itemOf({
  id,
  policy,
  state,
  tenant,
  type,
  stream,
  attempts,
  error,
  since,
  wanted,
}: ParkedEvent): ParkedItem {
  const about = `${type} in ${stream}`
  return { id: `policy.${id}`, from: policy, state, tenant, about, attempts, error, since, wanted }
}

const eventIdIn = (id: string): string => id.replace(/^policy\./, '')

function letterIn(id: string): { topic: string; group: string; id: string } | undefined {
  const found = consumers.find(({ topic, group }) => id.startsWith(`bus.${topic}.${group}.`))
  return found && { ...found, id: id.slice(`bus.${found.topic}.${found.group}.`.length) }
}
