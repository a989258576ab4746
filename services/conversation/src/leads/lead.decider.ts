/** The lead: details that one visitor gave to one agent, and their status. */
import { createHash } from 'node:crypto'
import type { LeadEvent, LeadStatus } from '@parley/contracts/conversation/lead-events.ts'
import { leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/decider.ts'

type LeadFact<Type extends LeadEvent['type']> = Extract<LeadEvent, { type: Type }>['data']

export type LeadState =
  | { status: 'none' }
  | { status: 'deleted' }
  | {
      status: 'live'
      agentId: string
      visitorId: string
      conversationIds: readonly string[]
      fields: Record<string, string>
      stage: LeadStatus
      note: string
    }

export type LeadCommand =
  | {
      type: 'CaptureLead'
      leadId: string
      agentId: string
      visitorId: string
      conversationId: string
      channel: LeadFact<'LeadCaptured'>['channel']
      by: LeadFact<'LeadCaptured'>['by']
      fields: Record<string, string>
    }
  | { type: 'SaveLead'; agentId: string; fields?: Record<string, string>; stage?: LeadStatus; note?: string }
  /** Takes over what happened to a lead at another workspace, with the ids that things have here. */
  | { type: 'ImportLead'; events: readonly LeadEvent[] }
  | { type: 'DeleteLead'; agentId: string; reason: LeadFact<'LeadDeleted'>['reason'] }

/**
 * Refuses with `not-found` leads that do not exist or belong to another agent. Details that a visitor gives after the
 * lead was deleted make no new one: the key that would seal them is erased.
 */
export const lead: Aggregate<LeadState, LeadCommand, LeadEvent> = {
  category: 'lead',
  events: leadEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

/** Derived from agent and visitor, so that the same fact captured twice is one lead. */
export function leadIdOf(agentId: string, visitorId: string): string {
  return createHash('sha256').update(`${agentId}\n${visitorId}`).digest('hex').slice(0, 20)
}

/** The subject whose key seals leads: a visitor of one agent. No id contains a slash, so no two share a key. */
export function visitorSubject(agentId: string, visitorId: string): string {
  return `visitor-${agentId}/${visitorId}`
}

function decide(command: LeadCommand, state: LeadState, now: Date): Decision<LeadEvent> {
  const at = now.toISOString()
  if (command.type === 'CaptureLead') return capture(command, state, at)
  if (command.type === 'ImportLead') return imported(command.events, state)
  if (state.status !== 'live' || state.agentId !== command.agentId)
    return refuse('not-found', 'This lead does not exist.')
  const { agentId } = state
  if (command.type === 'DeleteLead') {
    const { visitorId } = state
    return accept({ type: 'LeadDeleted', data: { agentId, at, visitorId, reason: command.reason } })
  }
  const events: LeadEvent[] = []
  const fields = command.fields && withChanges(state.fields, command.fields)
  if (fields && !same(fields, state.fields)) {
    const data = { agentId, at, by: 'person', fields } as const
    events.push({ type: 'LeadFieldsChanged', data })
  }
  if (command.stage !== undefined && command.stage !== state.stage)
    events.push({ type: 'LeadStatusChanged', data: { agentId, at, status: command.stage } })
  if (command.note !== undefined && command.note !== state.note)
    events.push({ type: 'LeadNoted', data: { agentId, at, note: command.note } })
  return accept(...events)
}

function capture(
  command: Extract<LeadCommand, { type: 'CaptureLead' }>,
  state: LeadState,
  at: string,
): Decision<LeadEvent> {
  if (state.status === 'deleted') return accept()
  const { type: _, fields: told, ...captured } = command
  const before = state.status === 'live' ? state.fields : {}
  const fields = withChanges(before, told)
  if (state.status === 'none') {
    if (Object.keys(fields).length === 0) return accept()
    return accept({ type: 'LeadCaptured', data: { ...captured, at, fields } })
  }
  const { agentId, by, conversationId } = captured
  if (same(fields, before) && state.conversationIds.includes(conversationId)) return accept()
  const data = { agentId, at, by, conversationId, fields }
  return accept({ type: 'LeadFieldsChanged', data })
}

/** Does nothing where there is such a lead already, or was. */
function imported(events: readonly LeadEvent[], state: LeadState): Decision<LeadEvent> {
  if (state.status !== 'none') return accept()
  const [first, ...later] = events
  const isWhole =
    first?.type === 'LeadCaptured' &&
    later.every(
      ({ type, data }) =>
        type !== 'LeadCaptured' && type !== 'LeadDeleted' && data.agentId === first.data.agentId,
    )
  return isWhole ? accept(...events) : refuse('not-importable', 'This lead can’t be read.')
}

function evolve(state: LeadState, event: LeadEvent): LeadState {
  if (event.type === 'LeadCaptured') {
    const { agentId, visitorId, conversationId, fields } = event.data
    return {
      status: 'live',
      agentId,
      visitorId,
      conversationIds: [conversationId],
      fields,
      stage: 'new',
      note: '',
    }
  }
  if (state.status !== 'live') return state
  switch (event.type) {
    case 'LeadFieldsChanged': {
      const { fields, conversationId } = event.data
      const known = conversationId === undefined || state.conversationIds.includes(conversationId)
      const conversationIds = known ? state.conversationIds : [...state.conversationIds, conversationId]
      return { ...state, fields, conversationIds }
    }
    case 'LeadStatusChanged':
      return { ...state, stage: event.data.status }
    case 'LeadNoted':
      return { ...state, note: event.data.note }
    case 'LeadDeleted':
      return { status: 'deleted' }
  }
}

/** Merges changes into fields; an empty text removes a field. */
function withChanges(
  before: Record<string, string>,
  changes: Record<string, string>,
): Record<string, string> {
  const entries = Object.entries({ ...before, ...changes }).filter(([, text]) => text !== '')
  return Object.fromEntries(entries)
}

function same(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
