/**
 * Writers and followers of a log in EventStoreDB's double, with a network between that is disturbed at random; and what
 * has to hold afterwards.
 */
import { randomUUID } from 'node:crypto'
import { type EventStore, type Expected, START, StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import { expect } from 'vitest'
import { startNetwork } from '../network.double.ts'
import { disturb, randomOf } from '../network.faults.ts'
import { startEventStoreDouble } from './event-store.double.ts'
import { openEventStoreDb } from './event-store.ts'

const WRITERS = 8
const FOLLOWERS = 3
const STREAMS = 4

/** `seed`: the same faults in the same order. Throws, with the seed, if something was lost, doubled or out of order. */
export async function disturbNetwork(faults: number, seed: number): Promise<{ appends: number }> {
  const random = randomOf(seed)
  const double = await startEventStoreDouble()
  const network = await startNetwork(double.port)
  const url = `esdb://127.0.0.1:${network.port}?tls=false`
  const options = { url, prefix: 'parley-na-', timeoutMs: 2_000 }
  const stores = await Promise.all(Array.from({ length: FOLLOWERS }, () => openEventStoreDb(options)))
  const names = Array.from({ length: STREAMS }, () => `chaos-${randomUUID()}`)
  const ending = new AbortController()
  const acknowledged = new Map<string, string>()
  /** The newest known revision of each stream, so that what is read does not grow with the log. */
  const newest = new Map<string, number>()
  const seen = stores.map((): string[] => [])
  let over = false
  const following = stores.map(async (store, nth) => {
    for await (const batch of store.subscribe(START, { signal: ending.signal }))
      seen[nth]?.push(...batch.map(({ stream, revision }) => `${stream} ${revision}`))
  })
  const writing = Array.from({ length: WRITERS }, async (_, nth) => {
    while (!over) await write(stores[nth % FOLLOWERS]!, names[nth % STREAMS]!)
  })
  for (let fault = 0; fault < faults; fault += 1) {
    const before = acknowledged.size
    double.write(`orders-${fault}`, { type: 'OrderPlaced', data: Buffer.from('{"malformed":') })
    await disturb(network, random)
    // What is disturbed next is at work again.
    const patience = { timeout: 180_000, interval: 10, message: `seed ${seed}, after fault ${fault}` }
    await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(before)
  }
  over = true
  await Promise.all(writing)
  const reader = await openEventStoreDb({ ...options, url: double.url })
  const all = await reader.readAll(START, 1_000_000)
  const inOrder = all.map(({ stream, revision }) => `${stream} ${revision}`)
  await expect.poll(() => seen, { timeout: 180_000 }).toEqual(stores.map(() => inOrder))
  const stored = new Map(all.map(({ stream, revision, data }) => [data, `${stream} ${revision}`]))
  expect(stored.size, `seed ${seed}: stored twice`).toBe(all.length)
  for (const [data, place] of acknowledged) expect(stored.get(data), `seed ${seed}`).toBe(place)
  for (const name of names)
    expect((await reader.readStream(name)).map(({ revision }) => revision)).toEqual(
      all.filter(({ stream }) => stream === name).map((_, revision) => revision),
    )
  ending.abort()
  await Promise.all(following)
  await Promise.all([...stores, reader].map((store) => store.close()))
  await network.stop()
  await double.stop()
  return { appends: acknowledged.size }

  /** Appends one event, again and again with the same bytes while the outcome is unknown. */
  async function write(store: EventStore, stream: string): Promise<void> {
    const data = JSON.stringify({ unique: randomUUID(), text: 'x'.repeat(random() * 2_000) })
    let expected: Expected | undefined
    while (!over || expected !== undefined) {
      try {
        const from = newest.get(stream) ?? 0
        expected ??= (await store.readStream(stream, { from })).at(-1)?.revision ?? 'none'
        if (expected !== 'none') newest.set(stream, expected)
        const appended = await store.append(stream, expected, [{ type: 'Said', data, metadata: '{}' }])
        if (appended.ok) return void acknowledged.set(data, `${stream} ${appended.revision}`)
        expected = appended.actual
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
      }
    }
  }
}
