/** Who and what a notification is about: opened from the conversation for those who may read it, never stored. */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import type { AnyEvent, EventCatalogue } from '@parley/contracts/message.ts'
import { notificationEvents } from '@parley/contracts/notification/events.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { conversationMessagesProjection } from '../conversations/conversation-messages.projection.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { leadsProjection } from '../leads/leads.projection.ts'
import { notificationsProjection } from './notifications.projection.ts'
import { notificationQueries } from './notifications.queries.ts'
import { recipientsProjection } from './recipients.projection.ts'

let region: TestRegion
beforeEach(async () => {
  region = await openTestRegion({
    projections: [
      ...[conversationsProjection, conversationMessagesProjection, leadsProjection],
      ...[notificationsProjection, recipientsProjection],
    ],
  })
})
afterEach(() => region.close())

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()
const said = (index: number, text: string) => ({
  type: 'VisitorMessageReceived',
  data: { agentId: 'a1', channel: 'web-chat', index, at: at(index), messageId: `m${index}`, text },
})
const started = {
  type: 'ConversationStarted',
  data: { conversationId: 'c1', agentId: 'a1', visitorId: 'visitor-1bd0', channel: 'web-chat' },
}
const named = {
  type: 'VisitorIdentified',
  data: { agentId: 'a1', at: at(5), visitorId: 'visitor-1bd0', name: 'Mara Lind', verified: true },
}
const deleted = {
  type: 'ConversationDeleted',
  data: { agentId: 'a1', visitorId: 'visitor-1bd0', at: at(9), reason: 'person', messages: 2 },
}

let commands = 0
async function append(category: string, id: string, events: EventCatalogue, happened: AnyEvent[]) {
  const log = {
    category,
    events,
    decider: { initialState: null, evolve: () => null, decide: (said) => ({ ok: true, events: said }) },
  } satisfies Aggregate<null, AnyEvent[], AnyEvent>
  const handled = await region.handle(log as never, id, happened as never, {
    tenant: 'w1',
    subject: `${category}-${id}`,
    actor: { kind: 'visitor', id: 'visitor-1bd0' },
    cause: { via: 'widget', command: `command ${++commands}`, correlation: id },
  })
  if (!handled.ok) throw new Error(handled.rejection.code)
}
const happened = (...events: AnyEvent[]) => append('conversation', 'c1', conversationEvents, events)
const raised = (notificationId: string, minute: number) =>
  append('notification', notificationId, notificationEvents, [
    {
      type: 'NotificationRaised',
      data: {
        notificationId,
        title: 'A visitor asks for a person',
        body: 'In a conversation with Harbour Tea.',
        ts: Date.parse(at(minute)) / 1000,
        urlPathname: '/app/na/agents/a1/convos?conversation=c1',
        notificationLevel: 2,
        notifyOnly: [],
      },
    },
  ])

async function abouts(
  may: boolean | string = true,
  name: 'notifications.list' | 'notifications.history' = 'notifications.list',
) {
  await region.settled()
  const call = {
    tenant: 'w1',
    principal: { kind: 'user', userId: 'u1' },
    query: {},
    may: (permission: string) => may === true || may === permission,
  }
  const answer = await notificationQueries({ reader: region.reader })[name]?.(call as never)
  if (!answer?.ok || !('value' in answer)) throw new Error('No answer')
  return answer.value.items.map(({ about }) => about)
}

it('names the visitor and says what was said: first in a new conversation, last in another', async () => {
  await happened(started, said(0, 'Where is my parcel?'), said(1, 'Is anybody there?'))
  await raised('conversation.c1', 1)
  await raised('handoff.c1.1', 2)
  const visitorId = 'visitor-1bd0'
  expect(await abouts()).toEqual([
    { visitorId, said: 'Is anybody there?' },
    { visitorId, said: 'Where is my parcel?' },
  ])
  await happened(named)
  expect(await abouts(true, 'notifications.history')).toMatchObject([
    { visitorName: 'Mara Lind', said: 'Is anybody there?' },
    { visitorName: 'Mara Lind', said: 'Where is my parcel?' },
  ])
})

it('keeps its words when the visitor writes more', async () => {
  await happened(started, said(0, 'Where is my parcel?'), said(1, 'Is anybody there?'))
  await raised('handoff.c1.1', 1)
  await happened(said(2, 'Never mind'), said(3, 'thanks'))
  await raised('handoff.c1.2', 3)
  expect((await abouts()).map((about) => about?.said)).toEqual(['thanks', 'Is anybody there?'])
})

it('says of a lead and of a request what was captured, for those who may read leads', async () => {
  await happened(started, said(0, 'A table, please'), said(1, 'thanks'))
  const of = { agentId: 'a1', at: at(1) }
  const request = (nth: number, fields: object) => ({
    type: 'LeadRequestChanged',
    data: { ...of, conversationId: 'c1', nth, status: 'confirmed', fields },
  })
  const fields = { guests: '3', email: 'mary@example.com', name: 'Mary' }
  await append('lead', 'l1', leadEvents, [
    {
      type: 'LeadCaptured',
      data: {
        ...{ ...of, leadId: 'l1', visitorId: 'visitor-1bd0', conversationId: 'c1', channel: 'web-chat' },
        ...{ by: 'question', fields },
      },
    },
    request(1, fields),
    request(2, { name: 'Bob', guests: '10' }),
  ])
  await raised('lead.c1', 1)
  await raised('request.c1.2', 2)
  const shown = await abouts()
  expect(shown.map((about) => about?.captured)).toEqual([{ name: 'Bob', guests: '10' }, fields])
  expect(shown.map((about) => about?.visitorName)).toEqual(['Bob', 'Mary'])
  expect(Object.keys(shown[1]?.captured ?? {})).toEqual(['name', 'email', 'guests'])
  expect(shown.every((about) => about?.said === undefined)).toBe(true)
  expect(await abouts('conversation.read')).toEqual([
    { visitorId: 'visitor-1bd0' },
    { visitorId: 'visitor-1bd0' },
  ])
  await region.keyring.erase({ tenant: 'w1', subject: 'lead-l1' })
  expect((await abouts()).map((about) => about?.captured)).toEqual([undefined, undefined])
})

it('says nothing of it to those who may not read conversations', async () => {
  await happened(started, said(0, 'Where is my parcel?'), named)
  await raised('handoff.c1.1', 1)
  expect(await abouts(false)).toEqual([undefined])
  expect(await abouts(false, 'notifications.history')).toEqual([undefined])
})

it('says nothing that was erased, and nothing of a conversation that is gone', async () => {
  await happened(started, said(0, 'Where is my parcel?'), named)
  await raised('handoff.c1.1', 1)
  await region.settled()
  await region.keyring.erase({ tenant: 'w1', subject: 'conversation-c1' })
  expect(await abouts()).toEqual([{ visitorId: 'visitor-1bd0' }])
  await happened(deleted)
  expect(await abouts()).toEqual([undefined])
})
