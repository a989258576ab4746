import { regionSchema } from '@parley/contracts/endpoint.ts'
import { z } from 'zod'

/** Of a token of this server that signs a client in: whom, and the session that it may begin. */
export const sessionClaims = {
  region: regionSchema,
  agencyId: z.string(),
  clientId: z.string(),
  sessionId: z.string(),
  /** How often the password had been replaced when the token was issued. */
  passwordChanges: z.number(),
}
