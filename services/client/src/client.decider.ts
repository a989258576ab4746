/** A client of an agency. Stream `client-<id>`; the tenant is the agency's workspace. */

import { isDeepStrictEqual } from 'node:util'
import type { ClientOnboardingState } from '@parley/contracts/client/endpoints.ts'
import { type ClientEvent, clientEvents } from '@parley/contracts/client/events.ts'
import type { ClientStatus } from '@parley/contracts/client/statuses.ts'
import { defaultClientLanguage, type Language } from '@parley/contracts/languages.ts'
import {
  type ClientNotifications,
  defaultClientNotifications,
} from '@parley/contracts/notification/settings.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'

/** Without the address, which changes by itself. */
export type ClientSettings = {
  orgId: string
  name: string
  squarePhotoURL: string
  canAccess: string[]
  clientTabOrder: string[]
  widgetIDs: string[]
  /** Whether it is an admin of its organisation; absent for none. */
  isOrgAdmin?: boolean
  /** Whether it may create agents; absent for none. */
  allowCreateAgents?: boolean
  /** Whether it may assign conversations; absent for none. */
  canDelegateChats?: boolean
  /** Whether, as an admin, it gives users that it adds no such settings; absent for none. */
  hideAdvancedSettings?: boolean
  /** Absent for the default. */
  notificationsSettings?: ClientNotifications
  /** Absent for the default. */
  preferredLanguage?: Language
}

/** What is absent stays as it is. */
type Changes<Settings> = { [Name in keyof Settings]?: Settings[Name] | undefined }

export type Client = ClientSettings & {
  email: string
  emailHash: string
  passwordHash: string
  isOrgAdmin: boolean
  allowCreateAgents: boolean
  canDelegateChats: boolean
  hideAdvancedSettings: boolean
  notificationsSettings: ClientNotifications
  preferredLanguage: Language
  /** How often the password was replaced: a session is valid for one of them. */
  passwordChanges: number
  /** The session in which the client replaced its password last, which goes on; absent if somebody else did since. */
  keptSessionId?: string
  status: ClientStatus
  /** Its account at an OpenID provider, by which it is recognised there. */
  openId?: { providerHash: string; subjectHash: string }
  /** Whether it signed up by itself. */
  isNewSignup: boolean
  onboardingState: ClientOnboardingState
}

export type ClientState = { status: 'none' | 'deleted' | 'erased' } | { status: 'live'; client: Client }

/** An address that was reserved; it may be taken by another client after `usableUntil` (milliseconds). */
export type ReservedEmail = { email: string; emailHash: string; usableUntil: number }

export type ClientCommand =
  | {
      type: 'CreateClient'
      clientId: string
      settings: ClientSettings
      address: ReservedEmail
      passwordHash: string
      limit: { seats: number; clients: number }
      /** Present for one that signed up by itself. */
      signUp?: { onboardingDue: boolean }
    }
  /** What is absent stays as it is. */
  | {
      type: 'ChangeClient'
      clientId: string
      settings: Changes<Omit<ClientSettings, 'notificationsSettings'>> & {
        notificationsSettings?: Changes<ClientNotifications> | undefined
      }
      address?: ReservedEmail | undefined
      passwordHash?: string | undefined
      /** By the client itself, which stays online. */
      bySelf?: true
    }
  /** By the client itself, who gave the one of that number (`passwordChanges`). `sessionId`: goes on. */
  | {
      type: 'ChangeOwnPassword'
      clientId: string
      passwordHash: string
      passwordChanges: number
      sessionId: string
    }
  | { type: 'SetClientStatus'; clientId: string; status: ClientStatus }
  | {
      type: 'SaveClientOnboarding'
      clientId: string
      answers: Changes<Answers>
      complete: boolean
    }
  /** The agent was created by the client. */
  | { type: 'AddOwnAgent'; clientId: string; agentId: string }
  /** Its account at the OpenID provider of its organisation. `passwordHash`: of a password that takes the former one's place. */
  | {
      type: 'LinkClientOpenId'
      clientId: string
      providerHash: string
      subjectHash: string
      passwordHash?: string
    }
  | { type: 'UnlinkClientOpenId'; clientId: string }
  | { type: 'DeleteClient'; clientId: string }
  /** After its keys were erased. */
  | { type: 'RecordClientErased'; clientId: string; answered: boolean }

type Created = Extract<ClientEvent, { type: 'ClientCreated' }>['data']
type Answers = Omit<ClientOnboardingState, 'isCompleted'>

const nothingAnswered: ClientOnboardingState = {
  ...{ isCompleted: false, goals: [], companyName: '', companyWebsite: '', companyDescription: '' },
}

