import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { credits, freeOf } from './credits.decider.ts'
import { creditsSnapshot } from './credits.snapshot.ts'

const granted = (amount: number): CreditsEvent => ({
  type: 'CreditsGranted',
  data: { amount, reason: 'sign-up' },
})
const transfer = (amount: number, from: 'workspace' | 'organisation' = 'workspace') => ({
  ...{ transferId: 't1', organisationId: 'o1', from, amount },
})
const side = (direction: 'in' | 'out', amount: number, more: object = {}): CreditsEvent => ({
  type: 'CreditsTransferred',
  data: { ...transfer(amount), direction, ...more },
})
const closed: CreditsEvent = { type: 'CreditAccountClosed', data: { organisationId: 'o1' } }

test('takes out what is free, and no more', () => {
  given(credits, granted(2))
    .when({ type: 'TransferOut', ...transfer(1.5) })
    .then(side('out', 1.5))
  expect(freeOf(given(credits, granted(2), side('out', 1.5)).state)).toBe(500)
  given(credits, granted(2))
    .when({ type: 'TransferOut', ...transfer(2.001) })
    .thenRejected('no-credits', 'Not enough credits in workspace.')
  given(credits, side('in', 2))
    .when({ type: 'TransferOut', ...transfer(3, 'organisation') })
    .thenRejected('no-credits', 'Not enough credits in org.')
})

test('leaves what is reserved for replies', () => {
  const reserved: CreditsEvent = {
    type: 'CreditsReserved',
    data: { reservationId: 'r1', amount: 1, until: 1, endsAt: 2 },
  }
  given(credits, granted(2), reserved)
    .when({ type: 'TransferOut', ...transfer(1.5) })
    .thenRejected('no-credits')
})

test('refuses an amount that is no amount of credits', () => {
  for (const amount of [0, -1, 0.0001, Number.NaN, Number.POSITIVE_INFINITY])
    given(credits, granted(2))
      .when({ type: 'TransferOut', ...transfer(amount) })
      .thenRejected('invalid-input')
})

test('a closed ledger takes and gives nothing, and what was on its way comes back', () => {
  given(credits, closed)
    .when({ type: 'TransferIn', ...transfer(1) })
    .thenRejected('account-closed')
  given(credits, closed)
    .when({ type: 'TransferOut', ...transfer(1, 'organisation') })
    .thenRejected('account-closed')
  given(credits, granted(2), side('out', 1))
    .when({ type: 'ReturnTransfer', ...transfer(1) })
    .then(side('in', 1, { returned: true }))
})

test('a ledger with credits is not closed', () => {
  const close = { type: 'CloseAccount', organisationId: 'o1' } as const
  given(credits, side('in', 0.001)).when(close).thenRejected('organisation-has-credits')
  given(credits).when(close).then(closed)
  given(credits, closed).when(close).thenNothing()
})

test('a snapshot keeps that the ledger is closed', () => {
  const { state } = given(credits, closed)
  const saved = JSON.parse(JSON.stringify(creditsSnapshot.save(state)))
  expect(creditsSnapshot.restore(saved)).toEqual(state)
})
