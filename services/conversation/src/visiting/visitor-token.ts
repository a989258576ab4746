/** The visitor token: signed, and names the conversation that its bearer may go on with. */
import { regionSchema } from '@parley/contracts/endpoint.ts'
import { createTokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import { z } from 'zod'

/** So that visitors who come back find their conversation; deleted and erased ones are gone whatever token is held. */
const DAYS_60 = 60 * 86_400

const sessionSchema = z.object({
  region: regionSchema,
  tenant: z.string().min(1),
  agentId: z.string().min(1),
  conversationId: z.string().min(1),
  visitorId: z.string().min(1),
})
export type VisitorSession = z.infer<typeof sessionSchema>

export type VisitorTokens = {
  /** Valid for 60 days; reading the conversation returns a new one. */
  issue(session: VisitorSession): string
  /** The session a token was issued for; undefined if it is forged, damaged or expired. */
  verify(token: string): VisitorSession | undefined
}

/** Distinguishes visitor tokens from other bearer tokens. */
export const VISITOR_TOKEN_PREFIX = 'pv1.'

/** `now` in ms. */
export function createVisitorTokens(masterKey: Buffer, now: () => number = Date.now): VisitorTokens {
  return createTokenSigner({
    masterKey,
    purpose: 'visitor token',
    prefix: VISITOR_TOKEN_PREFIX,
    lifetimeSeconds: DAYS_60,
    read: (said) => sessionSchema.safeParse(said).data,
    now,
  })
}
