import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { PUBLIC } from '@parley/kernel/read-models/read-store.ts'
import { expect, it } from 'vitest'
import { awaitedPeople, awaitedPeopleProjection } from './awaited-people.projection.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()
const owned = (
  minute: number,
  owner: 'agent' | 'human' | 'nobody',
  reason: 'handoff-requested' | 'taken-over' | 'timed-out' | 'resolved',
): ConversationEvent => ({
  type: 'OwnershipChanged',
  data: { agentId: 'a1', channel: 'web-chat', index: minute, at: at(minute), from: 'agent', owner, reason },
})
const replied = (minute: number): ConversationEvent => ({
  type: 'HumanReplied',
  data: {
    agentId: 'a1',
    channel: 'web-chat',
    index: minute,
    at: at(minute),
    messageId: 'h1',
    content: [],
    userId: 'u1',
    displayName: 'Ada',
  },
})
const of = (id: string, ...events: ConversationEvent[]) =>
  events.map((event) => ({ ...event, stream: `conversation-${id}` }))

it('lists the conversations in which the agent does not reply, and since when the team wrote nothing', () => {
  const documents = projected(awaitedPeopleProjection, [
    ...of('c1', owned(1, 'nobody', 'handoff-requested')),
    ...of('c2', owned(1, 'human', 'taken-over'), replied(3)),
    ...of('c3', owned(1, 'nobody', 'handoff-requested'), owned(2, 'agent', 'timed-out')),
    ...of('c4', owned(1, 'nobody', 'resolved')),
    ...of('c5', replied(1)),
  ])
  expect(Object.fromEntries([...documents].map(([id, document]) => [id, document.since]))).toEqual({
    c1: Date.parse(at(1)),
    c2: Date.parse(at(3)),
  })
})

it('returns the longest waiting first, across pages', async () => {
  const store = await openSqliteReadStore({ file: ':memory:' })
  await store.declare({ name: 'awaited-people', indexes: awaitedPeopleProjection.indexes })
  const ids = Array.from({ length: 450 }, (_, nth) => nth)
  await store.commit({
    checkpoint: 'test',
    position: 1,
    writes: ids.map((nth) => ({
      collection: 'awaited-people',
      tenant: PUBLIC,
      id: `c${nth}`,
      document: { tenant: 'w1', conversationId: `c${nth}`, agentId: 'a1', since: nth },
      position: 1,
    })),
  })
  const found: number[] = []
  for await (const { since } of awaitedPeople(store, (name) => name)(420)) found.push(since)
  expect(found).toEqual(ids.slice(0, 421))
  await store.close()
})
