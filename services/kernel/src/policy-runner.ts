/**
 * Runs each policy on a loop and checkpoint of its own, in one process at a time: the one that holds its lease.
 * Events of different streams are reacted to side by side, those of one stream in order. A reaction that keeps failing
 * is set aside, named, so that others go on; a loop that fails begins again at its checkpoint.
 */
import type { EventStore, StoredEvent } from './event-store.ts'
import type { Leases } from './leases.ts'
import { pause } from './pause.ts'
import type { AnyPolicy } from './policy.ts'
import type { ReadStore } from './read-store.ts'
import { decode, type Recorded } from './recorded-event.ts'
import { type Keyring, unsealData } from './sealing.ts'

export type PolicyRunner = {
  /** Resolves when every policy has reacted to everything up to a position; all must run in this process. */
  settled(position: number): Promise<void>
  /** Of the policies that run in this process: how far each has come. */
  positions(): Record<string, number>
  stop(): Promise<void>
}

export type PolicyRunnerOptions = {
  eventStore: EventStore
  /** Keeps the checkpoints; unlike read models it must not be thrown away. */
  state: ReadStore
  keyring: Keyring
  /** What decides which process runs a policy. */
  leases: Leases
  policies: readonly AnyPolicy[]
  /** Tries before an event is set aside. */
  attempts?: number
  /** First pause between tries in ms, doubling. */
  backOffMs?: number
  onFault?: (fault: {
    policy: string
    event: string
    position: number
    error: unknown
    setAside: boolean
  }) => void
}

const SIDE_BY_SIDE = 8
const LONGEST_PAUSE_MS = 15_000
/**
 * A checkpoint is saved at most so often, in ms: what a killed process had not saved is reacted to once more, which
 * changes nothing, and a save for each message would cost more than the reaction.
 */
const SAVE_EVERY = 250
/** Where there was nothing to react to, only reading it again is at stake. */
const SAVE_UNCONCERNED_EVERY = 5_000

export async function startPolicies(options: PolicyRunnerOptions): Promise<PolicyRunner> {
  const { eventStore, state, keyring, leases, attempts = 5, backOffMs = 500 } = options
  const stopping = new AbortController()
  const positions = new Map<string, number>()
  const running = new Set<string>()
  const waiting = new Set<() => void>()
  const unsaved = new Map<AnyPolicy, number>()
  let saving: { timer: NodeJS.Timeout; at: number } | undefined

  for (const policy of options.policies)
    positions.set(policy.name, await state.checkpoint(checkpointOf(policy)))
  const loops = options.policies.map(supervise)

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
      })
    },
    positions: () => Object.fromEntries([...positions].filter(([name]) => running.has(name))),
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      clearTimeout(saving?.timer)
      await save()
    },
  }

  /** Runs a policy whenever its lease is held here; what ends the loop is reported, and it begins again. */
  async function supervise(policy: AnyPolicy): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const lease = await leases.wait(`policy/${policy.name}`, stopping.signal)
      if (!lease) return
      running.add(policy.name)
      try {
        await run(policy, AbortSignal.any([stopping.signal, lease.lost]))
        failures = 0
      } catch (error) {
        if (!stopping.signal.aborted) report(policy, undefined, error, false)
        failures += 1
      }
      running.delete(policy.name)
      // Whoever takes it over begins there.
      await save()
      await lease.release().catch((error) => report(policy, undefined, error, false))
      if (failures > 0) await pause(pauseAfter(failures), stopping.signal)
    }
  }

  async function run(policy: AnyPolicy, signal: AbortSignal): Promise<void> {
    const after = await state.checkpoint(checkpointOf(policy))
    positions.set(policy.name, after)
    for await (const batch of eventStore.subscribe(after, { signal, batchSize: 200 })) {
      const concerned = batch.filter((event) => event.type in policy.events)
      await reactToAll(policy, concerned, signal)
      if (signal.aborted) return
      const position = batch.at(-1)!.position
      unsaved.set(policy, position)
      saveWithin(concerned.length > 0 ? SAVE_EVERY : SAVE_UNCONCERNED_EVERY)
      positions.set(policy.name, position)
      for (const check of [...waiting]) check()
    }
  }

  function saveWithin(ms: number): void {
    const at = Date.now() + ms
    if (saving && saving.at <= at) return
    clearTimeout(saving?.timer)
    saving = { at, timer: setTimeout(save, ms).unref() }
  }

  async function save(): Promise<void> {
    clearTimeout(saving?.timer)
    saving = undefined
    const due = [...unsaved]
    unsaved.clear()
    await Promise.all(
      due.map(([policy, position]) =>
        state.commit({ checkpoint: checkpointOf(policy), position, writes: [] }).catch((error) => {
          // The next save, which comes with the next event, is at least as far.
          if (!stopping.signal.aborted) report(policy, undefined, error, false)
        }),
      ),
    )
  }

  async function reactToAll(policy: AnyPolicy, events: StoredEvent[], signal: AbortSignal): Promise<void> {
    const byStream = Map.groupBy(events, (event) => event.stream)
    const queue = [...byStream.values()]
    const workers = Array.from({ length: Math.min(SIDE_BY_SIDE, queue.length) }, async () => {
      for (let group = queue.shift(); group; group = queue.shift()) {
        for (const event of group) await reactPatiently(policy, event, signal)
      }
    })
    await Promise.all(workers)
  }

  async function reactPatiently(policy: AnyPolicy, stored: StoredEvent, signal: AbortSignal): Promise<void> {
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        const event = await opened(policy, stored)
        return await policy.react(event as never)
      } catch (error) {
        if (signal.aborted) return
        const setAside = tries >= attempts
        report(policy, stored, error, setAside)
        if (setAside) return
        await pause(pauseAfter(tries), signal)
      }
    }
  }

  /** Doubling, with up to a quarter more, so that loops that failed together do not try again together. */
  function pauseAfter(failures: number): number {
    return Math.min(backOffMs * 2 ** (failures - 1), LONGEST_PAUSE_MS) * (1 + Math.random() / 4)
  }

  async function opened(policy: AnyPolicy, stored: StoredEvent): Promise<Recorded> {
    const event = decode(stored, policy.events)
    if (!policy.unseals) return event
    return { ...event, data: await unsealData(keyring, policy.events, event.type, event.data, event.tenant) }
  }

  function report(
    policy: AnyPolicy,
    stored: StoredEvent | undefined,
    error: unknown,
    setAside: boolean,
  ): void {
    options.onFault?.({
      policy: policy.name,
      event: stored?.id ?? '',
      position: stored?.position ?? positions.get(policy.name) ?? -1,
      error,
      setAside,
    })
  }
}

function checkpointOf(policy: AnyPolicy): string {
  return `policy:${policy.name}`
}
