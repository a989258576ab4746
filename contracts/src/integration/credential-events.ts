import { z } from 'zod'
import { defineEvents, type EventOf, secret, secretJson, tenantText } from '../message.ts'
import { type CredentialUse, credentialUseSchema } from './credential.ts'

const of = { credentialId: z.string(), at: z.string() }

const erased: CredentialUse = { kind: 'bearer' }

/** User names and client ids may be those of people, so all of it is sealed. */
export const storedUse = secretJson(credentialUseSchema, erased)

const settings = {
  name: tenantText(),
  use: storedUse,
  hosts: z.array(tenantText()),
  agentId: z.string().optional(),
  /** ISO 8601. */
  expiresAt: z.string().optional(),
}

/** `hint`: the last characters of the secret, of long ones alone. */
const sealed = { secret: secret(), hint: secret().optional() }

/** Stream `credential-<credentialId>`; the tenant is the workspace. A deleted one stays deleted. */
export const credentialEvents = defineEvents({
  CredentialCreated: {
    version: 1,
    summary: 'Created a credential',
    data: z.object({ ...of, userId: z.string(), ...settings, ...sealed }),
  },
  CredentialChanged: { version: 1, summary: 'Changed a credential', data: z.object({ ...of, ...settings }) },
  /** The former secret is used no more. `expiresAt` replaces the former one, also where it is absent. */
  CredentialRotated: {
    version: 1,
    summary: 'Replaced the secret of a credential',
    data: z.object({ ...of, userId: z.string(), ...sealed, expiresAt: z.string().optional() }),
  },
  /** A function sent it. Recorded once a day, and once after each replacement of the secret. */
  CredentialUsed: { version: 1, summary: 'Used a credential', data: z.object(of) },
  CredentialDeleted: {
    version: 1,
    summary: 'Deleted a credential',
    data: z.object({ ...of, name: tenantText() }),
  },
})
export type CredentialEvent = EventOf<typeof credentialEvents>
