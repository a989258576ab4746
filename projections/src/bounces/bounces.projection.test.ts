import type { bounceEvents } from '@parley/contracts/agency/bounce-events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { bouncesProjection } from './bounces.projection.ts'

type Happened = SealedEventOf<typeof bounceEvents>

const at = '2026-11-28T12:00:00.000Z'
const later = '2026-11-28T13:00:00.000Z'
const about = { addressId: 'a1', email: 'sealed.v1.email' }
const delayed: Happened = { type: 'MailDelayed', data: { ...about, status: '4.2.2', at } }
const bounced: Happened = { type: 'MailBounced', data: { ...about, status: '5.1.1', at: later } }
const complained: Happened = { type: 'MailComplainedOf', data: { ...about, at: later } }
const cleared: Happened = { type: 'BouncedAddressCleared', data: { ...about, at: later } }
const documentAfter = (...events: Happened[]) => [...projected(bouncesProjection, events).values()][0]

test('shows what came back last and how often, the address sealed', () => {
  expect(documentAfter(delayed)).toEqual({ ...about, kind: 'soft', status: '4.2.2', times: 1, at })
  expect(documentAfter(delayed, bounced)).toEqual({
    ...{ ...about, kind: 'hard', status: '5.1.1', times: 2, at: later },
  })
  expect(documentAfter(bounced, complained)).toMatchObject({ kind: 'complaint', status: '', times: 2 })
})

test('an address that was cleared is gone, and counts anew', () => {
  expect(documentAfter(bounced, cleared)).toBeUndefined()
  expect(documentAfter(bounced, cleared, delayed)).toMatchObject({ kind: 'soft', times: 1 })
})
