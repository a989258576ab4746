import { sessionEvents } from '@parley/contracts/identity/events.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

/** A session of a user. Personal texts stay sealed. */
export type SessionDocument = {
  sessionId: string
  userId: string
  method: string
  userAgent: string | undefined
  address: string | undefined
  startedAt: number
  expiresAt: number
}

export const sessions = tenantProjection<SessionDocument>()({
  name: 'sessions',
  version: 1,
  events: sessionEvents,
  indexes: { byUser: ['userId', 'startedAt'] },
  identify: (event) => event.data.sessionId,
  project(_document, event) {
    if (event.type === 'SessionRevoked') return undefined
    const { sessionId, userId, method, userAgent, address, startedAt, expiresAt } = event.data
    return { sessionId, userId, method, userAgent, address, startedAt, expiresAt }
  },
})
