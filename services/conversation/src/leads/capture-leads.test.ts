import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { conversation } from '../conversation.decider.ts'
import { captureLeadsPolicy } from './capture-leads.policy.ts'
import { lead, leadIdOf } from './lead.decider.ts'
import { leadHandlers } from './lead.handlers.ts'

const at = '2026-11-21T12:00:00.000Z'
const leadId = leadIdOf('a1', 'v1')
let region: TestRegion
let commands = 0

beforeEach(async () => {
  region = await openTestRegion({
    policies: ({ handle, load, keyring }) => [
      captureLeadsPolicy({
        handle,
        load,
        evict: (category, id) => region.commands.evict(category, id),
        erase: keyring.erase,
        startedAs: async (id, tenant) => (await load(conversation, id, tenant))?.state.started,
      }),
    ],
  })
})
afterEach(() => region.close())

const log: Aggregate<null, ConversationEvent[], ConversationEvent> = {
  category: 'conversation',
  events: conversationEvents,
  decider: { initialState: null, evolve: () => null, decide: (events) => ({ ok: true, events }) },
}
async function happened(id: string, ...events: ConversationEvent[]) {
  // Other code reads the stream with a state of its own.
  region.commands.evict('conversation', id)
  await region.handle(log, id, events, {
    tenant: 'w1',
    subject: `conversation-${id}`,
    actor: { kind: 'visitor', id: 'v1' },
    cause: { via: 'widget', command: `command ${++commands}`, correlation: id },
  })
  region.commands.evict('conversation', id)
  await region.settled()
}
const started = (channel: 'web-chat' | 'test-panel', recorded?: boolean): ConversationEvent => ({
  type: 'ConversationStarted',
  data: { conversationId: 'c1', agentId: 'a1', visitorId: 'v1', channel, recorded },
})
const captured = (fields: Record<string, string>): ConversationEvent => ({
  type: 'FieldsCaptured',
  data: {
    agentId: 'a1',
    channel: 'web-chat',
    at,
    visitorId: 'v1',
    by: 'form',
    fields,
  },
})
const identified: ConversationEvent = {
  type: 'VisitorIdentified',
  data: { agentId: 'a1', visitorId: 'v1', at, externalId: 'u9', email: 'ada@example.com', verified: true },
}
const deleted = (reason: 'person' | 'visitor-erased'): ConversationEvent => ({
  type: 'ConversationDeleted',
  data: { agentId: 'a1', visitorId: 'v1', at, reason },
})
const leadState = async () => (await region.load(lead, leadId, 'w1'))?.state

it('collects the details of one visitor in one lead, over conversations', async () => {
  await happened('c1', started('web-chat'), captured({ name: 'Ada' }), identified)
  await happened('c2', started('web-chat'), captured({ phone: '123' }))
  expect(await leadState()).toMatchObject({
    fields: { name: 'Ada', email: 'ada@example.com', phone: '123' },
    conversationIds: ['c1', 'c2'],
  })
})

it('keeps a confirmed request when another one is started', async () => {
  const of = (nth: number, status: 'started' | 'confirmed', fields: Record<string, string>) => {
    const { data, ...event } = captured(fields)
    return { ...event, data: { ...data, request: { nth, status } } } as ConversationEvent
  }
  await happened('c1', started('web-chat'), of(1, 'started', { name: 'Ada' }), of(1, 'confirmed', {}))
  await happened('c1', of(2, 'started', { name: 'A' }))
  expect(await leadState()).toMatchObject({
    fields: { name: 'Ada' },
    requests: [
      { conversationId: 'c1', nth: 1, status: 'confirmed', fields: { name: 'Ada' } },
      { conversationId: 'c1', nth: 2, status: 'started', fields: { name: 'A' } },
    ],
  })
})

it('captures none from tests and unrecorded conversations', async () => {
  await happened('c1', started('test-panel'), captured({ name: 'Ada' }))
  await happened('c2', started('web-chat', false), captured({ name: 'Ada' }))
  expect(await leadState()).toBeUndefined()
})

it('outlives a deleted conversation, and is erased with the visitor', async () => {
  await happened('c1', started('web-chat'), captured({ name: 'Ada' }), deleted('person'))
  await region.keyring.erase({ tenant: 'w1', subject: 'conversation-c1' })
  region.commands.evict('lead', leadId)
  expect(await leadState()).toMatchObject({ fields: { name: 'Ada' } })
  await happened('c1', deleted('visitor-erased'))
  expect(await leadState()).toEqual({ status: 'deleted' })
  await nothingIsLegible()
})

it('can be deleted by a person permanently', async () => {
  await happened('c1', started('web-chat'), captured({ name: 'Ada' }))
  const { handle, load, keyring, commands } = region
  const { 'leads.remove': remove } = leadHandlers({
    handle,
    load,
    evict: commands.evict,
    erase: keyring.erase,
  })
  const answer = await remove?.({
    params: { region: 'na', agentId: 'a1', leadId },
    context: {
      tenant: 'w1',
      actor: { kind: 'user', id: 'u1' },
      cause: { via: 'dashboard', command: 'remove', correlation: 'remove' },
    },
  } as never)
  expect(answer).toMatchObject({ ok: true })
  await nothingIsLegible()
})

async function nothingIsLegible() {
  const stored = await region.eventStore.readStream(`lead-${leadId}`)
  const sealed = stored.map(({ data }) => JSON.parse(data).fields).filter(Boolean)
  expect(sealed).toHaveLength(1)
  expect(await region.keyring.open('w1', sealed)).toEqual(['[erased]'])
}
