import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { visitsProjection } from './visits.projection.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 9, minutes)).toISOString()
const of = (type: string, minutes: number, data: object = {}) => ({
  ...{ type, stream: 'conversation-c1', at: at(minutes) },
  data: { agentId: 'a1', at: at(minutes), ...data },
})
const started = (data: object = {}) =>
  of('ConversationStarted', 0, {
    ...{ conversationId: 'c1', visitorId: 'v1', channel: 'web-chat', pageUrl: 'sealed' },
    ...data,
  })
const wrote = (minutes: number) => of('VisitorMessageReceived', minutes)
const moved = (minutes: number) => of('PageViewed', minutes, { pageUrl: 'sealed' })
const visitsOf = (...events: object[]) => projected(visitsProjection, events as never).get('c1')

test('a visit has its pages, its messages, and when the visitor last did something', () => {
  expect(visitsOf(started(), moved(2), wrote(3), moved(30))).toEqual({
    ...{ conversationId: 'c1', agentId: 'a1', lastAt: at(30), earlier: 0 },
    visits: [{ startedAt: at(0), lastAt: at(30), pages: 3, messages: 1 }],
  })
})

test('who comes back after half an hour makes another visit', () => {
  expect(visitsOf(started(), wrote(30), moved(61))?.visits).toEqual([
    { startedAt: at(0), lastAt: at(30), pages: 1, messages: 1 },
    { startedAt: at(61), lastAt: at(61), pages: 1, messages: 0 },
  ])
})

test('keeps the last twenty visits one by one', () => {
  const many = Array.from({ length: 24 }, (_, nth) => wrote(40 * (nth + 1)))
  const document = visitsOf(started(), ...many)
  expect(document).toMatchObject({ earlier: 5, lastAt: at(960) })
  expect(document?.visits).toHaveLength(20)
})

test('records nothing of the test panel, of other channels and of what is not to be recorded', () => {
  for (const data of [{ channel: 'test-panel' }, { channel: 'webhook' }, { recorded: false }])
    expect(visitsOf(started(data), wrote(1), moved(2))).toBeUndefined()
})

test('is gone with its conversation, whatever comes after it', () => {
  expect(visitsOf(started(), wrote(1), of('ConversationDeleted', 2), moved(3))).toBeUndefined()
})
