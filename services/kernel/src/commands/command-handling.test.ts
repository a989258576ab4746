import { defineEvents, ERASED, type EventOf, personal, secret } from '@parley/contracts/message.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { EventStore } from '../log/event-store.ts'
import { verifyLog } from '../log/verification.ts'
import { type CommandContext, createCommandHandler } from './command-handling.ts'
import { type Aggregate, accept, refuse } from './decider.ts'

const events = defineEvents({
  NoteTaken: {
    version: 1,
    data: z.object({ text: personal(), token: secret().optional(), topic: z.string() }),
  },
})
type NoteEvent = EventOf<typeof events>
type Notes = { texts: string[] }
type TakeNote = { type: 'TakeNote'; text: string; token?: string }

const notes: Aggregate<Notes, TakeNote, NoteEvent> = {
  category: 'note',
  events,
  decider: {
    initialState: { texts: [] },
    evolve: (state, event) => ({ texts: [...state.texts, event.data.text] }),
    decide(command, state) {
      if (state.texts.length >= 500) return refuse('full', 'The notebook is full.')
      return accept({ type: 'NoteTaken', data: { text: command.text, token: command.token, topic: 'cats' } })
    },
  },
}

let region: TestRegion
beforeEach(async () => {
  region = await openTestRegion()
})
afterEach(() => region.close())

let count = 0
function context(tenant = 'w1', command = `c${count++}`): CommandContext {
  return {
    tenant,
    actor: { kind: 'user', id: 'u1' },
    cause: { via: 'dashboard', command, correlation: 'r1' },
    subject: 'visitor-v1',
  }
}

