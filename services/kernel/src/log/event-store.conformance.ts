import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type Appended,
  AppendTooLarge,
  type EventStore,
  type Expected,
  MAX_APPEND_BYTES,
  type NewEvent,
  type ReadOptions,
  type ReadPart,
  START,
  type StoredEvent,
} from './event-store.ts'

/**
 * How an engine's test opens the store under test. Each opening has its own events, or the tests ignore those of
 * others.
 */
export type OpenedEventStore = {
  store: EventStore
  /** Closes the store and opens it again on the same events. */
  reopen?(): Promise<EventStore>
  /** Opens a second handle on the same events; the suite closes it. */
  another?(): Promise<EventStore>
  /** Stops the server and starts it again with its events. */
  restartServer?(): Promise<void>
  close(): Promise<void>
}

/** The conformance suite of event store engines. Each test uses new streams, since the store may be shared. */
export function eventStoreConformance(name: string, open: () => Promise<OpenedEventStore>): void {
  const opened: OpenedEventStore[] = []
  const opening = async (): Promise<OpenedEventStore> => {
    const next = await open()
    opened.push(next)
    return next
  }
  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close()
  })

  describe(`${name} appends`, () => {
    test('events that read back as they were appended, with revisions from 0', async () => {
      const { store } = await opening()
      const stream = newStream()
      const events = [newEvent({ text: 'one' }), newEvent({ text: 'two' })]
      const appended = await store.append(stream, 'none', events)
      const read = await store.readStream(stream)
      expect(read.map(newEventOf)).toEqual(events)
      expect(read.map(({ revision }) => revision)).toEqual([0, 1])
      expect(read.map((event) => event.stream)).toEqual([stream, stream])
      expect(appended).toEqual({ ok: true, revision: 1, position: read[1]?.position })
    })

    test('at growing positions, of which head is the newest', async () => {
      const { store } = await opening()
      const before = await store.head()
      const first = await store.append(newStream(), 'none', [newEvent()])
      const second = await store.append(newStream(), 'none', [newEvent(), newEvent()])
      if (!first.ok || !second.ok) throw new Error('a fresh stream refused its first event')
      expect(first.position).toBeGreaterThan(before)
      expect(second.position).toBeGreaterThan(first.position)
      expect(await store.head()).toBe(second.position)
    })

    test('only with `none` expected to a missing stream, which reads empty', async () => {
      const { store } = await opening()
      const stream = newStream()
      expect(await store.readStream(stream)).toEqual([])
      expect(await store.append(stream, 0, [newEvent()])).toEqual({ ok: false, actual: 'none' })
      expect(await store.readStream(stream)).toEqual([])
    })

    test('nothing at a wrong expectation, and returns the actual revision', async () => {
      const { store } = await opening()
      const stream = newStream()
      await store.append(stream, 'none', [newEvent(), newEvent()])
      expect(await store.append(stream, 'none', [newEvent()])).toEqual({ ok: false, actual: 1 })
      expect(await store.append(stream, 0, [newEvent()])).toEqual({ ok: false, actual: 1 })
      expect(await store.append(stream, 7, [newEvent()])).toEqual({ ok: false, actual: 1 })
      expect(await store.append(stream, 1, [newEvent()])).toMatchObject({ ok: true, revision: 2 })
    })

    test('one of concurrent appends; the others succeed when they retry', async () => {
      const { store } = await opening()
      const stream = newStream()
      const first = await Promise.all(
        Array.from({ length: 8 }, () => store.append(stream, 'none', [newEvent()])),
      )
      expect(first.filter(({ ok }) => ok)).toHaveLength(1)
      expect(first.filter((result) => !result.ok && result.actual === 0)).toHaveLength(7)
      const events = Array.from({ length: 8 }, () => newEvent())
      await Promise.all(events.map((event) => appendUntilIn(store, stream, 0, event)))
      const ids = (await store.readStream(stream, { from: 1 })).map(({ data }) => data)
      expect(ids.toSorted()).toEqual(events.map(({ data }) => data).toSorted())
    })

    test('every event of 64 writers, with each stream in order', async () => {
      const { store } = await opening()
      const streams = Array.from({ length: 64 }, newStream)
      const before = await store.head()
      await Promise.all(
        streams.map(async (stream) => {
          for (let number = 0; number < 10; number += 1)
            await append(store, stream, number === 0 ? 'none' : number - 1, [newEvent({ number })])
        }),
      )
      for (const stream of streams)
        expect((await store.readStream(stream)).map(({ data }) => data)).toEqual(
          Array.from({ length: 10 }, (_, number) => JSON.stringify({ number })),
        )
      const all = await store.readAll(before, 10_000)
      expect(all.filter(({ stream }) => streams.includes(stream))).toHaveLength(640)
    })

    test('the same events at the same revision as a repetition with the first answer', async () => {
      const { store } = await opening()
      const stream = newStream()
      const started = [newEvent(), newEvent()]
      const first = await store.append(stream, 'none', started)
      const more = [newEvent()]
      const second = await store.append(stream, 1, more)
      expect(await store.append(stream, 'none', started)).toEqual(first)
      expect(await store.append(stream, 1, more)).toEqual(second)
      expect(await store.append(stream, 1, more)).toEqual(second)
      expect(await store.readStream(stream)).toHaveLength(3)
    })

    test('one command of two processes once, with a conflict for the second', async () => {
      const { store, another } = await opening()
      const other = another ? await another() : store
      const stream = newStream()
      await append(store, stream, 'none', [newEvent()])
      // The processes have the same idempotency key, but each its own time and its own sealed text.
      const attempts = ['one', 'two'].map((sealed) => [
        { ...newEvent({ sealed }), metadata: '{"command":"same"}' },
        { ...newEvent({ also: sealed }), metadata: '{"command":"same"}' },
      ])
      const [first, rival] = await Promise.all([
        store.append(stream, 0, attempts[0] ?? []),
        other.append(stream, 0, attempts[1] ?? []),
      ])
      const won = first?.ok ? attempts[0] : attempts[1]
      expect([first?.ok, rival?.ok].filter(Boolean)).toHaveLength(1)
      expect([first, rival]).toContainEqual({ ok: false, actual: 2 })
      for (const event of [{ metadata: '{"command":"other"}' }, { data: '{"sealed":"three"}' }]) {
        const near = (won ?? []).map((own) => ({ ...own, ...event }))
        expect(await store.append(stream, 0, near)).toEqual({ ok: false, actual: 2 })
      }
      expect((await store.readStream(stream, { from: 1 })).map(newEventOf)).toEqual(won)
      if (other !== store) await other.close()
    })

    test('nothing when a known event comes with new ones: a conflict, not a repetition', async () => {
      const { store } = await opening()
      const stream = newStream()
      const event = newEvent()
      await append(store, stream, 'none', [event, newEvent()])
      expect(await store.append(stream, 'none', [event, newEvent()])).toEqual({ ok: false, actual: 1 })
    })

    test('several events together or not at all', async () => {
      const { store } = await opening()
      const stream = newStream()
      const rivals = Array.from({ length: 6 }, () => [newEvent(), newEvent(), newEvent()])
      const results = await Promise.all(rivals.map((events) => store.append(stream, 'none', events)))
      const winner = rivals[results.findIndex(({ ok }) => ok)] ?? []
      expect((await store.readStream(stream)).map(newEventOf)).toEqual(winner)
    })

    test('at most 1 MiB of data at once, counted in bytes and without metadata', async () => {
      const { store } = await opening()
      const metadata = JSON.stringify({ tenant: 'test', note: 'x'.repeat(10_000) })
      /** Returns data of this many bytes, mostly in characters of three bytes. */
      const ofBytes = (bytes: number): NewEvent => {
        const inner = bytes - JSON.stringify({ text: '' }).length
        const text = `${'€'.repeat(Math.floor(inner / 3))}${'a'.repeat(inner % 3)}`
        return { ...newEvent({ text }), metadata }
      }
      const stream = newStream()
      const most = [ofBytes(MAX_APPEND_BYTES)]
      await append(store, stream, 'none', most)
      const halves = [ofBytes(MAX_APPEND_BYTES / 2), ofBytes(MAX_APPEND_BYTES / 2)]
      await append(store, stream, 0, halves)
      for (const events of [
        [ofBytes(MAX_APPEND_BYTES + 1)],
        [ofBytes(MAX_APPEND_BYTES / 2), ofBytes(MAX_APPEND_BYTES / 2 + 1)],
      ])
        await expect(store.append(stream, 2, events)).rejects.toThrow(AppendTooLarge)
      expect((await store.readStream(stream)).map(newEventOf)).toEqual([...most, ...halves])
    })

    test('nothing for an empty list, an empty stream name or a system name', async () => {
      const { store } = await opening()
      await expect(store.append(newStream(), 'none', [])).rejects.toThrow(TypeError)
      await expect(store.append('', 'none', [newEvent()])).rejects.toThrow(TypeError)
      await expect(store.append('$settings', 'none', [newEvent()])).rejects.toThrow(TypeError)
      await expect(store.append(newStream(), -1, [newEvent()])).rejects.toThrow(TypeError)
      const system = { ...newEvent(), type: '$metadata' }
      await expect(store.append(newStream(), 'none', [system])).rejects.toThrow(TypeError)
    })

    test.each([
      [
        'scripts, emoji, control characters and quotes',
        { text: 'Füße 漢字 عربى 👩‍👩‍👧 \u0000\u2028"\\', '': [null, 0.1, 1e21] },
      ],
      ['nearly a megabyte', { text: 'a€'.repeat(240_000) }],
    ])('%s come back byte for byte', async (_, value) => {
      const { store } = await opening()
      const stream = newStream()
      const event = { ...newEvent(value), metadata: JSON.stringify({ tenant: 'ünï', at: 1 }) }
      const before = await store.head()
      await append(store, stream, 'none', [event])
      expect((await store.readStream(stream)).map(newEventOf)).toEqual([event])
      const all = await store.readAll(before, 100)
      expect(all.filter((stored) => stored.stream === stream).map(newEventOf)).toEqual([event])
    })
  })

  describe(`${name} reads`, () => {
    test('a stream from a revision, at most as many events as requested', async () => {
      const { store } = await opening()
      const stream = newStream()
      await append(
        store,
        stream,
        'none',
        Array.from({ length: 5 }, (_, number) => newEvent({ number })),
      )
      const revisions = async (options: { from?: number; limit?: number }): Promise<number[]> =>
        (await store.readStream(stream, options)).map(({ revision }) => revision)
      expect(await revisions({ from: 3 })).toEqual([3, 4])
      expect(await revisions({ limit: 2 })).toEqual([0, 1])
      expect(await revisions({ from: 1, limit: 2 })).toEqual([1, 2])
      expect(await revisions({ from: 5 })).toEqual([])
    })

    test('all streams in the order of their appends, page by page without gap or overlap', async () => {
      const { store } = await opening()
      const before = await store.head()
      const appended = await appendMany(store, 2500)
      const paged: StoredEvent[] = []
      for (let after = before; ; ) {
        const page = await store.readAll(after, 700)
        expect(page.length).toBeLessThanOrEqual(700)
        paged.push(...page)
        const last = page.at(-1)
        if (!last) break
        after = last.position
      }
      expect(paged.map(({ data }) => data)).toEqual(appended)
      expect((await store.readAll(before, 10_000)).map(({ data }) => data)).toEqual(appended)
      expect(await store.readAll(await store.head(), 10)).toEqual([])
    })

    test('the events from before the store was reopened', async () => {
      const { store, reopen } = await opening()
      if (!reopen) return
      const stream = newStream()
      const events = [newEvent(), newEvent()]
      const first = await store.append(stream, 'none', events)
      const reopened = await reopen()
      expect((await reopened.readStream(stream)).map(newEventOf)).toEqual(events)
      expect(await reopened.append(stream, 'none', events)).toEqual(first)
      expect(await reopened.append(stream, 1, [newEvent()])).toMatchObject({ ok: true, revision: 2 })
    })

    test('what another handle appends, and both detect conflicts', async () => {
      const { store, another } = await opening()
      if (!another) return
      const other = await another()
      try {
        const stream = newStream()
        await append(store, stream, 'none', [newEvent()])
        expect(await other.append(stream, 'none', [newEvent()])).toEqual({ ok: false, actual: 0 })
        const reading = collect(store, await store.head(), 1)
        const event = newEvent()
        await append(other, stream, 0, [event])
        expect((await reading).map(newEventOf)).toEqual([event])
      } finally {
        await other.close()
      }
    })
  })

  describe(`${name} subscribes`, () => {
    test('to past events, then to new ones, in one order without gap', async () => {
      const { store } = await opening()
      const before = await store.head()
      const past = await appendMany(store, 1200)
      const reading = collect(store, before, 1500)
      const live = await appendMany(store, 300)
      const read = await reading
      expect(read.map(({ data }) => data)).toEqual([...past, ...live])
      expect(isGrowing(read)).toBe(true)
    })

    test('from a position among past events', async () => {
      const { store } = await opening()
      const before = await store.head()
      const appended = await appendMany(store, 50)
      const [, , third] = await store.readAll(before, 50)
      const read = await collect(store, third?.position ?? START, 47)
      expect(read.map(({ data }) => data)).toEqual(appended.slice(3))
    })

    test('in batches no larger than requested', async () => {
      const { store } = await opening()
      const before = await store.head()
      await appendMany(store, 40)
      const ending = new AbortController()
      let read = 0
      for await (const batch of store.subscribe(before, { signal: ending.signal, batchSize: 7 })) {
        expect(batch.length).toBeLessThanOrEqual(7)
        expect(batch.length).toBeGreaterThan(0)
        read += batch.length
        if (read >= 40) ending.abort()
      }
      expect(read).toBe(40)
    })

    test('from the last position after an interruption, without missing an event', async () => {
      const { store, reopen } = await opening()
      const before = await store.head()
      const first = await appendMany(store, 30)
      const broken = new AbortController()
      const part = await take(
        store.subscribe(before, { signal: broken.signal, batchSize: 5 })[Symbol.asyncIterator](),
        10,
      )
      broken.abort()
      const continued = reopen ? await reopen() : store
      const reading = collect(continued, part.at(-1)?.position ?? START, 50 - part.length)
      const second = await appendMany(continued, 20)
      const read = [...part, ...(await reading)]
      expect(read.map(({ data }) => data)).toEqual([...first, ...second])
    })

    test('to exactly the stored events, whoever appends and however often', async () => {
      const { store, another } = await opening()
      const other = another ? await another() : undefined
      try {
        await appendMany(store, 1)
        const before = await store.head()
        const stream = newStream()
        const appended = [newEvent({ text: 'one' }), newEvent({ text: 'two' })]
        await append(store, stream, 'none', appended)
        await append(other ?? store, newStream(), 'none', [newEvent()])
        await append(store, stream, 1, [newEvent({ text: 'three' })])
        // Sealed again for a second try, the same event has another text; the first text is kept.
        const again = appended.map((event) => ({ ...event, data: '{"text":"anew"}' }))
        expect(await store.append(stream, 'none', again)).toMatchObject({ ok: false })
        expect(await store.append(stream, 'none', appended)).toMatchObject({ ok: true, revision: 1 })
        const soFar = await collect(store, before, 4)
        expect(soFar).toEqual(await store.readAll(before, 4))
        await append(store, stream, 2, [newEvent({ text: 'four' })])
        const read = await collect(store, before, 5)
        expect(read).toEqual(await store.readAll(before, 5))
        for (const { position } of read.slice(0, -1)) {
          const rest = await store.readAll(position, 5)
          expect(await collect(store, position, rest.length)).toEqual(rest)
        }
      } finally {
        await other?.close()
      }
    })

    test('across a restart of the server', async ({ skip }) => {
      const { store, restartServer } = await opening()
      if (!restartServer) return skip('this engine has no server that the test can restart')
      const before = await store.head()
      const ending = new AbortController()
      const subscription = store.subscribe(before, { signal: ending.signal })[Symbol.asyncIterator]()
      const first = await appendMany(store, 5)
      const read = await take(subscription, 5)
      await restartServer()
      const reading = take(subscription, 5)
      const second = await appendMany(store, 5)
      expect([...read, ...(await reading)].map(({ data }) => data)).toEqual([...first, ...second])
      ending.abort()
      expect(await subscription.next()).toMatchObject({ done: true })
    })

    test('at the pace of a slow reader, without buffering what was not requested', async () => {
      const { store } = await opening()
      const ending = new AbortController()
      const subscription = store
        .subscribe(await store.head(), { signal: ending.signal, batchSize: 5 })
        [Symbol.asyncIterator]()
      const appended: string[] = []
      const appendLarge = async (): Promise<void> => {
        const stream = newStream()
        await append(store, stream, 'none', [newEvent({ payload: 'x'.repeat(100_000) })])
        appended.push(stream)
      }
      await appendLarge()
      const read = await take(subscription, 1)
      const before = heapUsed()
      while (appended.length < 400) await appendLarge()
      expect(heapUsed() - before).toBeLessThan(20_000_000)
      const streams = read.map(({ stream }) => stream)
      while (streams.length < 400) streams.push(...(await take(subscription, 1)).map(({ stream }) => stream))
      expect(streams).toEqual(appended)
      ending.abort()
    })

    test('until the signal aborts, waiting or not', async () => {
      const { store } = await opening()
      const ended = new AbortController()
      ended.abort()
      for await (const _ of store.subscribe(START, { signal: ended.signal })) throw new Error('it went on')
      const ending = new AbortController()
      const waiting = store
        .subscribe(await store.head(), { signal: ending.signal })
        [Symbol.asyncIterator]()
        .next()
      const leaving = store.subscribe(await store.head(), { signal: ending.signal })[Symbol.asyncIterator]()
      const live = take(leaving, 1)
      await appendMany(store, 1)
      await live
      await waiting
      const more = leaving.next()
      ending.abort()
      expect(await more).toMatchObject({ done: true })
    })

    test('without events of the server itself', async () => {
      const { store } = await opening()
      const before = await store.head()
      const appended = await appendMany(store, 20)
      expect((await collect(store, before, 20)).map(({ data }) => data)).toEqual(appended)
      expect((await store.readAll(before, 100)).map(({ data }) => data)).toEqual(appended)
      for (const { type, stream } of [
        ...(await collect(store, START, 1)),
        ...(await store.readAll(START, 9)),
      ]) {
        expect(type.startsWith('$')).toBe(false)
        expect(stream.startsWith('$')).toBe(false)
      }
    })
  })

  describe(`${name} reads up to a position`, () => {
    test('only the events of some types, saying how far it searched', async () => {
      const { store } = await opening()
      const after = await store.head()
      const own = `Rare${randomUUID().replaceAll('-', '')}`
      const rare = (text: string): NewEvent => ({ ...newEvent({ text }), type: own })
      await append(store, newStream(), 'none', [rare('one')])
      await appendMany(store, 2_500)
      await append(store, newStream(), 'none', [rare('two'), newEvent(), rare('three')])
      await appendMany(store, 10)
      const until = await store.head()
      await append(store, newStream(), 'none', [rare('too late')])
      const parts = await readUntil(store, until, { after, types: [own, 'NeverAppended'], batchSize: 2 })
      const found = parts.flatMap(({ events }) => events)
      expect(found.map(({ data }) => JSON.parse(data).text)).toEqual(['one', 'two', 'three'])
      expect(found).toEqual(
        (await store.readAll(after, 3_000)).filter(({ type }) => type === own).slice(0, 3),
      )
      const positions = parts.map(({ position }) => position)
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
      expect(positions.at(-1)).toBe(until)
      for (const { events, position } of parts) {
        expect(events.length).toBeLessThanOrEqual(2)
        expect(events.every((event) => event.position <= position)).toBe(true)
      }
      for (const [nth, { position }] of parts.entries()) {
        const rest = await readUntil(store, until, { after: position, types: [own] })
        expect(rest.flatMap(({ events }) => events)).toEqual(
          parts.slice(nth + 1).flatMap(({ events }) => events),
        )
      }
    })

    test('all events where no types are named', async () => {
      const { store } = await opening()
      const after = await store.head()
      const appended = await appendMany(store, 30)
      const until = await store.head()
      await appendMany(store, 5)
      const parts = await readUntil(store, until, { after, batchSize: 7 })
      expect(parts.flatMap(({ events }) => events).map(({ data }) => data)).toEqual(appended)
      expect(parts.at(-1)?.position).toBe(until)
      expect(await readUntil(store, until, { after: until })).toEqual([])
    })

    test('with large events, a few at a time', async () => {
      const { store } = await opening()
      const after = await store.head()
      for (let nth = 0; nth < 6; nth++)
        await append(store, newStream(), 'none', [newEvent({ nth, payload: 'x'.repeat(1_000_000) })])
      const until = await store.head()
      const types = ['SomethingHappened']
      const parts = await readUntil(store, until, { after, types })
      const read = parts.flatMap(({ events }) => events)
      expect(read.map(({ data }) => JSON.parse(data).nth)).toEqual([0, 1, 2, 3, 4, 5])
      expect(Math.max(...parts.map(({ events }) => events.length))).toBeLessThan(6)
    })
  })
}

