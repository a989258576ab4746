import { randomUUID } from 'node:crypto'
import { eventStoreConformance } from '@parley/kernel/event-store.conformance.ts'
import {
  AppendTooLarge,
  type EventStore,
  MAX_APPEND_BYTES,
  START,
  StoreUnavailable,
} from '@parley/kernel/event-store.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type EventStoreDouble, startEventStoreDouble } from './event-store.double.ts'
import { openEventStoreDb } from './event-store.ts'

let double: EventStoreDouble
beforeAll(async () => {
  double = await startEventStoreDouble()
})
afterAll(() => double.stop())

eventStoreConformance('EventStoreDB (double)', async () => {
  const { url, stop, start } = double
  let store = await openEventStoreDb({ url })
  return {
    store,
    async reopen() {
      await store.close()
      store = await openEventStoreDb({ url })
      return store
    },
    another: () => openEventStoreDb({ url }),
    async restartServer() {
      await stop()
      await start()
    },
    close: () => store.close(),
  }
})

describe('EventStoreDB with faults', () => {
  let store: EventStore
  afterEach(async () => {
    await store.close()
    Object.assign(double.faults, {
      maxAppendSize: MAX_APPEND_BYTES,
      stalled: false,
      featuresFail: false,
      notLeader: { times: 0, leaderPort: 0 },
      lostAnswers: 0,
    })
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

  test('an append whose answer was lost is repeated and takes effect once', async () => {
    const stream = await opened(100)
    double.faults.lostAnswers = 1
    expect(await store.append(stream, 'none', [event(), event()])).toMatchObject({ ok: true, revision: 1 })
    expect(await store.readStream(stream)).toHaveLength(2)
  })

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

  test('refuses JSON texts that would change', async () => {
    const stream = await opened(1000)
    await expect(store.append(stream, 'none', [{ ...event(), data: '{ "a": 1 }' }])).rejects.toThrow(
      /JSON.stringify/,
    )
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
