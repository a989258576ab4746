import { defineEvents, earlierVersion } from '@parley/contracts/message.ts'
import { eventIdOf } from '@parley/kernel/log/event-store.ts'
import { encode, GENESIS } from '@parley/kernel/log/recorded-event.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { exportedEvent } from './exported-event.ts'

const events = defineEvents({
  GuestGreeted: {
    version: 2,
    data: z.object({ names: z.array(z.string()) }),
    earlier: { 1: earlierVersion(z.object({ name: z.string() }), ({ name }) => ({ names: [name] })) },
  },
})
const decider = { initialState: null, evolve: () => null, decide: () => ({ ok: true as const, events: [] }) }
const aggregates = { guest: { category: 'guest', events, decider } }

function stored(version: number, data: object) {
  const at = { stream: 'guest-1', revision: 0 }
  const { event } = encode(
    { type: 'GuestGreeted', data },
    { ...at, previousHash: GENESIS },
    {
      tenant: 'w1',
      actor: { kind: 'user', id: 'u1' },
      cause: { via: 'dashboard', command: 'c1', correlation: 'r1' },
      at: '2026-11-21T12:00:00.000Z',
      version,
    },
  )
  return { ...event, ...at, id: eventIdOf(at.stream, 0, event), position: 1 }
}

test('an event of an earlier version is exported as its hash covers it, and as it reads now', () => {
  expect(exportedEvent(aggregates, stored(1, { name: 'Ada' }))).toMatchObject({
    version: 1,
    data: { name: 'Ada' },
    currentVersion: 2,
    currentData: { names: ['Ada'] },
  })
})

test('an event of the present version is exported once', () => {
  const exported = exportedEvent(aggregates, stored(2, { names: ['Ada'] }))
  expect(exported).toMatchObject({ version: 2, data: { names: ['Ada'] } })
  expect(exported).not.toHaveProperty('currentData')
})
