/** How a policy reacts to one event: retries a failure as its class says, then parks the event or stops at it. */
import type { StoredEvent } from '../log/event-store.ts'
import { decode, isImported, type Recorded } from '../log/recorded-event.ts'
import { pause } from '../pause.ts'
import type { Loop } from '../running/supervised.ts'
import { type Keyring, unsealData } from '../sealing/sealing.ts'
import { type ParkedEvents, parkedId } from './parked-events.ts'
import type { AnyBatchPolicy, AnySinglePolicy, Attempt, FailureClass } from './policy.ts'

export type ReactionOptions = {
  keyring: Keyring
  parked: ParkedEvents
  /**
   * Throws while an engine is unavailable. A failure in that time does not count as a try, and is retried until the
   * engine is back.
   */
  probe(): Promise<unknown>
  /** Tries before an event is parked, where the policy does not classify the failure. */
  attempts: number
  /** How often, in ms, to check whether an operator decided. */
  lookEveryMs: number
  /** Returns the pause, in ms, after this many failures. */
  pauseAfter(failures: number): number
  /** Waits between two tries, at most until an engine has recovered. */
  rest(ms: number, signal: AbortSignal): Promise<void>
  /** Ids of parked events at which a policy waits, or waited before a restart. */
  stoppedAt: Set<string>
}

/**
 * Resolves when the policy is done with the event: it reacted, the event is parked, or an operator dropped it. Also
 * resolves when `signal` aborts.
 */
export async function reactPatiently(
  options: ReactionOptions,
  policy: AnySinglePolicy,
  event: StoredEvent,
  loop: Loop,
  signal: AbortSignal,
): Promise<void> {
  if (isImported(event)) return
  const { parked, stoppedAt, pauseAfter, rest } = options
  const id = parkedId(policy.name, event.id)
  let [tries, failures] = [0, 0]
  /** What follows from the newest failure of the present try. */
  let judged: { error: unknown; outcome: FailureClass } | undefined
  const attempt: Attempt = {
    async step(act, otherwise) {
      signal.throwIfAborted()
      try {
        return await act()
      } catch (error) {
        if (signal.aborted || (await outcomeOf(error)) !== 'park') throw error
        await giveUp(error)
        return otherwise
      }
    },
  }
  while (!signal.aborted) {
    let failed: unknown
    judged = undefined
    try {
      await react(options, policy, event, attempt)
      if (stoppedAt.delete(id)) await parked.settle(id)
      return
    } catch (error) {
      failed = error
    }
    failures++
    try {
      if (signal.aborted) return
      const outcome = await outcomeOf(failed)
      const details = detailsOf(outcome)
      if (outcome === 'stop') {
        if (!(await isTriedAgain(options, policy, event, failed, loop, signal))) return
        continue
      }
      loop.failed(failed, details)
      if (outcome === 'park')
        return await parked.park(policy.name, event, failed, { state: 'parked', attempts: tries })
    } catch (error) {
      // If parking fails, the event is tried again.
      loop.failed(error)
    }
    await rest(pauseAfter(failures), signal)
  }

  async function outcomeOf(error: unknown): Promise<FailureClass> {
    if (judged && judged.error === error) return judged.outcome
    const away = await isAway(options)
    if (!away) tries++
    const outcome = away ? 'retry' : classOf(policy, error, tries, options.attempts)
    judged = { error, outcome }
    return outcome
  }

  /** Parks the event for one of its steps. The step that fails next has tries of its own. */
  async function giveUp(error: unknown): Promise<void> {
    loop.failed(error, detailsOf('park'))
    try {
      await parked.park(policy.name, event, error, { state: 'parked', attempts: tries })
    } catch (fault) {
      judged = { error: fault, outcome: 'retry' }
      throw fault
    }
    judged = undefined
    tries = 0
    failures = 0
  }

  function detailsOf(outcome: FailureClass) {
    return { event: event.id, position: event.position, outcome }
  }
}

