import type { BounceEvent } from '@parley/contracts/agency/bounce-events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, it } from 'vitest'
import { type BouncedAddressCommand, bouncedAddress } from './bounced-address.decider.ts'

const at = '2026-11-21T12:00:00.000Z'
const about = { addressId: 'a1', email: 'cleo@example.com' }
const bounce = (status: string): BouncedAddressCommand => ({ type: 'RecordBounce', ...about, status })
const complaint: BouncedAddressCommand = { type: 'RecordComplaint', ...about }
const clear: BouncedAddressCommand = { type: 'ClearBouncedAddress', addressId: 'a1' }
const bounced = (status = '5.1.1'): BounceEvent => ({ type: 'MailBounced', data: { ...about, status, at } })
const delayed = (when = at): BounceEvent => ({
  type: 'MailDelayed',
  data: { ...about, status: '4.2.2', at: when },
})
const complained: BounceEvent = { type: 'MailComplainedOf', data: { ...about, at } }
const cleared: BounceEvent = { type: 'BouncedAddressCleared', data: { ...about, at } }

describe('a mail that came back', () => {
  it('for good suppresses its address, once', () => {
    given(bouncedAddress).when(bounce('5.1.1')).then(bounced())
    given(bouncedAddress, bounced()).when(bounce('5.1.1')).thenNothing()
    given(bouncedAddress, bounced()).when(bounce('4.2.2')).thenNothing()
  })
  it('for now, or for its size, does not', () => {
    given(bouncedAddress).when(bounce('4.2.2')).then(delayed())
    given(bouncedAddress)
      .when(bounce('5.3.4'))
      .then({
        type: 'MailDelayed',
        data: { ...about, status: '5.3.4', at },
      })
    given(bouncedAddress, delayed()).when(bounce('5.1.1')).then(bounced())
  })
  it('for now is recorded once a day', () => {
    given(bouncedAddress, delayed()).when(bounce('4.2.2')).thenNothing()
    given(bouncedAddress, delayed('2026-11-20T12:00:00.000Z')).when(bounce('4.2.2')).then(delayed())
  })
})

describe('a complaint', () => {
  it('suppresses the address, also one that bounced, once', () => {
    given(bouncedAddress).when(complaint).then(complained)
    given(bouncedAddress, bounced()).when(complaint).then(complained)
    given(bouncedAddress, complained).when(complaint).thenNothing()
    given(bouncedAddress, complained).when(bounce('5.1.1')).thenNothing()
  })
})

describe('an address', () => {
  it('is cleared, and may bounce again', () => {
    given(bouncedAddress, bounced()).when(clear).then(cleared)
    given(bouncedAddress, delayed()).when(clear).then(cleared)
    given(bouncedAddress, complained, cleared).when(bounce('5.1.1')).then(bounced())
  })
  it('that no mail came back from is not found', () => {
    given(bouncedAddress).when(clear).thenRejected('not-found')
    given(bouncedAddress, bounced(), cleared).when(clear).thenRejected('not-found')
  })
})
