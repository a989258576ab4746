import { defineEvents, earlierVersion } from '@parley/contracts/message.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { eventIdOf } from './event-store.ts'
import { decode, encode, faultOf, GENESIS, hashIn, placeOf, storedPlaceOf } from './recorded-event.ts'

const metadata = {
  tenant: 'w1',
  actor: { kind: 'user', id: 'u1' },
  cause: { via: 'dashboard', command: 'c1', correlation: 'r1' },
  at: '2026-11-21T12:00:00.000Z',
} as const

/** An event as an earlier release wrote it. It must stay readable. */
const frozen = {
  id: '5f3b2a10-0000-8000-8000-000000000001',
  type: 'GuestGreeted',
  data: '{"name":"Ada Lovelace"}',
  metadata:
    '{"tenant":"w1","actor":{"kind":"user","id":"u1"},"cause":{"via":"dashboard","command":"c1","correlation":"r1"},"at":"2026-11-21T12:00:00.000Z","version":1,"previousHash":"","hash":"0000000000000000000000000000000000000000000"}',
  stream: 'guest-1',
  revision: 0,
  position: 1,
}

const greeted = defineEvents({
  GuestGreeted: {
    version: 3,
    data: z.object({ names: z.array(z.string()), times: z.number() }),
    earlier: {
      1: earlierVersion(z.object({ name: z.string() }), ({ name }) => ({ names: name.split(' ') })),
      2: earlierVersion(z.object({ names: z.array(z.string()) }), (data) => ({ ...data, times: 1 })),
    },
  },
})

describe('reading an event of an older version', () => {
  test('upcasts its data step by step to the present version, and says in which it was stored', () => {
    const event = decode(frozen, greeted)
    expect(event.data).toEqual({ names: ['Ada', 'Lovelace'], times: 1 })
    expect(event.version).toBe(1)
    expect(greeted.GuestGreeted.data.safeParse(event.data).success).toBe(true)
  })

  test('names the missing step', () => {
    const { 1: first } = greeted.GuestGreeted.earlier
    const gap = { GuestGreeted: { ...greeted.GuestGreeted, earlier: { 1: first } } }
    expect(() => decode(frozen, gap)).toThrow('GuestGreeted has no upcaster from version 2')
  })
})

test('an event is parsed once for all who read it, and again for another shape', () => {
  const stored = { ...frozen }
  expect(decode(stored, { ...greeted })).toBe(decode(stored, greeted))
  expect(decode(stored, {}).data).toEqual({ name: 'Ada Lovelace' })
  expect(storedPlaceOf(stored)).toBe(storedPlaceOf(stored))
  expect(placeOf({ ...stored, position: 2 }).position).toBe(2)
})

describe('what an event takes', () => {
  const place = { stream: 'guest-1', revision: 0, previousHash: GENESIS }
  const cause = { via: 'api', command: 'c1', request: 'r1', correlation: 'r1' } as const
  const stored = (more: Partial<Parameters<typeof encode>[2]>) => {
    const { event } = encode({ type: 'GuestGreeted', data: {} }, place, {
      ...metadata,
      cause,
      version: 1,
      ...more,
    })
    return { ...event, id: '', stream: 'guest-1', revision: 0, position: 1 }
  }

  test('leaves out a correlation and a subject that the request and the stream say, and reads them again', () => {
    const event = stored({ subject: 'guest-1' })
    expect(event.metadata).not.toMatch(/correlation|subject/)
    expect(placeOf(event).cause).toEqual(cause)
    expect(placeOf(stored({ cause: metadata.cause })).cause).toEqual(metadata.cause)
  })

  test('keeps those that differ', () => {
    const event = stored({ subject: 'user-1', cause: { ...cause, correlation: 'crawl-1' } })
    expect(placeOf(event)).toMatchObject({ subject: 'user-1', cause: { correlation: 'crawl-1' } })
  })
})

describe('the hash chain', () => {
  const place = { stream: 'guest-1', revision: 0, previousHash: GENESIS }
  const first = encode({ type: 'GuestGreeted', data: { a: 1 } }, place, {
    ...metadata,
    version: 1,
  })
  const stored = {
    ...first.event,
    id: eventIdOf('guest-1', 0, first.event),
    stream: 'guest-1',
    revision: 0,
    position: 1,
  }

  test('accepts an unchanged event', () => {
    expect(hashIn(stored)).toBe(first.hash)
    expect(faultOf(stored, { revision: 0, previousHash: GENESIS })).toBeUndefined()
  })

  test.each([
    ['its data', { data: '{"a":2}' }],
    ['its type', { type: 'GuestIgnored' }],
    ['its id', { id: eventIdOf('guest-1', 1, first.event) }],
    ['its stream', { stream: 'guest-2' }],
    ['who did it', { metadata: stored.metadata.replace('"u1"', '"u2"') }],
    ['when', { metadata: stored.metadata.replace('12:00', '13:00') }],
    ['its hash', { metadata: stored.metadata.replace(/"hash":".{43}"/, `"hash":"${'A'.repeat(43)}"`) }],
    ['its having one', { metadata: stored.metadata.replace(/,"hash":".{43}"/, '') }],
  ])('finds a change of %s', (_what, change) => {
    expect(faultOf({ ...stored, ...change }, { revision: 0, previousHash: GENESIS })).toBeDefined()
  })
})

test('event ids are derived from place and content, and are UUIDs', () => {
  const event = { type: 'GuestGreeted', data: '{"a":1}', metadata: '{}' }
  const id = eventIdOf('a-1', 0, event)
  expect(eventIdOf('a-1', 0, { ...event })).toBe(id)
  const others = [
    eventIdOf('a-2', 0, event),
    eventIdOf('a-1', 1, event),
    eventIdOf('a-1', 0, { ...event, type: 'GuestIgnored' }),
    eventIdOf('a-1', 0, { ...event, data: '{"a":2}' }),
    eventIdOf('a-1', 0, { ...event, metadata: '{"b":1}' }),
  ]
  expect(new Set([id, ...others]).size).toBe(6)
  for (const one of [id, ...others])
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
