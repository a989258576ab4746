/**
 * The sessions of whoever signed in with the agency secret. Stream `agencyadmin-<agencyId>`: all of an agency are in one, so
 * that they are few and seen together. The tenant is the agency's workspace.
 */
import { mostAgencyAdminSessions } from '@parley/contracts/client/agency-admin.ts'
import { type AgencyAdminEvent, agencyAdminEvents } from '@parley/contracts/client/agency-admin-events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

/** Eight hours. It can't be renewed. */
export const AGENCY_ADMIN_SESSION_LIFETIME_MS = 8 * 3_600_000

type Started = Extract<AgencyAdminEvent, { type: 'AgencyAdminSignedIn' }>['data']
type Ended = Extract<AgencyAdminEvent, { type: 'AgencyAdminSessionEnded' }>['data']

/** Those that were not ended, oldest first; some may have expired. */
export type AgencyAdminSessions = readonly Started[]

export type AgencyAdminCommand =
  | ({ type: 'StartAgencyAdminSession' } & Omit<Started, 'startedAt' | 'expiresAt'>)
  | { type: 'EndAgencyAdminSession'; sessionId: string; reason: Exclude<Ended['reason'], 'replaced'> }

/** Refuses with `not-found`. */
export const agencyAdmin: Aggregate<AgencyAdminSessions, AgencyAdminCommand, AgencyAdminEvent> = {
  category: 'agencyadmin',
  events: agencyAdminEvents,
  decider: {
    initialState: [],
    evolve(state, { type, data }) {
      if (type === 'AgencyAdminSessionEnded')
        return state.filter(({ sessionId }) => sessionId !== data.sessionId)
      return [...state.filter(({ expiresAt }) => expiresAt > data.startedAt), data]
    },
    decide(command, state, now) {
      const at = now.getTime()
      if (command.type === 'EndAgencyAdminSession') {
        const { sessionId, reason } = command
        const found = state.some((one) => one.sessionId === sessionId && one.expiresAt > at)
        if (!found) return refuse('not-found', 'This session does not exist.')
        return accept({ type: 'AgencyAdminSessionEnded', data: { sessionId, reason } })
      }
      const { type: _, ...started } = command
      const live = state.filter(({ expiresAt }) => expiresAt > at)
      const replaced = live.slice(0, Math.max(0, live.length - mostAgencyAdminSessions + 1))
      return accept(
        ...replaced.map(
          ({ sessionId }): AgencyAdminEvent => ({
            type: 'AgencyAdminSessionEnded',
            data: { sessionId, reason: 'replaced' },
          }),
        ),
        {
          type: 'AgencyAdminSignedIn',
          data: { ...started, startedAt: at, expiresAt: at + AGENCY_ADMIN_SESSION_LIFETIME_MS },
        },
      )
    },
  },
}
