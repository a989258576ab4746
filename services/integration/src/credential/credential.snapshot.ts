/** The snapshot of a credential: one that is connected has its access renewed for years. It is sealed with its secrets. */
import { credentialSettingsSchema, credentialUseSchema } from '@parley/contracts/integration/credential.ts'
import type { CredentialEvent } from '@parley/contracts/integration/credential-events.ts'
import { lossReasons } from '@parley/contracts/integration/credential-names.ts'
import type { SnapshotOf } from '@parley/kernel/commands/decider.ts'
import type { Json } from '@parley/kernel/read-models/read-store.ts'
import { z } from 'zod'
import type { CredentialState } from './credential.decider.ts'

const text = z.string().optional()

const saved = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({
    status: z.literal('deleted'),
    left: z
      .object({
        use: credentialUseSchema,
        secret: z.string(),
        tokens: z.object({ accessToken: z.string(), refreshToken: text, endsAt: text }),
      })
      .optional(),
  }),
  z.object({
    status: z.literal('live'),
    credential: credentialSettingsSchema.extend({
      credentialId: z.string(),
      secret: z.string(),
      version: z.number(),
      useRecordedAt: text,
      connecting: z
        .object({
          attempt: z.object({
            ...{ state: z.string(), verifier: z.string(), redirectUri: z.string(), by: z.string() },
          }),
          until: z.string(),
        })
        .optional(),
      connection: z
        .object({
          ...{ accessToken: z.string(), refreshToken: text, endsAt: text },
          ...{ generation: z.number(), receivedAt: z.string(), renewingSince: text },
        })
        .optional(),
      lost: z.enum(lossReasons).optional(),
      generations: z.number(),
    }),
  }),
])

export const credentialSnapshot: SnapshotOf<CredentialState, CredentialEvent> = {
  version: 1,
  save: (state) => state as unknown as Json,
  restore: (json) => saved.parse(json) as CredentialState,
  /** Each time with a key of its own. */
  guarded: ['CredentialUsed', 'CredentialRenewalBegun', 'CredentialRenewed'],
  keysKept: 100,
  every: 200,
}
