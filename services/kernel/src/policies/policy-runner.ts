/**
 * Runs each policy in its own loop with its own checkpoint, in one process at a time: the one that holds its lease.
 * Reacts to events of different streams concurrently and to those of one stream in order, shared fairly by tenants
 * (`reaction-window.ts`). A loop that fails starts again at its checkpoint. All loops share one subscription to the log;
 * one that retries or is behind delays no other.
 */
import type { EventStore, StoredEvent } from '../log/event-store.ts'
import { START } from '../log/event-store.ts'
import { createSharedSubscription, type SharedSubscription } from '../log/shared-subscription.ts'
import { pause } from '../pause.ts'
import type { ReadStore } from '../read-models/read-store.ts'
import type { Leases } from '../running/leases.ts'
import { createSupervision, type Loop, type Supervision } from '../running/supervised.ts'
import type { Keyring } from '../sealing/sealing.ts'
import { createParkedEvents } from './parked-events.ts'
import type { AnyBatchPolicy, AnyPolicy, AnySinglePolicy } from './policy.ts'
import { reactPatiently, reactToBatch, retryParked } from './policy-reaction.ts'
import { createReactionWindow } from './reaction-window.ts'

export type PolicyRunner = {
  /**
   * Resolves when every policy has reacted to everything up to a position. All policies must run in this process.
   * Policies that gather events do not wait for more meanwhile.
   */
  settled(position: number): Promise<void>
  /** Returns the position that each policy running in this process has reached. */
  positions(): Record<string, number>
  stop(): Promise<void>
}

export type PolicyRunnerOptions = {
  eventStore: EventStore
  /** Stores checkpoints and parked events. Unlike read models, it must not be deleted. */
  state: ReadStore
  keyring: Keyring
  /** Decides which process runs a policy. */
  leases: Leases
  policies: readonly AnyPolicy[]
  /** The process's subscription to the log, which the caller stops; by default one for these policies. */
  subscription?: SharedSubscription
  /** Restarts the loops and receives every failure. */
  supervision?: Supervision
  /** Throws while an engine that policies need is unavailable. */
  probe?: () => Promise<unknown>
  /** Tries before an event is parked, where the policy does not classify the failure. */
  attempts?: number
  /** How often, in ms, to check for requests of operators. */
  lookEveryMs?: number
}

/**
 * A checkpoint is saved after at most this time, in ms. After a kill, events since the last save are reacted to again,
 * which changes nothing because reactions are idempotent; saving after each message would cost more than the reaction.
 */
const SAVE_EVERY = 250
/** The same for what was searched without finding an event of the policy, which would only be searched again. */
const SAVE_SEARCHED_EVERY = 5_000

