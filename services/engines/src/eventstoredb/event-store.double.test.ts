/** What a real EventStoreDB 23.10.7 was measured to do, line by line, so that the double does the same. */
import { randomUUID } from 'node:crypto'
import {
  ANY,
  type AppendExpectedRevision,
  EventStoreDBClient,
  excludeSystemEvents,
  jsonEvent,
  NO_STREAM,
} from '@eventstore/db-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ofStream } from './event-store.calls.ts'
import { type EventStoreDouble, startEventStoreDouble } from './event-store.double.ts'
import { collect } from './event-store.reading.ts'

let double: EventStoreDouble
let client: EventStoreDBClient
beforeEach(async () => {
  double = await startEventStoreDouble()
  client = EventStoreDBClient.connectionString(double.url)
})
afterEach(async () => {
  await client.dispose()
  await double.stop()
})

const event = (id: string = randomUUID(), data: object = {}) => jsonEvent({ id, type: 'Said', data })
const append = (
  events: ReturnType<typeof event>[],
  expectedRevision: AppendExpectedRevision,
  stream = 'a-1',
) => client.appendToStream(stream, events, { expectedRevision })
/** The package's own reading may miss that there is no stream, or wait for ever then. */
async function read(stream = 'a-1', reader = client): Promise<{ revision: number; data: unknown }[]> {
  const responses = await collect(reader, ofStream(stream, 0, 100), 10_000)
  return responses.flatMap((response) => {
    const one = response.getEvent()?.getEvent()
    if (!one) return []
    const data: unknown = JSON.parse(Buffer.from(one.getData_asU8()).toString('utf8'))
    return [{ revision: Number(one.getStreamRevision()), data }]
  })
}

describe.each([true, false])('appends, in batches: %s', (batches) => {
  beforeEach(() => {
    double.faults.batches = batches
  })

  test('at a wrong revision are refused with the actual one', async () => {
    await append([event(), event()], NO_STREAM)
    for (const wrong of [NO_STREAM, 0n, 7n] as const)
      await expect(append([event()], wrong)).rejects.toMatchObject({
        type: 'wrong-expected-version',
        actualVersion: 1n,
      })
  })

  test('with the same ids at the same revision are answered as the first time, whatever their content', async () => {
    const ids = [randomUUID(), randomUUID()] as const
    const first = await append(
      ids.map((id) => event(id)),
      NO_STREAM,
    )
    await append([event()], 1n)
    for (const expected of [NO_STREAM, ANY] as const)
      expect(
        await append(
          ids.map((id) => event(id, { rival: true })),
          expected,
        ),
      ).toMatchObject({
        success: true,
        nextExpectedRevision: 1n,
        position: first.position,
      })
    await expect(append([event(ids[0]), event()], NO_STREAM)).rejects.toMatchObject({
      type: 'wrong-expected-version',
    })
    expect((await read()).map(({ data }) => data)).toEqual([{}, {}, {}])
    // With its own revision as the expected one, an event is stored again.
    const last = randomUUID()
    await append([event(last)], 2n)
    await append([event(last)], 3n)
    expect(await read()).toHaveLength(5)
  })

  test('take as many bytes of data as are allowed, summed over their events, and nothing else counts', async () => {
    const of = (bytes: number) =>
      jsonEvent({
        type: 'T'.repeat(1_000),
        data: 'x'.repeat(bytes - 2),
        metadata: { long: 'm'.repeat(100_000) },
      })
    await append([of(1_048_576)], NO_STREAM)
    await append([of(524_288), of(524_288)], 0n)
    for (const large of [[of(1_048_577)], [of(524_288), of(524_289)]])
      await expect(append(large, 2n)).rejects.toMatchObject({
        type: 'maximum-append-size-exceeded',
        maxAppendSize: 1_048_576,
      })
  })

  test('say that they are too large before they ask for a leader or look at the revision', async () => {
    double.faults.notLeader = { times: 1, leaderPort: 1 }
    const large = jsonEvent({ type: 'Said', data: 'x'.repeat(1_048_577) })
    await expect(append([large], 7n)).rejects.toMatchObject({ type: 'maximum-append-size-exceeded' })
    expect(double.faults.notLeader.times).toBe(1)
  })

  test('go on in a stream that was deleted softly, and never in one that was deleted for good', async () => {
    await append([event(), event()], NO_STREAM)
    await client.deleteStream('a-1')
    expect(await read()).toEqual([])
    expect(await append([event()], NO_STREAM)).toMatchObject({ nextExpectedRevision: 2n })
    expect((await read()).map(({ revision }) => revision)).toEqual([2])
    await client.tombstoneStream('a-1')
    await expect(append([event()], NO_STREAM)).rejects.toMatchObject({ type: 'stream-deleted' })
    await expect(read()).rejects.toMatchObject({ code: 9 })
  })

  test('to a frozen server are answered when it goes on', async () => {
    await append([event()], NO_STREAM)
    double.freeze()
    const appending = append([event()], 0n)
    await vi.waitFor(() => expect(double.held()).toBe(1))
    double.thaw()
    await appending
    expect(await read()).toHaveLength(2)
  })
})

