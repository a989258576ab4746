/** The lead: details that one visitor gave to one agent, and their status. */
import { createHash } from 'node:crypto'
import { channelKindNames } from '@parley/contracts/channel/names.ts'
import type { LeadEvent, LeadStatus } from '@parley/contracts/conversation/lead-events.ts'
import { leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import {
  type ContactKind,
  keptRequests,
  type RequestStatus,
} from '@parley/contracts/conversation/lead-requests.ts'
import { isVisitorEmail } from '@parley/contracts/identity/visitor-email.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'

/** The `nth` request of a conversation. */
type Request = {
  conversationId: string
  nth: number
  status: RequestStatus
  fields: Record<string, string>
  /** Whether there is a way to reach the visitor. */
  reachable?: boolean | undefined
}

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
      /** The names of those whose texts are from a request that was only started. */
      unsettled: readonly string[]
      /** The oldest first. */
      requests: readonly Request[]
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
      /** The request of the conversation that they belong to. */
      request?: { nth: number; status: RequestStatus }
      /** What the fields say about who the visitor is; where it is unknown they make a lead. */
      contact?: ContactKind
    }
  | { type: 'SaveLead'; agentId: string; fields?: Record<string, string>; stage?: LeadStatus; note?: string }
  /** Takes over what happened to a lead at another workspace, with the ids that things have here. */
  | { type: 'ImportLead'; events: readonly LeadEvent[] }
  | { type: 'DeleteLead'; agentId: string; reason: LeadFact<'LeadDeleted'>['reason'] }

/**
 * Leads are people: what says nothing about who the visitor is makes none. Refuses with `not-found` leads that do not exist or belong to another agent. Details that a visitor gives after the
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
  const { type: _, fields: told, request, contact, ...captured } = command
  const { agentId, by, conversationId } = captured
  const live = state.status === 'live' ? state : undefined
  if (!live && contact === 'none') return accept()
  const before: Record<string, string> = live?.fields ?? {}
  const changed =
    request && changedRequest({ ...request, conversationId, fields: told }, live?.requests ?? [])
  const fields = withChanges(before, shown(told, changed, live))
  if (!live && Object.keys(fields).length === 0) return accept()
  const of = request === undefined ? {} : { request: { conversationId, nth: request.nth } }
  const events: LeadEvent[] = []
  if (!live) events.push({ type: 'LeadCaptured', data: { ...captured, at, fields, ...of } })
  else if (!same(fields, before) || !live.conversationIds.includes(conversationId))
    events.push({ type: 'LeadFieldsChanged', data: { agentId, at, by, conversationId, fields, ...of } })
  if (changed) {
    const reachable = isReachable(command, live)
    events.push({ type: 'LeadRequestChanged', data: { agentId, at, ...changed, reachable } })
  }
  return accept(...events)
}

/** Whether the visitor can be reached: by what they told, now or before, or on the channel on which they write. */
function isReachable(
  { contact, channel }: Extract<LeadCommand, { type: 'CaptureLead' }>,
  live: Extract<LeadState, { status: 'live' }> | undefined,
): boolean {
  if (contact === 'address' || channelKindNames.some((kind) => kind === channel)) return true
  const isKnown = Object.entries(live?.fields ?? {}).some(
    ([name, text]) => name === 'phone' || PHONE.test(text) || isVisitorEmail(text),
  )
  return isKnown || (live?.requests ?? []).some(({ reachable }) => reachable === true)
}

const PHONE = /^\+\d{8,15}$/

/** Maximum characters of all fields of a request together. */
const MOST_OF_A_REQUEST = 20_000

/** The request with what was captured in it now; undefined if that is nothing new. */
function changedRequest(now: Request, requests: readonly Request[]): Request | undefined {
  const known = requests.find((one) => isSame(one, now))
  const fields = bounded(withChanges(known?.fields ?? {}, now.fields))
  if (known?.status === now.status && same(known.fields, fields)) return undefined
  return { ...now, fields }
}

/**
 * What of the captured texts the lead shows: all of a request that is complete or confirmed. One that was only started
 * does not replace what others told, nor what the team wrote.
 */
function shown(
  told: Record<string, string>,
  request: Request | undefined,
  live: Extract<LeadState, { status: 'live' }> | undefined,
): Record<string, string> {
  if (!request) return told
  if (request.status !== 'started') return { ...request.fields, ...told }
  const isOpen = ([name]: [string, string]) =>
    live?.fields[name] === undefined || live.unsettled.includes(name)
  return Object.fromEntries(Object.entries(told).filter(isOpen))
}

function bounded(fields: Record<string, string>): Record<string, string> {
  let left = MOST_OF_A_REQUEST
  const kept = Object.entries(fields).flatMap(([name, text]) => {
    const short = text.slice(0, Math.max(left - name.length, 0))
    left -= name.length + short.length
    return short === '' ? [] : [[name, short] as const]
  })
  return Object.fromEntries(kept)
}

function isSame(one: Pick<Request, 'conversationId' | 'nth'>, other: typeof one): boolean {
  return one.conversationId === other.conversationId && one.nth === other.nth
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
    const { agentId, visitorId, conversationId, fields, request } = event.data
    return {
      status: 'live',
      agentId,
      visitorId,
      conversationIds: [conversationId],
      fields,
      unsettled: request ? Object.keys(fields) : [],
      requests: [],
      stage: 'new',
      note: '',
    }
  }
  if (state.status !== 'live') return state
  switch (event.type) {
    case 'LeadFieldsChanged': {
      const { conversationId, request } = event.data
      const fields: Record<string, string> = event.data.fields
      const known = conversationId === undefined || state.conversationIds.includes(conversationId)
      const conversationIds = known ? state.conversationIds : [...state.conversationIds, conversationId]
      const changed = Object.keys(fields).filter((name) => fields[name] !== state.fields[name])
      const others = state.unsettled.filter((name) => !changed.includes(name) && Object.hasOwn(fields, name))
      // Settled by the change of the request that follows, unless it was only started.
      const unsettled = request ? [...others, ...changed] : others
      return { ...state, fields, unsettled, conversationIds }
    }
    case 'LeadRequestChanged': {
      const { agentId: _, at: __, ...request } = event.data
      const others = state.requests.filter((one) => !isSame(one, request))
      const requests = keptRequests([...others, request])
      if (request.status === 'started') return { ...state, requests }
      return {
        ...state,
        requests,
        unsettled: state.unsettled.filter((name) => !Object.hasOwn(request.fields, name)),
      }
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
