import { ERASED } from '@parley/contracts/message.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { mostOfVisitor, usable, visitorPush } from './visitor-push.decider.ts'

const of = { agentId: 'a1', visitorId: 'v1' }
const at = '2026-11-21T12:00:00.000Z'
const browser = (nth: number, conversationId = 'c1') => ({
  ...{ subscriptionId: `s${nth}`, conversationId },
  ...{ endpoint: `https://push.example/${nth}`, p256dh: 'p', auth: 'a' },
})
const allowed = (nth: number, conversationId?: string) => ({
  type: 'VisitorPushAllowed' as const,
  data: { ...of, at, ...browser(nth, conversationId) },
})
const ended = (nth: number, reason: 'withdrawn' | 'gone' | 'replaced' | 'deleted') => ({
  type: 'VisitorPushEnded' as const,
  data: { ...of, at, subscriptionId: `s${nth}`, reason },
})
const allow = (nth: number) => ({ type: 'AllowPush' as const, ...of, subscription: browser(nth) })

test('is allowed once for each browser, and for the newest of too many', () => {
  given(visitorPush).when(allow(1)).then(allowed(1))
  given(visitorPush, allowed(1)).when(allow(1)).thenNothing()
  given(visitorPush, allowed(1, 'c0')).when(allow(1)).then(allowed(1))
  const many = Array.from({ length: mostOfVisitor }, (_, nth) => allowed(nth))
  given(visitorPush, ...many)
    .when(allow(9))
    .then(ended(0, 'replaced'), allowed(9))
})

test('is withdrawn for all browsers, and ended for those that are gone', () => {
  given(visitorPush, allowed(1), allowed(2))
    .when({ type: 'WithdrawPush', ...of })
    .then(ended(1, 'withdrawn'), ended(2, 'withdrawn'))
  given(visitorPush, allowed(1), ended(1, 'withdrawn'))
    .when({ type: 'WithdrawPush', ...of })
    .thenNothing()
  given(visitorPush, allowed(1), allowed(2))
    .when({ type: 'EndPush', ...of, subscriptionIds: ['s2', 's3'] })
    .then(ended(2, 'gone'))
})

test('ends with its conversation, and all of it with the visitor', () => {
  const both = [allowed(1, 'c1'), allowed(2, 'c2')]
  given(visitorPush, ...both)
    .when({ type: 'ForgetPush', ...of, conversationId: 'c2' })
    .then(ended(2, 'deleted'))
  given(visitorPush, ...both)
    .when({ type: 'ForgetPush', ...of, conversationId: undefined })
    .then(ended(1, 'deleted'), ended(2, 'deleted'))
})

test('what was said of an erased visitor is sent to nobody', () => {
  const erased = { ...allowed(1), data: { ...allowed(1).data, endpoint: ERASED } }
  expect(usable(given(visitorPush, erased, allowed(2)).state)).toEqual([browser(2)])
})
