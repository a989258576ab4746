import { z } from 'zod'
import { processEvents } from '../process-events.ts'

/** Which tokens of the credential it is about. */
const of = { generation: z.number() }

export const renewalInput = z.discriminatedUnion('type', [
  /** `renewAt` (ISO 8601): absent where the access can't be renewed, or its end is not known. */
  z.object({ type: z.literal('TokensReceived'), ...of, renewAt: z.string().optional() }),
  z.object({ type: z.literal('ConnectionEnded') }),
  z.object({ type: z.literal('Renewed'), ...of }),
  z.object({ type: z.literal('Postponed'), ...of }),
  /** It is renewed already, or not to be renewed any more. */
  z.object({ type: z.literal('Skipped'), ...of }),
])
export type RenewalInput = z.infer<typeof renewalInput>

export const renewalCommand = z.never()
export const renewalEffect = z.object({ type: z.literal('Renew'), ...of })
export type RenewalEffect = z.infer<typeof renewalEffect>

/** Stream `credentialrenewal-<credentialId>`: how the access of a connected credential is renewed before it ends. */
export const renewalEvents = processEvents('CredentialRenewalAdvanced', {
  summary: 'Renewed the access of a credential before its end, or tried to',
  input: renewalInput,
  command: renewalCommand,
  effect: renewalEffect,
})