describe('handling a command', () => {
  test('appends the events that the decider accepts and returns the state after them', async () => {
    const handled = await region.handle(notes, '1', { type: 'TakeNote', text: 'hello' }, context())
    expect(handled).toMatchObject({ ok: true, state: { texts: ['hello'] }, revision: 0, repeated: false })
  })

  test('appends once for one idempotency key, whether the stream is in memory or not', async () => {
    const first = await region.handle(notes, '1', { type: 'TakeNote', text: 'once' }, context('w1', 'same'))
    const warm = await region.handle(notes, '1', { type: 'TakeNote', text: 'once' }, context('w1', 'same'))
    region.commands.evict('note', '1')
    const cold = await region.handle(notes, '1', { type: 'TakeNote', text: 'once' }, context('w1', 'same'))
    expect(first.ok && warm.ok && cold.ok && [warm.repeated, cold.repeated]).toEqual([true, true])
    expect(first.ok && cold.ok && cold.position === first.position).toBe(true)
    expect(await region.eventStore.readStream('note-1')).toHaveLength(1)
  })

  test('handles concurrent commands on one stream one after the other, each once', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        region.handle(notes, '1', { type: 'TakeNote', text: `n${index}` }, context()),
      ),
    )
    const loaded = await region.load(notes, '1', 'w1')
    expect(new Set(loaded?.state.texts).size).toBe(50)
  })

  test('tries again when another process appended to the stream in the meantime', async () => {
    const other = await openTestRegion()
    try {
      await region.handle(notes, '1', { type: 'TakeNote', text: 'a' }, context())
      const stored = await region.eventStore.readStream('note-1')
      await region.eventStore.append('note-1', 0, [stored[0]!])
      const handled = await region.handle(notes, '1', { type: 'TakeNote', text: 'b' }, context())
      expect(handled).toMatchObject({ ok: true, revision: 2 })
    } finally {
      await other.close()
    }
  })

  test('of two processes that handle one command concurrently, one appends, and both continue', async () => {
    const { eventStore, keyring } = region
    const other = createCommandHandler({ eventStore, keyring })
    await region.handle(notes, '1', { type: 'TakeNote', text: 'first' }, context())
    await other.load(notes, '1')
    const same = context('w1', 'same key')
    const [mine, theirs] = await Promise.all([
      region.handle(notes, '1', { type: 'TakeNote', text: 'as one sealed it' }, same),
      other.handle(notes, '1', { type: 'TakeNote', text: 'as another sealed it' }, same),
    ])
    expect([mine, theirs].map((handled) => handled.ok && handled.repeated).toSorted()).toEqual([false, true])
    if (!mine.ok || !theirs.ok) throw new Error('refused')
    expect(mine.position).toBe(theirs.position)
    expect(mine.state).toEqual(theirs.state)
    for (const handler of [other, region.commands])
      await handler.handle(notes, '1', { type: 'TakeNote', text: 'more' }, context())
    expect(await eventStore.readStream('note-1')).toHaveLength(4)
    expect((await verifyLog(eventStore)).faults).toEqual([])
  })

  test('after a refresh, a stream has what another process appended, without an invalidation', async () => {
    const { eventStore, keyring } = region
    const other = createCommandHandler({ eventStore, keyring })
    await region.handle(notes, '1', { type: 'TakeNote', text: 'mine' }, context())
    await other.handle(notes, '1', { type: 'TakeNote', text: 'theirs' }, context())
    expect((await region.load(notes, '1'))?.state.texts).toEqual(['mine'])
    await region.commands.refresh('note', '1')
    expect((await region.load(notes, '1'))?.state.texts).toEqual(['mine', 'theirs'])
  })

  test('keeps streams up to a limit in bytes and evicts only those of the tenant with large ones', async () => {
    const { eventStore, keyring } = region
    const read: string[] = []
    const watched: EventStore = {
      ...eventStore,
      readStream(stream, options) {
        read.push(stream)
        return eventStore.readStream(stream, options)
      },
    }
    const commands = createCommandHandler({ eventStore: watched, keyring, maxBytes: 200_000 })
    const note = (id: string, tenant: string, text: string) =>
      commands.handle(notes, id, { type: 'TakeNote', text }, context(tenant))
    await note('quiet', 'w2', 'short')
    for (let nth = 0; nth < 8; nth++) await note(`${nth}`, 'w1', 'x'.repeat(15_000))
    read.length = 0
    await commands.load(notes, 'quiet', 'w2')
    await commands.load(notes, '7', 'w1')
    expect(read).toEqual([])
    await commands.load(notes, '0', 'w1')
    expect(read).toEqual(['note-0'])
  })

  test('does not refuse or skip a command based on a state that another process has changed', async () => {
    const { eventStore, keyring } = region
    const other = createCommandHandler({ eventStore, keyring })
    const door: Aggregate<string, 'open' | 'enter' | 'close', NoteEvent> = {
      events,
      category: 'door',
      decider: {
        initialState: 'closed',
        evolve: (_, event) => event.data.text,
        decide(command, state) {
          const text = { open: 'open', enter: 'entered', close: 'closed' }[command]
          if (command === 'enter' && state === 'closed') return refuse('closed', 'The door is closed.')
          return command === 'close' && state === 'closed'
            ? accept()
            : accept({ type: 'NoteTaken', data: { text, topic: 'doors' } })
        },
      },
    }
    await region.handle(door, '1', 'open', context())
    await region.handle(door, '1', 'close', context())
    await other.handle(door, '1', 'open', context())
    expect(await region.handle(door, '1', 'enter', context())).toMatchObject({ ok: true, state: 'entered' })
    await other.handle(door, '1', 'close', context())
    await region.commands.refresh('door', '1')
    expect(await region.handle(door, '1', 'close', context())).toMatchObject({ ok: true, events: [] })
    await other.handle(door, '1', 'open', context())
    const closed = await region.handle(door, '1', 'close', context())
    expect(closed.ok && closed.events).toHaveLength(1)
    expect(await region.handle(door, '1', 'enter', context())).toMatchObject({ ok: false })
  })

  test('reads a stream again once it is invalidated because another process appended to it', async () => {
    const { eventStore, keyring } = region
    const other = createCommandHandler({ eventStore, keyring })
    await region.handle(notes, '1', { type: 'TakeNote', text: 'mine' }, context())
    await other.handle(notes, '1', { type: 'TakeNote', text: 'theirs' }, context())
    region.commands.invalidate(await eventStore.readAll(-1, 100))
    expect((await region.load(notes, '1'))?.state.texts).toEqual(['mine', 'theirs'])
    await other.handle(notes, '1', { type: 'TakeNote', text: 'more' }, context())
    const reading = createCommandHandler({ eventStore: lateStore(eventStore), keyring })
    const loading = reading.load(notes, '1')
    await other.handle(notes, '1', { type: 'TakeNote', text: 'last' }, context())
    reading.invalidate(await eventStore.readAll(-1, 100))
    await loading
    expect((await reading.load(notes, '1'))?.state.texts.at(-1)).toBe('last')
  })

  test("refuses another tenant's stream as if it did not exist", async () => {
    await region.handle(notes, '1', { type: 'TakeNote', text: 'mine' }, context('w1'))
    const handled = await region.handle(notes, '1', { type: 'TakeNote', text: 'theirs' }, context('w2'))
    expect(handled).toMatchObject({ ok: false, rejection: { code: 'not-found' } })
    expect(await region.load(notes, '1', 'w2')).toBeUndefined()
  })

  test('stores no personal text or secret unsealed, and opens none after its key is erased', async () => {
    await region.handle(notes, '1', { type: 'TakeNote', text: 'my diary', token: 'vg_123' }, context())
    const [stored] = await region.eventStore.readStream('note-1')
    expect(stored!.data).not.toContain('diary')
    expect(stored!.data).not.toContain('vg_123')
    expect(stored!.data).toContain('cats')
    await region.keyring.erase({ tenant: 'w1', subject: 'visitor-v1' })
    region.commands.evict('note', '1')
    expect((await region.load(notes, '1'))?.state.texts).toEqual([ERASED])
    expect((await verifyLog(region.eventStore)).ok).toBe(true)
  })

  test('does not open a sealed text that was copied from another tenant', async () => {
    await region.handle(notes, '1', { type: 'TakeNote', text: 'secret of w1' }, context('w1'))
    const [stored] = await region.eventStore.readStream('note-1')
    const sealed = JSON.parse(stored!.data).text
    expect(await region.keyring.open('w1', [sealed])).toEqual(['secret of w1'])
    expect(await region.keyring.open('w2', [sealed])).toEqual([ERASED])
  })
})

