/**
 * The session of a signed-in client, or of one that may sign in once by a login token. Stream `clientsession-<id>`; the
 * tenant is the agency's workspace.
 */
import { type ClientSessionEvent, clientSessionEvents } from '@parley/contracts/client/events.ts'
import type { ClientSessionMethod } from '@parley/contracts/client/statuses.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

/** The specification's 30-day auth cookie (part 2 §9). */
export const CLIENT_SESSION_LIFETIME_MS = 30 * 86_400_000

/** What the session was begun with: it is valid for as long as these stay the same. */
export type SignedInWith = { passwordChanges: number; orgId: string; accessDisabled: number }

export const LOGIN_TOKEN_LIFETIME_MS = 60_000
/** Of the token in a mail. */
export const SIGN_IN_LINK_LIFETIME_MS = 7 * 86_400_000

export type ClientSession =
  /** A login token may begin it. */
  | { status: 'awaited'; clientId: string }
  | (SignedInWith & {
      status: 'begun'
      clientId: string
      tokenHash: string
      /** The agency's domain at which alone it is valid. */
      host?: string
      expiresAt: number
      ended: boolean
    })

export type ClientSessionCommand =
  /** `mailed`: in a mail to the client. */
  | { type: 'IssueClientLoginToken'; sessionId: string; clientId: string; mailed?: true }
  | ({
      type: 'StartClientSession'
      sessionId: string
      clientId: string
      tokenHash: string
      method: ClientSessionMethod
      userAgent: string
      address: string
      host?: string
    } & SignedInWith)
  | { type: 'EndClientSession'; sessionId: string; clientId: string }

/** Refuses with `conflict` and `not-found`. */
export const clientSession: Aggregate<ClientSession | undefined, ClientSessionCommand, ClientSessionEvent> = {
  category: 'clientsession',
  events: clientSessionEvents,
  decider: {
    initialState: undefined,
    evolve(state, event) {
      if (event.type === 'ClientLoginTokenIssued') return { status: 'awaited', clientId: event.data.clientId }
      if (event.type === 'ClientSessionEnded')
        return state?.status === 'begun' ? { ...state, ended: true } : state
      const { clientId, tokenHash, passwordChanges, orgId, accessDisabled, expiresAt, host } = event.data
      const began = {
        ...{ clientId, tokenHash, passwordChanges, orgId, accessDisabled, expiresAt },
        ...(host !== undefined && { host }),
      }
      return { status: 'begun', ...began, ended: false }
    },
    decide(command, state, now) {
      if (command.type === 'IssueClientLoginToken') {
        if (state) return refuse('conflict', 'This session exists already.')
        const { sessionId, clientId, mailed } = command
        const expiresAt = now.getTime() + (mailed ? SIGN_IN_LINK_LIFETIME_MS : LOGIN_TOKEN_LIFETIME_MS)
        return accept({
          type: 'ClientLoginTokenIssued',
          data: { sessionId, clientId, expiresAt, ...(mailed && { mailed }) },
        })
      }
      if (command.type === 'StartClientSession') {
        const isTheirs = state?.status === 'awaited' && state.clientId === command.clientId
        if (state && !isTheirs) return refuse('conflict', 'This session exists already.')
        const { type: _, ...started } = command
        const startedAt = now.getTime()
        return accept({
          type: 'ClientSessionStarted',
          data: { ...started, startedAt, expiresAt: startedAt + CLIENT_SESSION_LIFETIME_MS },
        })
      }
      if (state?.status !== 'begun' || state.clientId !== command.clientId)
        return refuse('not-found', 'Not found.')
      if (state.ended) return accept()
      const { sessionId, clientId } = command
      return accept({ type: 'ClientSessionEnded', data: { sessionId, clientId } })
    },
  },
}
