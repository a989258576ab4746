import { randomUUID } from 'node:crypto'
import { deliver, replayTopic } from '@parley/kernel/bus/message-bus.delivery.ts'
import type { Consume } from '@parley/kernel/bus/message-bus.ts'
import { createMessageWindow, type MessageWindow } from '@parley/kernel/bus/message-bus.window.ts'
import type { LoggedMessage, Place } from './message-bus.log.ts'
import type { Ask } from './message-bus.ts'

type Start = {
  ask: Ask
  process: string
  options: Consume
  log: (message: string) => void
  /** Called when a partition was given up, so that the other members of this process check at once. */
  membershipChanged: () => void
}

/**
 * `fetched`: the offset after the last message that was taken. `next`: up to where it is acknowledged. `mayHaveMore`:
 * whether messages were left when the last ones were taken.
 */
type Held = Place & {
  fetched: number
  next: number
  window: MessageWindow<LoggedMessage>
  mayHaveMore: boolean
  running: Promise<void> | undefined
  revoked: boolean
}

const retryMs = 1_000

/**
 * One member of a group: takes its share of the partitions and handles their messages (`message-bus.window.ts`). A
 * partition is given up between two messages, never during one.
 */
export function startMember({ ask, process, options, log, membershipChanged }: Start) {
  const { group } = options
  const id = randomUUID()
  const origins = new Map(
    options.topics.flatMap((topic) => [[topic, topic] as const, [replayTopic(topic, group), topic]]),
  )
  const topics = [...origins.keys()]
  const held = new Map<string, Held>()
  const stopping = new AbortController()
  let joining = true
  let assigning = true
  let again = false
  let turning: Promise<void> | undefined
  let membership = -1
  let retry: NodeJS.Timeout | undefined

  async function turns() {
    while (again && !stopping.signal.aborted) {
      again = false
      try {
        await turn()
      } catch (error) {
        log(`message bus, group ${group}: ${error instanceof Error ? error.message : error}`)
        clearTimeout(retry)
        retry = setTimeout(wake, retryMs)
        break
      }
    }
    turning = undefined
  }

  async function turn() {
    if (joining) {
      await ask('join', process, id, group, topics)
      joining = false
      assigning = true
      membershipChanged()
    }
    if (assigning) await assign()
    const ready = [...held.values()].filter((place) => !place.revoked && place.window.hasRoom())
    const fetched = await ask('fetch', ready.map(fetchOf))
    for (const place of ready) place.mayHaveMore = false
    for (const { place, messages } of fetched.batches) {
      const mine = held.get(keyOf(place))
      if (mine && !stopping.signal.aborted) take(mine, messages)
    }
    if (fetched.membership !== membership) {
      assigning = true
      again = true
    }
  }

  async function assign() {
    assigning = false
    const busy = [...held.values()].filter((place) => place.running)
    const assigned = await ask('assign', id, group, topics, busy.map(placeOf))
    membership = assigned.membership
    const leases = new Map(assigned.leases.map((lease) => [keyOf(lease), lease]))
    for (const [key, place] of held) {
      const lease = leases.get(key)
      place.revoked = !lease || lease.surplus
      if (!lease && !place.running) held.delete(key)
    }
    for (const [key, { topic, partition, next }] of leases)
      if (!held.has(key)) held.set(key, holding({ topic, partition }, next))
    if (assigned.released > 0) membershipChanged()
  }

  function holding(of: Place, next: number): Held {
    const place: Held = {
      ...{ ...of, next, fetched: next, mayHaveMore: false, running: undefined, revoked: false },
      window: createMessageWindow({
        orderedBy: options.orderedBy,
        mayGoOn: () => !stopping.signal.aborted && !place.revoked,
        handle: (message) =>
          handleOne(place, message).catch((error) => {
            log(`message bus, group ${group}: ${error instanceof Error ? error.message : error}`)
            place.revoked = true
            return false
          }),
      }),
    }
    return place
  }

  function take(place: Held, messages: LoggedMessage[]) {
    for (const message of messages) place.window.add(message)
    place.fetched = (messages.at(-1)?.offset ?? 0) + 1
    place.mayHaveMore = true
    place.running ??= follow(place)
  }

  /** Acknowledges what is handled, until nothing is left to handle; messages are taken while it does. */
  async function follow(place: Held) {
    const { window } = place
    let acknowledged: Promise<void> | undefined
    let failed = false
    for (;;) {
      const next = window.reached() ?? place.next
      if (next > place.next) {
        place.next = next
        acknowledged = acknowledge(place)
        acknowledged.catch(() => undefined) // awaited below, after the messages that follow
      }
      if (!window.isIdle()) {
        if (place.mayHaveMore && window.hasRoom()) wake()
        await window.changed()
      } else if (acknowledged) {
        const last = acknowledged
        acknowledged = undefined
        await last.catch((error) => {
          log(`message bus, group ${group}: ${error instanceof Error ? error.message : error}`)
          failed = true
        })
      } else break
    }
    place.running = undefined
    if (failed || window.hasEnded()) place.revoked = true
    if (place.revoked) {
      held.delete(keyOf(place))
      assigning = true
    }
    wake()
  }

  async function handleOne(place: Held, message: LoggedMessage): Promise<boolean> {
    const topic = origins.get(message.topic) ?? message.topic
    const outcome = await deliver({ ...message, topic }, options, stopping.signal)
    if (outcome.kind === 'stopped') return false
    if (outcome.kind === 'handled') return true
    const now = Date.now()
    const letter = {
      ...message,
      topic,
      group,
      reason: outcome.reason,
      attempts: outcome.attempts,
      at: new Date(now).toISOString(),
    }
    // Together with its acknowledgement, unless others before it are not handled yet.
    const next = place.window.isFirst(message) ? message.offset + 1 : place.next
    const kept = await ask('bury', id, letter, placeOf(place), next, now)
    log(
      `message bus: ${topic} message ${message.id} is a dead letter of ${group} after ${outcome.attempts} attempts`,
    )
    if (!kept) place.revoked = true
    return kept
  }

  const unacknowledged = new Set<Held>()
  let acknowledging: Promise<void> | undefined

  /** Acknowledgements requested while one is running are sent together in the next. */
  function acknowledge(place: Held): Promise<void> {
    unacknowledged.add(place)
    acknowledging ??= sendAcknowledgements()
    return acknowledging
  }

  async function sendAcknowledgements() {
    try {
      while (unacknowledged.size > 0) {
        const places = [...unacknowledged]
        unacknowledged.clear()
        const all = await ask('acknowledge', id, group, places.map(placeOf))
        if (!all) assigning = true
      }
    } finally {
      acknowledging = undefined
    }
  }

  function wake() {
    if (stopping.signal.aborted) return
    again = true
    turning ??= turns()
  }

  const joined = turn()
  const joinEnded = () => {
    turning = undefined
    if (again) wake()
  }
  turning = joined.then(joinEnded, joinEnded)

  return {
    topics,
    joined,
    wake,
    /** Joins again after this process was considered dead: its partitions may belong to others by now. */
    rejoin() {
      joining = true
      wake()
    },
    async stop() {
      stopping.abort()
      clearTimeout(retry)
      await turning
      await Promise.all([...held.values()].map((place) => place.running))
      await ask('leave', id, group, topics)
    },
  }
}

const keyOf = (place: Place) => `${place.topic}/${place.partition}`
const placeOf = ({ topic, partition, next }: Held) => ({ topic, partition, next })
const fetchOf = ({ topic, partition, fetched }: Held) => ({ topic, partition, next: fetched })
