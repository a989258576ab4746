/**
 * Runs each policy on a loop and checkpoint of its own. Events of different streams are reacted to side by side,
 * those of one stream in order. A reaction that keeps failing is set aside, named, so that others go on.
 */
import type { EventStore, StoredEvent } from './event-store.ts'
import { pause } from './pause.ts'
import type { AnyPolicy } from './policy.ts'
import type { ReadStore } from './read-store.ts'
import { decode, type Recorded } from './recorded-event.ts'
import { type Keyring, unsealData } from './sealing.ts'

export type PolicyRunner = {
  /** Resolves when every policy has reacted to everything up to a position. */
  settled(position: number): Promise<void>
  positions(): Record<string, number>
  stop(): Promise<void>
}

export type PolicyRunnerOptions = {
  eventStore: EventStore
  /** Keeps the checkpoints; unlike read models it must not be thrown away. */
  state: ReadStore
  keyring: Keyring
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

export async function startPolicies(options: PolicyRunnerOptions): Promise<PolicyRunner> {
  const { eventStore, state, keyring, attempts = 5, backOffMs = 500 } = options
  const stopping = new AbortController()
  const positions = new Map<string, number>()
  const waiting = new Set<() => void>()
  const unsaved = new Map<AnyPolicy, number>()
  let saving: NodeJS.Timeout | undefined

  for (const policy of options.policies)
    positions.set(policy.name, await state.checkpoint(checkpointOf(policy)))
  const loops = options.policies.map((policy) =>
    run(policy).catch((error) => {
      if (!stopping.signal.aborted) report(policy, undefined, error, false)
    }),
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
      })
    },
    positions: () => Object.fromEntries(positions),
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      clearTimeout(saving)
      await save()
    },
  }

  async function run(policy: AnyPolicy): Promise<void> {
    const after = positions.get(policy.name) ?? -1
    for await (const batch of eventStore.subscribe(after, { signal: stopping.signal, batchSize: 200 })) {
      const concerned = batch.filter((event) => event.type in policy.events)
      await reactToAll(policy, concerned)
      if (stopping.signal.aborted) return
      const position = batch.at(-1)!.position
      if (concerned.length > 0) {
        unsaved.set(policy, position)
        saving ??= setTimeout(save, SAVE_EVERY)
      }
      positions.set(policy.name, position)
      for (const check of [...waiting]) check()
    }
  }

  async function save(): Promise<void> {
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

  async function reactToAll(policy: AnyPolicy, events: StoredEvent[]): Promise<void> {
    const byStream = Map.groupBy(events, (event) => event.stream)
    const queue = [...byStream.values()]
    const workers = Array.from({ length: Math.min(SIDE_BY_SIDE, queue.length) }, async () => {
      for (let group = queue.shift(); group; group = queue.shift()) {
        for (const event of group) await reactPatiently(policy, event)
      }
    })
    await Promise.all(workers)
  }

  async function reactPatiently(policy: AnyPolicy, stored: StoredEvent): Promise<void> {
    for (let tries = 1; !stopping.signal.aborted; tries++) {
      try {
        const event = await opened(policy, stored)
        return await policy.react(event as never)
      } catch (error) {
        if (stopping.signal.aborted) return
        const setAside = tries >= attempts
        report(policy, stored, error, setAside)
        if (setAside) return
        await pause(Math.min(backOffMs * 2 ** (tries - 1), LONGEST_PAUSE_MS), stopping.signal)
      }
    }
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