const newStream = (): string => `test-${randomUUID()}`

/** Returns an event with unique data, unless `data` is given. */
function newEvent(data: object = { unique: randomUUID() }): NewEvent {
  return {
    type: 'SomethingHappened',
    data: JSON.stringify(data),
    metadata: JSON.stringify({ tenant: 'test' }),
  }
}

function newEventOf({ type, data, metadata }: StoredEvent): NewEvent {
  return { type, data, metadata }
}

async function append(
  store: EventStore,
  stream: string,
  expected: Expected,
  events: NewEvent[],
): Promise<Appended> {
  const appended = await store.append(stream, expected, events)
  if (!appended.ok) throw new Error(`expected ${expected} in ${stream}, found ${appended.actual}`)
  return appended
}

async function appendUntilIn(
  store: EventStore,
  stream: string,
  expected: Expected,
  event: NewEvent,
): Promise<void> {
  const appended = await store.append(stream, expected, [event])
  if (!appended.ok) await appendUntilIn(store, stream, appended.actual, event)
}

/** Appends to new streams, ten events each, one append after another. Returns their data in that order. */
async function appendMany(store: EventStore, count: number): Promise<string[]> {
  const appended: string[] = []
  while (appended.length < count) {
    const events = Array.from({ length: Math.min(10, count - appended.length) }, () => newEvent())
    await append(store, newStream(), 'none', events)
    appended.push(...events.map(({ data }) => data))
  }
  return appended
}

/** Returns the first `count` events of a new subscription. */
async function collect(store: EventStore, after: number, count: number): Promise<StoredEvent[]> {
  const ending = new AbortController()
  const read = await take(store.subscribe(after, { signal: ending.signal })[Symbol.asyncIterator](), count)
  ending.abort()
  return read
}

async function readUntil(
  store: EventStore,
  until: number,
  options: Omit<ReadOptions, 'signal'>,
): Promise<ReadPart[]> {
  return Array.fromAsync(store.readUntil(until, { ...options, signal: new AbortController().signal }))
}

async function take(subscription: AsyncIterator<StoredEvent[]>, count: number): Promise<StoredEvent[]> {
  const read: StoredEvent[] = []
  while (read.length < count) {
    const next = await subscription.next()
    if (next.done) throw new Error(`the subscription ended after ${read.length} of ${count} events`)
    read.push(...next.value)
  }
  return read
}

const isGrowing = (events: StoredEvent[]): boolean =>
  events.every(({ position }, at) => at === 0 || position > (events[at - 1]?.position ?? START))

/** Returns the used heap after a garbage collection, in bytes. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
