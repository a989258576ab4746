import type { AgentEvent } from '@parley/contracts/agent/events.ts'
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { agentDocumentsProjection } from './agent-documents.projection.ts'
import { agentsProjection } from './agents.projection.ts'

const created = {
  type: 'AgentCreated',
  data: {
    agentId: 'a1',
    document: { ID: 'a1', title: 'Ada', lang: 'en', SECRET_API_KEY: 'sealed.v1.x', lastModified: 10 },
    keyHash: 'h',
  },
} satisfies AgentEvent
const published = {
  type: 'AgentPublished',
  data: {
    agentId: 'a1',
    changes: { description: 'New' },
    lastModified: 20,
  },
} satisfies AgentEvent
const renamed = {
  type: 'AgentRenamed',
  data: { agentId: 'a1', title: 'Bea', lastModified: 30 },
} satisfies AgentEvent
const restored = {
  type: 'AgentVersionRestored',
  data: {
    agentId: 'a1',
    version: 2,
    restoredFrom: 1,
    changed: ['title'],
    document: { ID: 'a1', title: 'Ada', lastModified: 40 },
    lastModified: 40,
  },
} satisfies AgentEvent
const deleted = {
  type: 'AgentDeleted',
  data: { agentId: 'a1', title: 'Ada', formerKeyHash: 'h' },
} satisfies AgentEvent
const conversation = (channel: 'web-chat' | 'test-panel') =>
  ({
    type: 'ConversationStarted',
    data: { conversationId: 'c1', agentId: 'a1', visitorId: 'v1', channel },
  }) satisfies ConversationEvent

const message = (channel: 'web-chat' | 'test-panel', at: string) =>
  ({
    type: 'VisitorMessageReceived',
    data: { agentId: 'a1', channel, messageId: 'm1', text: 'sealed', index: 0, at },
  }) satisfies ConversationEvent

test('a list item is updated with its agent', () => {
  expect(projected(agentsProjection, [created, published, renamed]).get('a1')).toEqual({
    ID: 'a1',
    title: 'Bea',
    description: 'New',
    agentPlatform: 'vg',
    enableNodes: false,
    lastModified: 30,
    conversations: 0,
  })
  expect(projected(agentsProjection, [created, deleted, conversation('web-chat')]).size).toBe(0)
})

test('counts conversations, except those of the test panel', () => {
  const items = projected(agentsProjection, [
    created,
    conversation('web-chat'),
    conversation('test-panel'),
    message('web-chat', '2026-11-21T13:00:00.000Z'),
    conversation('web-chat'),
    message('test-panel', '2026-11-21T14:00:00.000Z'),
    restored,
  ])
  expect(items.get('a1')).toMatchObject({
    title: 'Ada',
    description: '',
    conversations: 2,
    lastConversationAt: '2026-11-21T13:00:00.000Z',
  })
})

test('keeps the whole document, with secrets as in the events', () => {
  expect(projected(agentDocumentsProjection, [created, published, renamed]).get('a1')).toEqual({
    agentId: 'a1',
    position: 2,
    document: {
      ID: 'a1',
      title: 'Bea',
      description: 'New',
      lang: 'en',
      SECRET_API_KEY: 'sealed.v1.x',
      lastModified: 30,
    },
  })
  expect(projected(agentDocumentsProjection, [created, restored]).get('a1')?.document).toEqual(
    restored.data.document,
  )
  expect(projected(agentDocumentsProjection, [created, deleted, renamed]).size).toBe(0)
})
