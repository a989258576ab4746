import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { channelTrafficProjection } from './channel-traffic.projection.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 29, 9, 0, seconds)).toISOString()
const of = <Type extends ConversationEvent['type']>(type: Type, seconds: number, data: object = {}) => ({
  ...{ type, stream: 'conversation-c1', at: at(seconds) },
  data: { agentId: 'a1', channel: 'webhook', at: at(seconds), ...data },
})
const started = (data: object = { channelId: 'ch1' }) => of('ConversationStarted', 0, data)
const asked = (seconds: number) => of('VisitorMessageReceived', seconds)
const replied = (seconds: number, messageId: string) => of('AgentReplied', seconds, { messageId })
const became = (seconds: number, messageId: string, state: string, reason?: string) =>
  of('MessageDeliveryChanged', seconds, { messageId, state, ...(reason ? { reason } : {}) })
const trafficOf = (...events: object[]) => projected(channelTrafficProjection, events as never).get('c1')

test('has when the last message arrived, when the last one was sent, and what waits', () => {
  expect(trafficOf(started(), asked(1), replied(2, 'm1'), replied(3, 'm2'))).toEqual({
    channelId: 'ch1',
    lastInAt: at(1),
    waiting: [
      { messageId: 'm1', at: at(2) },
      { messageId: 'm2', at: at(3) },
    ],
    waitingSince: at(2),
    failures: [],
  })
  const sent = [became(4, 'm1', 'sent'), became(5, 'm2', 'sent'), became(9, 'm2', 'read')]
  expect(trafficOf(started(), asked(1), replied(2, 'm1'), replied(3, 'm2'), ...sent)).toEqual({
    ...{ channelId: 'ch1', lastInAt: at(1), lastOutAt: at(5) },
    ...{ waiting: [], failures: [] },
  })
})

test.each(['AgentGreeted', 'ReplyFailed', 'HumanReplied'] as const)('counts what waits of %s', (type) => {
  const traffic = trafficOf(started(), of(type, 2, { messageId: 'm1' }))
  expect(traffic?.waiting).toEqual([{ messageId: 'm1', at: at(2) }])
})

test('has the last failures with their reasons', () => {
  const traffic = trafficOf(
    ...[started(), replied(2, 'm1'), became(3, 'm1', 'failed', 'expired')],
    ...[replied(4, 'm2'), became(5, 'm2', 'sent'), became(6, 'm2', 'failed')],
  )
  expect(traffic).toMatchObject({ waiting: [], failedAt: at(6), lastOutAt: at(5) })
  expect(traffic?.failures).toEqual([
    { reason: 'expired', at: at(3) },
    { reason: 'reported', at: at(6) },
  ])
})

test('keeps a bounded number of each', () => {
  const many = Array.from({ length: 120 }, (_, nth) => replied(nth, `m${nth}`))
  expect(trafficOf(started(), ...many)?.waiting).toHaveLength(100)
  const failed = Array.from({ length: 30 }, (_, nth) => became(nth, `m${nth}`, 'failed', 'refused'))
  const traffic = trafficOf(started(), ...failed)
  expect(traffic?.failures).toHaveLength(20)
  expect(traffic?.failedAt).toBe(at(29))
})

test('is empty for the website, and gone with its conversation', () => {
  expect(trafficOf(started({}), asked(1), replied(2, 'm1'))).toBeUndefined()
  const erased = of('ConversationDeleted', 3)
  expect(trafficOf(started(), replied(2, 'm1'), erased, became(4, 'm1', 'sent'))).toBeUndefined()
})
