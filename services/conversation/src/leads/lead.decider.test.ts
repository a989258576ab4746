import type { LeadEvent } from '@parley/contracts/conversation/lead-events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
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

const requested = (
  nth: number,
  status: 'started' | 'complete' | 'confirmed',
  fields: Record<string, string>,
): LeadCommand => ({ ...capture(fields), request: { nth, status } }) as LeadCommand

/** The state after commands one after the other. */
function after(...commands: LeadCommand[]) {
  let events: LeadEvent[] = []
  for (const command of commands)
    events = [
      ...events,
      ...given(lead, ...events)
        .when(command)
        .events(),
    ]
  const { evolve, initialState } = lead.decider
  const state = events.reduce(evolve, initialState)
  if (state.status !== 'live') throw new Error('There is no lead.')
  return { fields: state.fields, requests: state.requests, events }
}
const mary = { name: 'Mary', guests: '3' }

test('a request that was only started replaces nothing that was confirmed, and both are kept', () => {
  const begun = after(requested(1, 'confirmed', mary), requested(2, 'started', { name: 'M', room: 'single' }))
  expect(begun.fields).toEqual({ ...mary, room: 'single' })
  expect(begun.requests).toMatchObject([
    { nth: 1, status: 'confirmed', fields: mary },
    { nth: 2, status: 'started', fields: { name: 'M', room: 'single' } },
  ])
})

test('the newest confirmed request is shown, with what was captured in it before', () => {
  const { fields, requests } = after(
    requested(1, 'confirmed', mary),
    requested(2, 'started', { name: 'Bob' }),
    requested(2, 'started', { guests: '10' }),
    requested(2, 'complete', {}),
  )
  expect(fields).toEqual({ name: 'Bob', guests: '10' })
  expect(requests.map((one) => [one.status, one.fields])).toEqual([
    ['confirmed', mary],
    ['complete', { name: 'Bob', guests: '10' }],
  ])
})

test('of requests that were only started the lead shows the newest, but never instead of what the team wrote', () => {
  const started = [requested(1, 'started', { name: 'M' }), requested(2, 'started', { name: 'Mary' })]
  expect(after(...started).fields).toEqual({ name: 'Mary' })
  const edited: LeadCommand = { type: 'SaveLead', agentId: 'a1', fields: { name: 'Mary O’Brien' } }
  expect(after(...started, edited, requested(3, 'started', { name: 'x' })).fields).toEqual({
    name: 'Mary O’Brien',
  })
  expect(after(...started, edited, requested(3, 'confirmed', { name: 'x' })).fields).toEqual({ name: 'x' })
})

test('a request of another conversation is another one, and the same status twice changes nothing', () => {
  const first = requested(1, 'confirmed', mary)
  const other = { ...first, conversationId: 'c2' } as LeadCommand
  expect(after(first, other).requests).toHaveLength(2)
  expect(after(first, first).events).toEqual(after(first).events)
})

test('of too many requests those that were only started go first', () => {
  const many = Array.from({ length: 30 }, (_, nth) => requested(nth + 2, 'started', { name: `n${nth}` }))
  const { requests } = after(requested(1, 'confirmed', mary), ...many)
  expect(requests).toHaveLength(20)
  expect(requests[0]).toMatchObject({ nth: 1, fields: mary })
  expect(requests.at(-1)?.nth).toBe(31)
})

test('the fields of a request are bounded', () => {
  const { requests } = after(requested(1, 'started', { a: 'x'.repeat(19_000), b: 'y'.repeat(19_000) }))
  expect(JSON.stringify(requests).length).toBeLessThan(21_000)
})

const told = (
  contact: 'none' | 'name' | 'address',
  fields: Record<string, string>,
  more: { status?: 'started' | 'complete'; channel?: 'web-chat' | 'telegram' } = {},
): LeadCommand =>
  ({
    ...capture(fields),
    ...{
      contact,
      channel: more.channel ?? 'web-chat',
      request: { nth: 1, status: more.status ?? 'complete' },
    },
  }) as LeadCommand
const reachable = (...commands: LeadCommand[]) =>
  after(...commands).events.flatMap((event) =>
    event.type === 'LeadRequestChanged' ? [event.data.reachable] : [],
  )

test('what says nothing about who the visitor is makes no lead, and is kept with one that there is', () => {
  given(lead)
    .when(told('none', { order: '4711' }))
    .thenNothing()
  expect(after(told('name', { name: 'Ada' }), told('none', { order: '4711' })).fields).toEqual({
    name: 'Ada',
    order: '4711',
  })
})

test('a request tells whether its visitor can be reached', () => {
  const name = told('name', { name: 'Ada' })
  expect(reachable(name)).toEqual([false])
  expect(reachable(told('name', { name: 'Ada' }, { channel: 'telegram' }))).toEqual([true])
  expect(
    reachable(told('address', { mobile: '0151 2345' }, { status: 'started' }), told('none', {})),
  ).toEqual([true, true])
  expect(reachable({ ...capture({ email: 'a@b.example' }, 'c9') } as LeadCommand, name)).toEqual([true])
  expect(reachable({ ...capture({ email: 'gabi@post' }, 'c9') } as LeadCommand, name)).toEqual([false])
})