describe('verifying the log', () => {
  test('finds a change, a removal and a reordering', async () => {
    for (const text of ['a', 'b', 'c']) await region.handle(notes, '1', { type: 'TakeNote', text }, context())
    const log = await region.eventStore.readAll(-1, 100)
    const verifyThese = (stored: typeof log) =>
      verifyLog({
        ...region.eventStore,
        readAll: async (after) => stored.filter((event) => event.position > after),
      })
    expect(await verifyThese(log)).toMatchObject({ ok: true, events: 3, streams: 1 })
    const [a, b, c] = [log[0]!, log[1]!, log[2]!]
    expect((await verifyThese([a, { ...b, data: b.data.replace('cats', 'dogs') }, c])).ok).toBe(false)
    expect((await verifyThese([a, { ...b, metadata: b.metadata.replace('u1', 'u2') }, c])).ok).toBe(false)
    expect((await verifyThese([a, c])).ok).toBe(false)
    expect((await verifyThese([a, { ...c, position: b.position }, { ...b, position: c.position }])).ok).toBe(
      false,
    )
    const whole = await verifyThese(log)
    const cut = await verifyThese([a, b])
    expect(cut.ok).toBe(true)
    expect(cut.root).not.toBe(whole.root)
  })
})

/** Reads a stream at once, but returns it only after a few turns of the event loop. */
function lateStore(eventStore: EventStore): EventStore {
  return {
    ...eventStore,
    async readStream(stream, options) {
      const page = await eventStore.readStream(stream, options)
      const before = await eventStore.head()
      for (let rounds = 0; rounds < 2_000 && (await eventStore.head()) === before; rounds++);
      return page
    },
  }
}
