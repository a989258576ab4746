import type { LeadEvent } from '@parley/contracts/conversation/lead-events.ts'
import { given } from '@parley/kernel/specification.ts'
import { expect, test } from 'vitest'
import { type LeadCommand, lead, leadIdOf } from './lead.decider.ts'

const capture = (fields: Record<string, string>, conversationId = 'c1'): LeadCommand => ({
  type: 'CaptureLead',
  leadId: 'l1',
  agentId: 'a1',
  visitorId: 'v1',
  conversationId,
  channel: 'web-chat',
  by: 'form',
  fields,
})
const captured = (fields: Record<string, string>): LeadEvent => ({
  type: 'LeadCaptured',
  data: {
    agentId: 'a1',
    at: '2026-11-21T12:00:00.000Z',
    leadId: 'l1',
    visitorId: 'v1',
    conversationId: 'c1',
    channel: 'web-chat',
    by: 'form',
    fields,
  },
})
const ada = captured({ name: 'Ada', email: 'ada@example.com' })
const deleted: LeadEvent = {
  type: 'LeadDeleted',
  data: { agentId: 'a1', at: '2026-11-21T12:00:00.000Z', visitorId: 'v1', reason: 'person' },
}
const changes = (events: LeadEvent[]) =>
  events.map(({ type, data }) => ('fields' in data ? [type, data.fields] : [type, data]))

test('details from a visitor make a lead, and later ones are added to it', () => {
  const [event] = given(lead)
    .when(capture({ name: 'Ada', phone: '' }))
    .events()
  expect(event).toMatchObject({ type: 'LeadCaptured', data: { leadId: 'l1', fields: { name: 'Ada' } } })
  expect(
    changes(
      given(lead, ada)
        .when(capture({ phone: '1' }, 'c2'))
        .events(),
    ),
  ).toEqual([['LeadFieldsChanged', { name: 'Ada', email: 'ada@example.com', phone: '1' }]])
})

test('the same details in one conversation are recorded once; no details make no lead', () => {
  given(lead, ada)
    .when(capture({ email: 'ada@example.com' }))
    .thenNothing()
  given(lead).when(capture({})).thenNothing()
})

test('a person changes fields, status and note at once', () => {
  const save: LeadCommand = {
    type: 'SaveLead',
    agentId: 'a1',
    fields: { email: '', company: 'Ember' },
    stage: 'contacted',
    note: 'Called',
  }
  expect(
    given(lead, ada)
      .when(save)
      .events()
      .map(({ type }) => type),
  ).toEqual(['LeadFieldsChanged', 'LeadStatusChanged', 'LeadNoted'])
  const after = given(lead, ada, ...given(lead, ada).when(save).events())
  expect(after.state).toMatchObject({ fields: { name: 'Ada', company: 'Ember' }, stage: 'contacted' })
  after.when(save).thenNothing()
})

test('leads of other agents and deleted ones are not found', () => {
  given(lead, ada).when({ type: 'SaveLead', agentId: 'a2', note: 'x' }).thenRejected('not-found')
  given(lead, ada, deleted).when({ type: 'SaveLead', agentId: 'a1', note: 'x' }).thenRejected('not-found')
  given(lead).when({ type: 'DeleteLead', agentId: 'a1', reason: 'person' }).thenRejected('not-found')
})

test('a deleted lead is not captured again, since its key is erased', () => {
  given(lead, ada, deleted)
    .when(capture({ name: 'Ada' }))
    .thenNothing()
})

test('the id follows from the agent and the visitor', () => {
  expect(leadIdOf('a1', 'v1')).toBe(leadIdOf('a1', 'v1'))
  expect(leadIdOf('a1', 'v1')).not.toBe(leadIdOf('a2', 'v1'))
})
