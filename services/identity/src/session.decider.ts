/** The session of a signed-in browser or client. */
import { type SessionEvent, sessionEvents } from '@parley/contracts/identity/events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

/** The specification's 30-day auth cookie (part 2 §9). */
export const SESSION_LIFETIME_MS = 30 * 86_400_000

/** How the first step of a sign-in was passed. */
export const sessionMethods = ['sign-up', 'password', 'one-time-code', 'passkey', 'openid'] as const
export type SessionMethod = (typeof sessionMethods)[number]
export type SecondStep = 'totp' | 'recovery-code'

export type Session = {
  userId: string
  tokenHash: string
  startedAt: number
  expiresAt: number
  revoked: boolean
  /** The domain of an agency at which alone it is valid. */
  host?: string
}

export type SessionCommand =
  | {
      type: 'StartSession'
      sessionId: string
      userId: string
      tokenHash: string
      method: SessionMethod
      secondStep?: SecondStep
      userAgent: string
      address: string
      host?: string
    }
  | {
      type: 'RevokeSession'
      userId: string
      sessionId: string
      reason: 'signed-out' | 'revoked' | 'password-changed'
    }

export const session: Aggregate<Session | undefined, SessionCommand, SessionEvent> = {
  category: 'session',
  events: sessionEvents,
  decider: {
    initialState: undefined,
    evolve(state, event) {
      if (event.type === 'SessionStarted') return { ...event.data, revoked: false }
      return state && { ...state, revoked: true }
    },
    decide(command, state, now) {
      if (command.type === 'StartSession') {
        if (state) return refuse('conflict', 'This session exists already.')
        const { type: _, ...started } = command
        const startedAt = now.getTime()
        return accept({
          type: 'SessionStarted',
          data: { ...started, startedAt, expiresAt: startedAt + SESSION_LIFETIME_MS },
        })
      }
      if (!state || state.userId !== command.userId) return refuse('not-found', 'Not found.')
      if (state.revoked) return accept()
      const { type: _, ...revoked } = command
      return accept({ type: 'SessionRevoked', data: revoked })
    },
  },
}
