import { randomUUID } from 'node:crypto'
import { eventStoreConformance } from '@parley/kernel/log/event-store.conformance.ts'
import { AppendTooLarge, type EventStore, START, StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startNetwork } from '../network.double.ts'
import { type EventStoreDouble, noFaults, startEventStoreDouble } from './event-store.double.ts'
import { openEventStoreDb } from './event-store.ts'

let double: EventStoreDouble
beforeAll(async () => {
  double = await startEventStoreDouble()
})
afterAll(() => double.stop())

const opening =
  (options: { prefix?: string; batches?: boolean } = {}) =>
  async () => {
    const { url, stop, start, faults } = double
    const { prefix = '', batches = true } = options
    faults.batches = batches
    let store = await openEventStoreDb({ url, prefix })
    return {
      store,
      async reopen() {
        await store.close()
        store = await openEventStoreDb({ url, prefix })
        return store
      },
      another: () => openEventStoreDb({ url, prefix }),
      async restartServer() {
        await stop()
        await start()
      },
      async close() {
        await store.close()
        faults.batches = true
      },
    }
  }

eventStoreConformance('EventStoreDB (double)', opening())
eventStoreConformance('EventStoreDB (double) without batches', opening({ batches: false }))

describe('beside a noisy neighbour', () => {
  let noise: NodeJS.Timeout
  beforeAll(() => {
    let count = 0
    const huge = Buffer.alloc(2_000_000, 1)
    noise = setInterval(() => {
      count += 1
      for (let nth = 0; nth < 20; nth += 1)
        double.write(`orders-${nth}`, { type: 'OrderPlaced', data: Buffer.from('{"malformed":') })
      // Its names and types are nearly ours, its content is not.
      double.write(`parley-na-agent-${count}`, { type: 'SomethingHappened', data: Buffer.from([0xff, 0xfe]) })
      double.write('parley-eu', { type: 'SomethingHappened', data: Buffer.from('') })
      if (count % 100 === 0) double.write('pictures', { type: 'PictureTaken', data: huge, isJson: false })
    }, 2)
  })
  afterAll(() => clearInterval(noise))

  eventStoreConformance('EventStoreDB (double)', opening({ prefix: 'parley-eu-' }))
})

