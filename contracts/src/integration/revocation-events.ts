import { z } from 'zod'
import { processEvents } from '../process-events.ts'
import { revocationOutcomes } from './credential-names.ts'

export const revocationInput = z.discriminatedUnion('type', [
  z.object({ type: z.literal('CredentialRemoved') }),
  z.object({ type: z.literal('Ended'), outcome: z.enum(revocationOutcomes) }),
  z.object({ type: z.literal('Postponed') }),
])
export type RevocationInput = z.infer<typeof revocationInput>

export const revocationCommand = z.never()
/** `isLast`: it is not tried again after this. */
export const revocationEffect = z.object({ type: z.literal('Revoke'), isLast: z.boolean() })
export type RevocationEffect = z.infer<typeof revocationEffect>

/** Stream `credentialrevocation-<credentialId>`: how the access of a deleted credential is revoked. */
export const revocationEvents = processEvents('CredentialRevocationAdvanced', {
  summary: 'Revoked the access of a deleted credential, or tried to',
  input: revocationInput,
  command: revocationCommand,
  effect: revocationEffect,
})