/** Refuses with `not-found`, `no-client-seats`, `email-of-another` and `conflict`. */
export const client: Aggregate<ClientState, ClientCommand, ClientEvent> = {
  category: 'client',
  events: clientEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

function decide(command: ClientCommand, state: ClientState, now: Date): Decision<ClientEvent> {
  const { clientId } = command
  const late = 'address' in command && command.address && command.address.usableUntil < now.getTime()
  if (command.type === 'CreateClient') {
    if (state.status !== 'none') return accept()
    const { settings, address, passwordHash, limit } = command
    if (limit.clients >= limit.seats)
      return refuse('no-client-seats', 'You have reached the maximum number of seats')
    if (late) return tooLate
    const { email, emailHash } = address
    const { signUp } = command
    const data = { clientId, ...settings, email, emailHash, passwordHash }
    if (!signUp) return accept({ type: 'ClientCreated', data })
    const created: ClientEvent = { type: 'ClientCreated', data: { ...data, isNewSignup: true } }
    return signUp.onboardingDue ? accept(created) : accept(created, completed(clientId))
  }
  if (command.type === 'RecordClientErased')
    return state.status === 'deleted'
      ? accept({ type: 'ClientErased', data: { clientId, answered: command.answered } })
      : accept()
  if (state.status !== 'live') return refuse('not-found', 'This client does not exist.')
  const { client } = state
  if (command.type === 'DeleteClient')
    return accept({ type: 'ClientDeleted', data: { clientId, emailHash: client.emailHash } })
  if (command.type === 'SetClientStatus') {
    const { status } = command
    return client.status === status
      ? accept()
      : accept({ type: 'ClientStatusChanged', data: { clientId, status } })
  }
  if (command.type === 'ChangeOwnPassword') {
    const { passwordHash, sessionId: keptSessionId } = command
    return command.passwordChanges === client.passwordChanges
      ? accept({ type: 'ClientPasswordChanged', data: { clientId, passwordHash, keptSessionId } })
      : refuse('conflict', 'The password was changed meanwhile. Please sign in again.')
  }
  if (command.type === 'SaveClientOnboarding') return saveOnboarding(command, client)
  if (command.type === 'AddOwnAgent') {
    const { agentId } = command
    return client.widgetIDs.includes(agentId)
      ? accept()
      : accept({ type: 'ClientAgentCreated', data: { clientId, agentId } })
  }
  if (command.type === 'LinkClientOpenId') return linkOpenId(command, client)
  if (command.type === 'UnlinkClientOpenId')
    return client.openId ? accept({ type: 'ClientOpenIdUnlinked', data: { clientId } }) : accept()
  const { address, passwordHash, bySelf } = command
  const moves = command.settings.orgId !== undefined && command.settings.orgId !== client.orgId
  // The admin of one organisation is none of another one, unless that is said too.
  const { notificationsSettings: notifications, ...others } = command.settings
  const settings = {
    ...(moves && { isOrgAdmin: false }),
    ...withoutUndefined(others),
    ...(notifications && {
      notificationsSettings: { ...client.notificationsSettings, ...withoutUndefined(notifications) },
    }),
  }
  const changed = Object.entries(settings).filter(
    ([name, value]) => !isDeepStrictEqual(value, client[name as keyof ClientSettings]),
  )
  // bounded: one of each kind
  const events: ClientEvent[] = []
  if (changed.length > 0)
    events.push({ type: 'ClientChanged', data: { clientId, ...Object.fromEntries(changed) } })
  if (address && address.emailHash !== client.emailHash) {
    if (late) return tooLate
    const { email, emailHash } = address
    const former = { formerEmailHash: client.emailHash, formerEmail: client.email }
    events.push({ type: 'ClientEmailChanged', data: { clientId, email, emailHash, ...former } })
  }
  if (passwordHash !== undefined)
    events.push({ type: 'ClientPasswordChanged', data: { clientId, passwordHash } })
  // Part 2 §3: a client is offline once it was saved.
  if (events.length > 0 && !bySelf && client.status === 'online')
    events.push({ type: 'ClientStatusChanged', data: { clientId, status: 'offline' } })
  return accept(...events)
}

function saveOnboarding(
  { clientId, answers, complete }: Extract<ClientCommand, { type: 'SaveClientOnboarding' }>,
  { isNewSignup, onboardingState }: Client,
): Decision<ClientEvent> {
  if (!isNewSignup) return refuse('not-found', 'There is no onboarding to complete.')
  if (onboardingState.isCompleted) return accept()
  const changed = Object.entries(answers).filter(
    ([name, value]) =>
      value !== undefined && !isDeepStrictEqual(value, onboardingState[name as keyof Answers]),
  )
  // bounded: one of each kind
  const events: ClientEvent[] = []
  if (changed.length > 0)
    events.push({ type: 'ClientOnboardingAnswered', data: { clientId, ...Object.fromEntries(changed) } })
  if (complete) events.push(completed(clientId))
  return accept(...events)
}

/** An address that another account of the same provider has by now stays the client's that it was. */
function linkOpenId(
  { clientId, providerHash, subjectHash, passwordHash }: Extract<ClientCommand, { type: 'LinkClientOpenId' }>,
  { openId }: Client,
): Decision<ClientEvent> {
  if (openId?.providerHash === providerHash)
    return openId.subjectHash === subjectHash
      ? accept()
      : refuse('email-of-another', 'This client has another account at the provider.')
  const linked: ClientEvent = { type: 'ClientOpenIdLinked', data: { clientId, providerHash, subjectHash } }
  if (passwordHash === undefined) return accept(linked)
  const replaced: ClientEvent = { type: 'ClientPasswordChanged', data: { clientId, passwordHash } }
  return accept<ClientEvent>(linked, replaced)
}

const completed = (clientId: string): ClientEvent => ({
  type: 'ClientOnboardingCompleted',
  data: { clientId },
})

function evolve(state: ClientState, event: ClientEvent): ClientState {
  if (event.type === 'ClientCreated') {
    const { clientId: _, isNewSignup = false, ...created } = event.data
    const notificationsSettings = notificationsOf(created)
    const { isOrgAdmin = false, allowCreateAgents = false } = created
    const { canDelegateChats = false, hideAdvancedSettings = false } = created
    const { preferredLanguage = defaultClientLanguage } = created
    const begun = { passwordChanges: 0, status: 'offline', onboardingState: nothingAnswered } as const
    return {
      status: 'live',
      client: {
        ...{ ...created, isNewSignup, isOrgAdmin, allowCreateAgents, canDelegateChats, hideAdvancedSettings },
        ...{ notificationsSettings, preferredLanguage, ...begun },
      },
    }
  }
  if (event.type === 'ClientErased') return { status: 'erased' }
  if (state.status !== 'live') return state
  const onboarded = (changed: Partial<ClientOnboardingState>): ClientState => {
    const onboardingState = { ...state.client.onboardingState, ...changed }
    return { status: 'live', client: { ...state.client, onboardingState } }
  }
  switch (event.type) {
    case 'ClientChanged': {
      const { clientId: _, notificationsSettings, ...changed } = event.data
      const notifications = notificationsSettings && {
        notificationsSettings: notificationsOf({ notificationsSettings }),
      }
      return { status: 'live', client: { ...state.client, ...withoutUndefined(changed), ...notifications } }
    }
    case 'ClientEmailChanged': {
      const { email, emailHash } = event.data
      return { status: 'live', client: { ...state.client, email, emailHash } }
    }
    case 'ClientStatusChanged':
      return { status: 'live', client: { ...state.client, status: event.data.status } }
    case 'ClientPasswordChanged': {
      const { passwordHash, keptSessionId } = event.data
      const { keptSessionId: _, ...others } = state.client
      const passwordChanges = others.passwordChanges + 1
      const kept = keptSessionId === undefined ? {} : { keptSessionId }
      return { status: 'live', client: { ...others, passwordHash, passwordChanges, ...kept } }
    }
    case 'ClientOpenIdLinked': {
      const { providerHash, subjectHash } = event.data
      return { status: 'live', client: { ...state.client, openId: { providerHash, subjectHash } } }
    }
    case 'ClientOpenIdUnlinked': {
      const { openId: _, ...client } = state.client
      return { status: 'live', client }
    }
    case 'ClientOnboardingAnswered': {
      const { clientId: _, ...answers } = event.data
      return onboarded(withoutUndefined(answers))
    }
    case 'ClientOnboardingCompleted':
      return onboarded({ isCompleted: true })
    case 'ClientAgentCreated': {
      const widgetIDs = [...state.client.widgetIDs, event.data.agentId]
      return { status: 'live', client: { ...state.client, widgetIDs } }
    }
    case 'ClientDeleted':
      return { status: 'deleted' }
  }
}

/** Before `notifyThrough` was chosen, it was the default. */
function notificationsOf(stored: Pick<Created, 'notificationsSettings'>): ClientNotifications {
  return { ...defaultClientNotifications, ...withoutUndefined(stored.notificationsSettings ?? {}) }
}

const tooLate = refuse('conflict', 'This took too long. Please try again.')