/** Resolves when the policy reacted to all of them, or `signal` aborts. */
export async function reactToBatch(
  { pauseAfter, rest }: Pick<ReactionOptions, 'pauseAfter' | 'rest'>,
  policy: AnyBatchPolicy,
  events: readonly StoredEvent[],
  loop: Loop,
  signal: AbortSignal,
): Promise<void> {
  const opened = events.filter((event) => !isImported(event)).map((event) => decode(event, policy.events))
  if (opened.length === 0) return
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      await policy.reactToAll(opened as never)
      return
    } catch (error) {
      if (signal.aborted) return
      loop.failed(error, { position: events[0]!.position, outcome: 'retry' })
    }
    await rest(pauseAfter(failures), signal)
  }
}

async function isAway({ probe }: ReactionOptions): Promise<boolean> {
  try {
    await probe()
    return false
  } catch {
    return true
  }
}

/** Tries a parked event once, as an operator requested; it stays parked if a step fails. */
export async function retryParked(
  options: ReactionOptions,
  policy: AnySinglePolicy,
  id: string,
  event: StoredEvent,
  signal: AbortSignal,
): Promise<void> {
  const { parked } = options
  const park = (error: unknown) => parked.park(policy.name, event, error, { state: 'parked', attempts: 1 })
  let isDone = true
  const attempt: Attempt = {
    async step(act, otherwise) {
      signal.throwIfAborted()
      try {
        return await act()
      } catch (error) {
        if (signal.aborted || isUnreachable(error) || (await isAway(options))) throw error
        await park(error)
        isDone = false
        return otherwise
      }
    },
  }
  try {
    await react(options, policy, event, attempt)
  } catch (error) {
    if (!signal.aborted) await park(error)
    return
  }
  if (isDone) await parked.settle(id)
}

async function react(
  { keyring }: ReactionOptions,
  policy: AnySinglePolicy,
  stored: StoredEvent,
  attempt: Attempt,
): Promise<void> {
  const event = decode(stored, policy.events)
  await policy.react((policy.unseals ? await opened(keyring, policy, event) : event) as never, attempt)
}

async function opened(keyring: Keyring, policy: AnySinglePolicy, event: Recorded): Promise<Recorded> {
  return { ...event, data: await unsealData(keyring, policy.events, event.type, event.data, event.tenant) }
}

function classOf(policy: AnySinglePolicy, error: unknown, tries: number, attempts: number): FailureClass {
  return policy.classify?.(error, tries) ?? (isUnreachable(error) || tries < attempts ? 'retry' : 'park')
}

/**
 * Waits at an event for an operator. Returns true to try it again; false to continue after it, or when `signal` aborts.
 */
async function isTriedAgain(
  { parked, lookEveryMs, stoppedAt }: ReactionOptions,
  policy: AnySinglePolicy,
  event: StoredEvent,
  error: unknown,
  loop: Loop,
  signal: AbortSignal,
): Promise<boolean> {
  const id = parkedId(policy.name, event.id)
  // The event may have been dropped while no process waited at it.
  let wanted = (await parked.get(id))?.wanted
  if (wanted !== 'drop') {
    await parked.park(policy.name, event, error, { state: 'stopped', attempts: 1 })
    stoppedAt.add(id)
    loop.stopped(error, { event: event.id, position: event.position, outcome: 'stop' })
  }
  while (wanted !== 'drop' && !signal.aborted) {
    await pause(lookEveryMs, signal)
    const found = await parked.get(id)
    if (found?.wanted === 'retry') return true
    wanted = found === undefined ? 'drop' : found.wanted
  }
  if (wanted === 'drop') {
    stoppedAt.delete(id)
    await parked.settle(id)
  }
  return false
}

const unreachable = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED ECONNECTION ETIMEDOUT ESOCKET EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN EPIPE store-unavailable'.split(
    ' ',
  ),
)

/** Whether a server could not be reached, according to the error code of the error or its causes. */
export function isUnreachable(error: unknown): boolean {
  for (let each: unknown = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++)
    if ('code' in each && typeof each.code === 'string' && unreachable.has(each.code)) return true
  return false
}
