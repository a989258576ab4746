/** The session of a signed-in client. Stream `clientsession-<id>`; the tenant is the agency's workspace. */
import { type ClientSessionEvent, clientSessionEvents } from '@parley/contracts/client/events.ts'
import type { ClientSessionMethod } from '@parley/contracts/client/statuses.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/decider.ts'

/** The specification's 30-day auth cookie (part 2 §9). */
export const CLIENT_SESSION_LIFETIME_MS = 30 * 86_400_000

/** What the session was begun with: it is valid for as long as these stay the same. */
export type SignedInWith = { passwordChanges: number; orgId: string; accessDisabled: number }

export type ClientSession = SignedInWith & {
  clientId: string
  tokenHash: string
  expiresAt: number
  ended: boolean
}

export type ClientSessionCommand =
  | ({
      type: 'StartClientSession'
      sessionId: string
      clientId: string
      tokenHash: string
      method: ClientSessionMethod
      userAgent: string
      address: string
    } & SignedInWith)
  | { type: 'EndClientSession'; sessionId: string; clientId: string }

/** Refuses with `conflict` and `not-found`. */
export const clientSession: Aggregate<ClientSession | undefined, ClientSessionCommand, ClientSessionEvent> = {
  category: 'clientsession',
  events: clientSessionEvents,
  decider: {
    initialState: undefined,
    evolve(state, event) {
      if (event.type === 'ClientSessionEnded') return state && { ...state, ended: true }
      const { clientId, tokenHash, passwordChanges, orgId, accessDisabled, expiresAt } = event.data
      return { clientId, tokenHash, passwordChanges, orgId, accessDisabled, expiresAt, ended: false }
    },
    decide(command, state, now) {
      if (command.type === 'StartClientSession') {
        if (state) return refuse('conflict', 'This session exists already.')
        const { type: _, ...started } = command
        const startedAt = now.getTime()
        return accept({
          type: 'ClientSessionStarted',
          data: { ...started, startedAt, expiresAt: startedAt + CLIENT_SESSION_LIFETIME_MS },
        })
      }
      if (state?.clientId !== command.clientId) return refuse('not-found', 'Not found.')
      if (state.ended) return accept()
      const { sessionId, clientId } = command
      return accept({ type: 'ClientSessionEnded', data: { sessionId, clientId } })
    },
  },
}
