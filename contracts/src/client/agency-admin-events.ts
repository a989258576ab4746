import { z } from 'zod'
import { defineEvents, type EventOf, personal } from '../message.ts'

/** The subject whose key seals from where the agency secret was used. */
export function agencyAdminSubject(agencyId: string): string {
  return `agencyadmin-${agencyId}`
}

/** Stream `agencyadmin-<agencyId>`: the sessions that the agency secret began. */
export const agencyAdminEvents = defineEvents({
  AgencyAdminSignedIn: {
    version: 1,
    summary: 'Signed in with the agency secret',
    data: z.object({
      sessionId: z.string(),
      /** SHA-256 of the token's secret part. */
      tokenHash: z.string(),
      /** SHA-256 of the agency secret that was used; another secret ends the session. */
      secretHash: z.string(),
      userAgent: personal(),
      address: personal(),
      /** The agency's domain at which alone it is valid; absent for one that is valid at the product's own hosts. */
      host: z.string().optional(),
      /** Milliseconds. */
      startedAt: z.number(),
      expiresAt: z.number(),
    }),
  },
  AgencyAdminSessionEnded: {
    version: 1,
    summary: 'Ended a session of the agency admin',
    data: z.object({
      sessionId: z.string(),
      /** `signed-out`: by itself. `revoked`: by whoever manages the agency. `replaced`: by too many newer ones. */
      reason: z.enum(['signed-out', 'revoked', 'replaced']),
    }),
  },
})
export type AgencyAdminEvent = EventOf<typeof agencyAdminEvents>