describe('EventStoreDB with faults', () => {
  let store: EventStore
  afterEach(async () => {
    await store.close()
    Object.assign(double.faults, noFaults())
  })
  const opened = async (timeoutMs: number): Promise<string> => {
    store = await openEventStoreDb({ url: double.url, timeoutMs })
    return `trouble-${randomUUID()}`
  }
  const event = () => ({ type: 'SomethingHappened', data: `{"a":"${randomUUID()}"}`, metadata: '{}' })

  test('every call to a stalled server fails with StoreUnavailable within a bounded time', async () => {
    const stream = await opened(100)
    double.faults.stalled = true
    await expect(store.append(stream, 'none', [event()])).rejects.toThrow(StoreUnavailable)
    await expect(store.readStream(stream)).rejects.toThrow(StoreUnavailable)
    await expect(store.head()).rejects.toThrow(StoreUnavailable)
    double.faults.stalled = false
    expect(await store.append(stream, 'none', [event()])).toMatchObject({ ok: true, revision: 0 })
  })

  test.each([true, false])(
    'an append whose answer was lost is repeated once (batches: %s)',
    async (batches) => {
      double.faults.batches = batches
      const stream = await opened(1000)
      double.faults.lostAnswers = 1
      expect(await store.append(stream, 'none', [event(), event()])).toMatchObject({ ok: true, revision: 1 })
      expect(await store.readStream(stream)).toHaveLength(2)
    },
  )

  test('a server whose feature request fails still accepts appends', async () => {
    const stream = await opened(1000)
    double.faults.featuresFail = true
    expect(await store.append(stream, 'none', [event()])).toMatchObject({ ok: true })
    double.faults.featuresFail = false
    expect(await store.append(stream, 0, [event()])).toMatchObject({ ok: true })
  })

  test('follows the named leader, and leaves it when it is down', async () => {
    const stream = await opened(1000)
    const leader = await startEventStoreDouble()
    double.faults.notLeader = { times: 1, leaderPort: leader.port }
    expect(await store.append(stream, 'none', [event()])).toMatchObject({ ok: true })
    const onLeader = await openEventStoreDb({ url: leader.url })
    expect(await onLeader.readStream(stream)).toHaveLength(1)
    await onLeader.close()
    await leader.stop()
    const other = await opened(1000)
    double.faults.notLeader = { times: 1, leaderPort: leader.port }
    expect(await store.append(other, 'none', [event()])).toMatchObject({ ok: true })
    expect(await store.readStream(other)).toHaveLength(1)
  })

  test('waits for an unavailable server, then fails', async () => {
    const server = await startEventStoreDouble()
    await server.stop()
    store = await openEventStoreDb({ url: server.url, timeoutMs: 200 })
    await expect(store.append('away-1', 'none', [event()])).rejects.toThrow(StoreUnavailable)
    const patient = await openEventStoreDb({ url: server.url })
    const appending = patient.append('away-1', 'none', [event()])
    await server.start()
    expect(await appending).toMatchObject({ ok: true })
    await patient.close()
    await server.stop()
  })

  test.each([true, false])('goes on after the server was frozen (batches: %s)', async (batches) => {
    double.faults.batches = batches
    const stream = await opened(200)
    await store.append(stream, 'none', [event()])
    const ending = new AbortController()
    const { signal } = ending
    const head = await store.head()
    const followers = [1, 2, 3].map(() => store.subscribe(head, { signal })[Symbol.asyncIterator]())
    const next = followers.map((follower) => follower.next())
    double.freeze()
    const said = [event()]
    await expect(store.append(stream, 0, said)).rejects.toThrow(StoreUnavailable)
    await expect(store.readStream(stream)).rejects.toThrow(StoreUnavailable)
    double.thaw()
    // Whether it was written or not, the same append may be sent again.
    expect(await store.append(stream, 0, said)).toMatchObject({ ok: true, revision: 1 })
    for (const one of next) expect((await one).value).toMatchObject([{ stream, revision: 1 }])
    expect(await store.readStream(stream)).toHaveLength(2)
    ending.abort()
  })

  test('an idle subscription notices that its server says nothing any more', async () => {
    const stream = await opened(100)
    const proxy = await startNetwork(double.port)
    await store.close()
    store = await openEventStoreDb({ url: `esdb://127.0.0.1:${proxy.port}?tls=false`, timeoutMs: 300 })
    await store.append(stream, 'none', [event()])
    const ending = new AbortController()
    const { signal } = ending
    const subscription = store.subscribe(await store.head(), { signal })[Symbol.asyncIterator]()
    const next = subscription.next()
    await vi.waitFor(() => expect(proxy.connections()).toBe(1))
    // The connection stays open and carries nothing, as behind a router that has forgotten it.
    proxy.loseSilently()
    await vi.waitFor(() => expect(proxy.connections()).toBe(2), { timeout: 30_000 })
    const other = await openEventStoreDb({ url: double.url })
    await other.append(stream, 0, [event()])
    await other.close()
    expect((await next).value).toMatchObject([{ stream, revision: 1 }])
    ending.abort()
    await store.close()
    await proxy.stop()
  })

  test('an idle subscription survives losing its server several times', async () => {
    const stream = await opened(1000)
    const ending = new AbortController()
    const subscription = store
      .subscribe(await store.head(), { signal: ending.signal })
      [Symbol.asyncIterator]()
    for (const revision of [0, 1, 2]) {
      const next = subscription.next()
      await double.stop()
      await double.start()
      const expected = revision === 0 ? 'none' : revision - 1
      expect(await store.append(stream, expected, [event()])).toMatchObject({ ok: true })
      expect((await next).value).toMatchObject([{ stream, revision }])
    }
    ending.abort()
    expect(await subscription.next()).toMatchObject({ done: true })
  })

  test('a subscription that the server never confirms is started again', async () => {
    const stream = await opened(100)
    const head = await store.head()
    const ending = new AbortController()
    double.faults.stalled = true
    const next = store.subscribe(head, { signal: ending.signal })[Symbol.asyncIterator]().next()
    await expect(store.readAll(START, 1)).rejects.toThrow(StoreUnavailable)
    double.faults.stalled = false
    await store.append(stream, 'none', [event()])
    expect((await next).value).toMatchObject([{ stream, revision: 0 }])
    ending.abort()
  })

  test('the server sends only events of the types that are read', async () => {
    const stream = await opened(1000)
    const after = await store.head()
    const many = Array.from({ length: 200 }, event)
    await store.append(stream, 'none', [...many, { ...event(), type: 'Rare' }])
    const until = await store.head()
    const sent = double.sent()
    const signal = new AbortController().signal
    const parts = await Array.fromAsync(store.readUntil(until, { after, types: ['Rare'], signal }))
    expect(parts.flatMap(({ events }) => events)).toMatchObject([{ stream, type: 'Rare' }])
    expect(double.sent() - sent).toBe(1)
  })

  test('reading up to a position survives losing its server', async () => {
    const stream = await opened(1000)
    const after = await store.head()
    const large = () => ({ ...event(), data: JSON.stringify('x'.repeat(10_000)) })
    for (let nth = 0; nth < 20; nth++)
      await store.append(stream, nth === 0 ? 'none' : nth * 50 - 1, Array.from({ length: 50 }, large))
    const until = await store.head()
    const types = ['SomethingHappened']
    let losses = 0
    const revisions: number[] = []
    const signal = new AbortController().signal
    for await (const { events } of store.readUntil(until, { after, types, batchSize: 50, signal })) {
      revisions.push(...events.map(({ revision }) => revision))
      if (losses++ > 2) continue
      await double.stop()
      await double.start()
    }
    expect(revisions).toEqual(Array.from({ length: 1_000 }, (_, nth) => nth))
  })

  test('refuses an invalid address without repeating its password', async () => {
    await opened(1000)
    const warned = vi.spyOn(console, 'warn')
    for (const url of [
      'http://admin:secret@host:2113',
      'esdb://admin:secret',
      'esdb://admin:secret@',
      'esdb://admin:secret@host:2113?tlx=1',
      'esdb://admin:secret@host:2113?tls=perhaps',
    ]) {
      const refused = await openEventStoreDb({ url }).catch(String)
      expect(refused).toMatch(/EVENT_STORE_URL/)
      expect(refused).not.toContain('secret')
    }
    expect(warned).not.toHaveBeenCalled()
  })

  test('texts come back byte for byte, also where a parser would change them', async () => {
    const stream = await opened(1000)
    const events = [{ type: 'Said', data: '{ "a": 1.0, "a": 2 }', metadata: '{"b":  1}' }]
    await store.append(stream, 'none', events)
    expect(await store.readStream(stream)).toMatchObject(events)
  })

  test("an append above the server's limit fails at once", async () => {
    const stream = await opened(1000)
    const large = { type: 'Said', data: JSON.stringify('x'.repeat(498)), metadata: `"${'m'.repeat(900)}"` }
    double.faults.maxAppendSize = 1_000
    expect(await store.append(stream, 'none', [large, large])).toMatchObject({ ok: true })
    double.faults.maxAppendSize = 999
    await expect(store.append(stream, 1, [large, large])).rejects.toThrow(
      new AppendTooLarge(stream, 1_000, 999),
    )
  })
})
