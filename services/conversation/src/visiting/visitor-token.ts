/** What a visitor holds to go on with their conversation: a signed, short-lived token that names it. */
import { regionSchema } from '@parley/contracts/endpoint.ts'
import { createTokenSigner } from '@parley/kernel/signed-token.ts'
import { z } from 'zod'

const HOURS_24 = 24 * 3_600

const sessionSchema = z.object({
  region: regionSchema,
  tenant: z.string().min(1),
  agentId: z.string().min(1),
  conversationId: z.string().min(1),
  visitorId: z.string().min(1),
})
export type VisitorSession = z.infer<typeof sessionSchema>

export type VisitorTokens = {
  /** Valid for 24 hours; reading the conversation gives a fresh one. */
  issue(session: VisitorSession): string
  /** Whom a token was given to; undefined when it is forged, damaged or expired. */
  verify(token: string): VisitorSession | undefined
}

/** Tells a visitor token from other bearers by its shape. */
export const VISITOR_TOKEN_PREFIX = 'pv1.'

/** `now` in ms. */
export function createVisitorTokens(masterKey: Buffer, now: () => number = Date.now): VisitorTokens {
  return createTokenSigner({
    masterKey,
    purpose: 'visitor token',
    prefix: VISITOR_TOKEN_PREFIX,
    lifetimeSeconds: HOURS_24,
    read: (said) => sessionSchema.safeParse(said).data,
    now,
  })
}
