/**
 * Handles each delivery of a provider once. A lease, which expires if its process is killed, prevents two processes
 * from handling a delivery concurrently; handled deliveries are stored in the state. If neither protects (the process
 * was too slow, or the state unavailable after the handler was done), the log does: commands of a delivery have its id
 * as their idempotency key.
 */
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Reply, reply } from '@parley/kernel/commands/handler.ts'
import { declareOnce, PUBLIC, type ReadStore } from '@parley/kernel/read-models/read-store.ts'
import type { Leases } from '@parley/kernel/running/leases.ts'

export type Deliveries = {
  /** Does the work of a delivery unless it was done before. Work that refuses or throws counts as not done. */
  once(key: string, work: () => Promise<Reply<unknown>>): Promise<Reply<unknown>>
}

/** Longer than any provider repeats a delivery. */
const PERIOD_MS = 30 * 86_400_000
const COLLECTION = 'webhook-deliveries'

export function createDeliveries(deps: { leases: Leases; state: ReadStore; now?: () => number }): Deliveries {
  const { leases, state, now = Date.now } = deps
  const declared = new Map<string, () => Promise<void>>()

  return {
    async once(key, work) {
      if (await isDone(key)) return received
      const lease = await leases.take(`delivery/${key}`)
      if (!lease) return refuse('conflict', 'This delivery is being handled. Please repeat it later.')
      try {
        if (await isDone(key)) return received
        const done = await work()
        if (!done.ok) return done
        await remember(key)
        return received
      } finally {
        await lease.release()
      }
    },
  }

  async function isDone(key: string): Promise<boolean> {
    const period = periodAt(now())
    for (const collection of [collectionOf(period), collectionOf(period - 1)]) {
      await declare(collection)
      if ((await state.get(collection, PUBLIC, key))?.document) return true
    }
    return false
  }

  async function remember(key: string): Promise<void> {
    const position = now()
    const collection = collectionOf(periodAt(position))
    const document = { at: new Date(position).toISOString() }
    await declare(collection)
    const writes = [{ collection, tenant: PUBLIC, id: key, document, position }]
    await state.commit({ checkpoint: collection, position, writes })
  }

  /** Declares the collection of a period, and drops the one from two periods ago. */
  async function declare(collection: string): Promise<void> {
    const known = declared.get(collection)
    if (known) return known()
    const made = declareOnce(state, { name: collection, indexes: {} })
    declared.set(collection, made)
    await made()
    const forgotten = collectionOf(periodAt(now()) - 2)
    declared.delete(forgotten)
    await state.drop(forgotten)
  }
}

const received = reply({ received: true })
const periodAt = (time: number) => Math.floor(time / PERIOD_MS)
const collectionOf = (period: number) => `${COLLECTION}@${period}`
