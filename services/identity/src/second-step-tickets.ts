/**
 * Tickets for the second step of a sign-in: issued after a right password or code to whoever asks for a session of an
 * account with two-factor authentication. A ticket opens nothing without a code of the app or a recovery code.
 */
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import { createTokenSigner, type TokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import { type SessionMethod, sessionMethods } from './session.decider.ts'

const TICKET_LIFETIME_SECONDS = 600

/** `startedAt`: when the first step was passed, in ms. */
export type SecondStepClaims = { userId: string; region: Region; method: SessionMethod; startedAt: number }
export type SecondStepTickets = TokenSigner<SecondStepClaims>

/** `now` in ms. */
export function createSecondStepTickets(options: {
  masterKey: Buffer
  now?: () => number
}): SecondStepTickets {
  return createTokenSigner<SecondStepClaims>({
    ...options,
    purpose: 'second step',
    prefix: 'p2.',
    lifetimeSeconds: TICKET_LIFETIME_SECONDS,
    read: claimsIn,
  })
}

function claimsIn(said: unknown): SecondStepClaims | undefined {
  const { userId, region, method, startedAt } = Object(said)
  const served = regionSchema.safeParse(region)
  const known = sessionMethods.find((each) => each === method)
  if (!served.success || !known || typeof userId !== 'string' || typeof startedAt !== 'number')
    return undefined
  return { userId, region: served.data, method: known, startedAt }
}
