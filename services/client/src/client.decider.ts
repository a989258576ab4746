/** A client of an agency. Stream `client-<id>`; the tenant is the agency's workspace. */
import { isDeepStrictEqual } from 'node:util'
import { type ClientEvent, clientEvents } from '@parley/contracts/client/events.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/decider.ts'

/** Without the address, which changes by itself. */
export type ClientSettings = {
  orgId: string
  name: string
  squarePhotoURL: string
  canAccess: string[]
  clientTabOrder: string[]
  widgetIDs: string[]
}

export type Client = ClientSettings & { email: string; emailHash: string; passwordHash: string }

export type ClientState = { status: 'none' | 'deleted' } | { status: 'live'; client: Client }

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
    }
  /** What is absent stays as it is. */
  | {
      type: 'ChangeClient'
      clientId: string
      settings: { [Name in keyof ClientSettings]?: ClientSettings[Name] | undefined }
      address?: ReservedEmail | undefined
      passwordHash?: string | undefined
    }
  | { type: 'DeleteClient'; clientId: string }

/** Refuses with `not-found`, `no-client-seats` and `conflict`. */
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
    return accept({ type: 'ClientCreated', data: { clientId, ...settings, email, emailHash, passwordHash } })
  }
  if (state.status !== 'live') return refuse('not-found', 'This client does not exist.')
  const { client } = state
  if (command.type === 'DeleteClient')
    return accept({ type: 'ClientDeleted', data: { clientId, emailHash: client.emailHash } })
  const { settings, address, passwordHash } = command
  const changed = Object.entries(settings).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, client[name as keyof ClientSettings]),
  )
  // bounded: one of each kind
  const events: ClientEvent[] = []
  if (changed.length > 0)
    events.push({ type: 'ClientChanged', data: { clientId, ...Object.fromEntries(changed) } })
  if (address && address.emailHash !== client.emailHash) {
    if (late) return tooLate
    const { email, emailHash } = address
    const formerEmailHash = client.emailHash
    events.push({ type: 'ClientEmailChanged', data: { clientId, email, emailHash, formerEmailHash } })
  }
  if (passwordHash !== undefined)
    events.push({ type: 'ClientPasswordChanged', data: { clientId, passwordHash } })
  return accept(...events)
}

function evolve(state: ClientState, event: ClientEvent): ClientState {
  if (event.type === 'ClientCreated') {
    const { clientId: _, ...created } = event.data
    return { status: 'live', client: created }
  }
  if (state.status !== 'live') return state
  switch (event.type) {
    case 'ClientChanged': {
      const { clientId: _, ...changed } = event.data
      const given = Object.entries(changed).filter(([, value]) => value !== undefined)
      return { status: 'live', client: { ...state.client, ...Object.fromEntries(given) } }
    }
    case 'ClientEmailChanged': {
      const { email, emailHash } = event.data
      return { status: 'live', client: { ...state.client, email, emailHash } }
    }
    case 'ClientPasswordChanged':
      return { status: 'live', client: { ...state.client, passwordHash: event.data.passwordHash } }
    case 'ClientDeleted':
      return { status: 'deleted' }
  }
}

const tooLate = refuse('conflict', 'This took too long. Please try again.')
