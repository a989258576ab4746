import { expect, test } from 'vitest'
import { isForClient } from './for-clients.ts'

const cleo = { clientId: 'c1', agentIds: ['a1'], notifyIf: 'all' as const }
const request = {
  notificationId: 'handoff.v1.29',
  urlPathname: '/app/na/agents/a1/convos?conversation=v1',
  notificationLevel: 2 as const,
  notifyOnly: [],
}
const started = { ...request, notificationId: 'conversation.v1', notificationLevel: 1 as const }

test('a client is told of conversations of its own agents', () => {
  expect(isForClient(request, cleo)).toBe(true)
  expect(isForClient(started, cleo)).toBe(true)
  expect(isForClient(request, { ...cleo, agentIds: ['a2'] })).toBe(false)
  expect(isForClient({ ...request, urlPathname: '/app/na/events?webhook=a1' }, cleo)).toBe(false)
})

test('a client is told of nothing that is for somebody else', () => {
  expect(isForClient({ ...request, notifyOnly: ['u1'] }, cleo)).toBe(false)
  expect(isForClient({ ...request, notifyOnly: ['c1'] }, cleo)).toBe(true)
})

test('a client is told of nothing that is the agency’s', () => {
  for (const notificationId of ['failed.a1.no-credits.4', 'model.a1.gpt.rejected.4', 'webhook.w1', 'log.e1'])
    expect(isForClient({ ...request, notificationId }, cleo)).toBe(false)
})

test('a client is told of as much as it wants to know', () => {
  const ofRequests = { ...cleo, notifyIf: 'requestsOnly' as const }
  expect([request, started].map((one) => isForClient(one, ofRequests))).toEqual([true, false])
  expect(isForClient(request, { ...cleo, notifyIf: 'none' })).toBe(false)
})