test('a batch with an empty stream name, or after its deadline, is refused', async () => {
  await expect(append([event()], NO_STREAM, '')).rejects.toMatchObject({ type: 'unknown' })
  await append([event()], NO_STREAM)
  const late = client.appendToStream('a-1', [event()], { deadline: 1 - 1_000_000 })
  await expect(late).rejects.toThrow()
  expect(await read()).toHaveLength(1)
})

test('`$maxCount` leaves the newest events, with their revisions', async () => {
  await append([event(), event(), event(), event()], NO_STREAM)
  double.keepNewest('a-1', 2)
  expect((await read()).map(({ revision }) => revision)).toEqual([2, 3])
})

test('a subscription gets a confirmation, events, checkpoints, that it has caught up, and live events', async () => {
  for (let nth = 0; nth < 40; nth += 1) await append([event()], ANY)
  const told: string[] = []
  const tell = (what: string) => () => void (told.at(-1) !== what && told.push(what))
  const checkpoint = { checkpointInterval: 1, maxSearchWindow: 64 }
  const filter = excludeSystemEvents({ ...checkpoint, checkpointReached: async () => tell('checkpoint')() })
  const subscription = client.subscribeToAll({ fromPosition: 'start', filter })
  subscription.on('confirmation', tell('confirmation'))
  subscription.on('data', tell('event'))
  subscription.on('caughtUp', tell('caught up'))
  await vi.waitFor(() => expect(told.at(-1)).toBe('caught up'))
  await append([event()], ANY)
  await vi.waitFor(() => expect(told.at(-1)).toBe('event'))
  expect(told).toEqual(['confirmation', 'event', 'checkpoint', 'event', 'caught up', 'event'])
  await subscription.unsubscribe()
})

test('a server that is killed ends what is being read at once, and is there again with its events', async () => {
  await append([event()], NO_STREAM)
  const subscription = client.subscribeToAll({ fromPosition: 'end' })
  const lost = new Promise((resolve) => subscription.on('error', resolve))
  await new Promise((resolve) => subscription.on('confirmation', resolve))
  await double.stop()
  expect(await lost).toBeInstanceOf(Error)
  await expect(append([event()], 0n)).rejects.toMatchObject({ code: 14 })
  await double.start()
  const again = EventStoreDBClient.connectionString(double.url)
  await vi.waitFor(async () => expect(await read('a-1', again)).toHaveLength(1), { timeout: 20_000 })
})

test('who does not say who they are may not read', async () => {
  await append([event()], NO_STREAM)
  double.faults.credentials = 'admin:right'
  await expect(read()).rejects.toMatchObject({ code: 7 })
})