export async function startPolicies(options: PolicyRunnerOptions): Promise<PolicyRunner> {
  const { eventStore, state, keyring, leases, supervision = createSupervision() } = options
  const { attempts = 5, lookEveryMs = 1_000, probe = () => eventStore.head() } = options
  const parked = createParkedEvents(state)
  const { pauseAfter, rest } = supervision
  // bounded: an entry for each event that holds up its stream, which is lost with the hold
  const stoppedAt = new Set<string>()
  const reaction = { keyring, parked, probe, attempts, lookEveryMs, pauseAfter, rest, stoppedAt }
  const stopping = new AbortController()
  // bounded: an entry for each policy
  const positions = new Map<string, number>()
  const running = new Set<string>()
  const waiting = new Set<() => void>()
  let gathering = new AbortController()
  const unsaved = new Map<AnyPolicy, { position: number; due: number }>()
  let saving: { timer: NodeJS.Timeout; at: number } | undefined

  for (const policy of options.policies) positions.set(policy.name, await startOf(policy))
  // Those that are behind the furthest one read what they lack by themselves.
  const from = Math.max(START, ...positions.values())
  const subscription = options.subscription ?? createSharedSubscription({ eventStore, from, supervision })
  const loops = options.policies.map((policy) =>
    supervision.keep(`policy/${policy.name}`, stopping.signal, (loop) => runLeased(policy, loop)),
  )

  return {
    settled(position) {
      return new Promise((resolve) => {
        const check = () => {
          if ([...positions.values()].every((reached) => reached >= position)) {
            waiting.delete(check)
            resolve()
          }
        }
        waiting.add(check)
        check()
        if (waiting.size === 0) return
        gathering.abort()
        gathering = new AbortController()
      })
    },
    positions: () => Object.fromEntries([...positions].filter(([name]) => running.has(name))),
    async stop() {
      stopping.abort()
      if (!options.subscription) await subscription.stop()
      await Promise.all(loops)
      await save()
    },
  }

  /** Runs a policy once its lease is held here, until the lease is lost or the policy fails. */
  async function runLeased(policy: AnyPolicy, loop: Loop): Promise<void> {
    const lease = await leases.wait(`policy/${policy.name}`, stopping.signal)
    if (!lease) return
    running.add(policy.name)
    const ended = new AbortController()
    const signal = AbortSignal.any([stopping.signal, lease.lost, ended.signal])
    const end = () => ended.abort()
    try {
      await Promise.all([run(policy, loop, signal).finally(end), tend(policy, loop, signal).finally(end)])
    } finally {
      running.delete(policy.name)
      // The next holder begins at this checkpoint.
      await save()
      await lease.release()
    }
  }

  async function run(policy: AnyPolicy, loop: Loop, signal: AbortSignal): Promise<void> {
    const after = await startOf(policy)
    positions.set(policy.name, after)
    for (const check of [...waiting]) check()
    for (const { id, state: how } of await parked.list({ policy: policy.name, limit: 1_000 }))
      if (how === 'stopped') reaction.stoppedAt.add(id)
    if ('reactToAll' in policy) await reactToBatches(policy, after, loop, signal)
    else await reactToEach(policy, after, loop, signal)
  }

  async function reactToBatches(
    policy: AnyBatchPolicy,
    after: number,
    loop: Loop,
    signal: AbortSignal,
  ): Promise<void> {
    const types = Object.keys(policy.events)
    let gatheredUntil = START
    for await (const { events, position } of subscription.follow(after, {
      signal,
      types,
      batchSize: 1_000,
    })) {
      await reactToBatch(reaction, policy, events, loop, signal)
      if (signal.aborted) return
      loop.well()
      const concerned = events.length > 0
      reached(policy, position, concerned ? SAVE_EVERY : SAVE_SEARCHED_EVERY)
      if (!concerned || policy.everyMs === 0 || position < gatheredUntil) continue
      if (waiting.size === 0) await pause(policy.everyMs, AbortSignal.any([signal, gathering.signal]))
      // The events appended meanwhile may be several batches.
      gatheredUntil = await eventStore.head()
    }
  }

  async function reactToEach(
    policy: AnySinglePolicy,
    after: number,
    loop: Loop,
    aborted: AbortSignal,
  ): Promise<void> {
    const ended = new AbortController()
    const signal = AbortSignal.any([aborted, ended.signal])
    const types = Object.keys(policy.events)
    const failing = new Set<StoredEvent>()
    let saveEvery = SAVE_SEARCHED_EVERY
    const window = createReactionWindow({
      signal,
      async react(event) {
        const own: Loop = {
          ...loop,
          failed(error, details) {
            failing.add(event)
            return loop.failed(error, details)
          },
          stopped(error, details) {
            failing.add(event)
            loop.stopped(error, details)
          },
        }
        await reactPatiently(reaction, policy, event, own, signal)
        failing.delete(event)
        if (failing.size === 0) loop.well()
        saveEvery = SAVE_EVERY
      },
      async read(stream, revision) {
        const [event] = await eventStore.readStream(stream, { from: revision, limit: 1 })
        return event
      },
      onReached(position) {
        reached(policy, position, saveEvery)
        saveEvery = SAVE_SEARCHED_EVERY
      },
      onFailed: () => ended.abort(),
    })
    try {
      for await (const { events, position } of subscription.follow(after, {
        signal,
        types,
        batchSize: 200,
      })) {
        window.add(events, position)
        await window.room()
      }
    } finally {
      ended.abort()
      await window.idle()
    }
    await window.room()
  }

  /** Notes that a policy is done with everything up to a position. */
  function reached(policy: AnyPolicy, position: number, saveEvery: number): void {
    if (position <= (positions.get(policy.name) ?? START)) return
    positions.set(policy.name, position)
    saveWithin(policy, position, saveEvery)
    for (const check of [...waiting]) check()
  }

  /** Returns the checkpoint; for a policy that never ran, its start, which is decided once. */
  async function startOf(policy: AnyPolicy): Promise<number> {
    const saved = await state.checkpoint(checkpointOf(policy))
    if (saved > START || policy.startFrom === 'origin') return saved
    const setting = `${checkpointOf(policy)}:start`
    const decided = await state.getSetting(setting)
    if (decided !== undefined) return Number(decided)
    const head = await eventStore.head()
    await state.setSetting(setting, `${head}`)
    return head
  }

  /** Retries parked events on an operator's request. */
  async function tend(policy: AnyPolicy, loop: Loop, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (!('reactToAll' in policy)) await retryWanted(policy, signal)
      } catch (error) {
        if (!signal.aborted) loop.failed(error)
      }
      await pause(lookEveryMs, signal)
    }
  }

  async function retryWanted(policy: AnySinglePolicy, signal: AbortSignal): Promise<void> {
    for (const { id, state: how, stream, revision } of await parked.list({
      policy: policy.name,
      wanted: 'retry',
    })) {
      if (how === 'stopped' || signal.aborted) continue
      const [event] = await eventStore.readStream(stream, { from: revision, limit: 1 })
      if (event) await retryParked(reaction, policy, id, event, signal)
    }
  }

  function saveWithin(policy: AnyPolicy, position: number, ms: number): void {
    const due = Math.min(unsaved.get(policy)?.due ?? Number.POSITIVE_INFINITY, Date.now() + ms)
    unsaved.set(policy, { position, due })
    if (saving && saving.at <= due) return
    clearTimeout(saving?.timer)
    saving = { at: due, timer: setTimeout(save, Math.max(0, due - Date.now()), due).unref() }
  }

  /** Saves the checkpoints that are due by a time, in ms since 1970. */
  async function save(by = Number.POSITIVE_INFINITY): Promise<void> {
    clearTimeout(saving?.timer)
    saving = undefined
    const due = [...unsaved].filter(([, own]) => own.due <= by)
    for (const [policy] of due) unsaved.delete(policy)
    for (const [policy, { position, due }] of unsaved) saveWithin(policy, position, due - Date.now())
    await Promise.all(
      due.map(([policy, { position }]) =>
        state.commit({ checkpoint: checkpointOf(policy), position, writes: [] }).catch((error) => {
          // The next save, after the next event, covers this position.
          if (!stopping.signal.aborted) supervision.watch(`policy/${policy.name}`).failed(error)
        }),
      ),
    )
  }
}

/** The name under which a policy's checkpoint stands: it has reacted to all events up to there. */
export function checkpointOf(policy: Pick<AnyPolicy, 'name'>): string {
  return `policy:${policy.name}`
}
