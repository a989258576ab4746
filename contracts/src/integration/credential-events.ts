import { z } from 'zod'
import { defineEvents, type EventOf, secret, secretJson, tenantText } from '../message.ts'
import { type CredentialUse, credentialUseSchema } from './credential.ts'
import { lossReasons, revocationOutcomes } from './credential-names.ts'

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

/** `by`: the session or the key that went to the authorization server, and has to come back. */
export const storedAttempt = secretJson(
  z.object({ state: z.string(), verifier: z.string(), redirectUri: z.string(), by: z.string() }),
  undefined,
)

/**
 * `endsAt`: of the access token (ISO 8601); `renewAt`: when it is to be renewed, where it can be. Each set of tokens of a
 * credential has the next number, its `generation`.
 */
const tokens = {
  generation: z.number(),
  accessToken: secret(),
  refreshToken: secret().optional(),
  endsAt: z.string().optional(),
  renewAt: z.string().optional(),
}

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
  /** Somebody went to the authorization server; they may come back once, until then. */
  CredentialConnectingBegun: {
    version: 1,
    summary: 'Began to connect a credential',
    data: z.object({ ...of, userId: z.string(), attempt: storedAttempt, until: z.string() }),
  },
  /** Somebody came back, with whatever answer. */
  CredentialConnectingEnded: {
    version: 1,
    summary: 'Came back from an authorization server',
    data: z.object(of),
  },
  CredentialConnected: {
    version: 1,
    summary: 'Connected a credential',
    data: z.object({ ...of, userId: z.string(), ...tokens }),
  },
  /** One process is about to send the refresh token, which the authorization server may accept once only. */
  CredentialRenewalBegun: {
    version: 1,
    summary: 'Began to renew the access of a credential',
    data: z.object({ ...of, generation: z.number() }),
  },
  CredentialRenewed: {
    version: 1,
    summary: 'Renewed the access of a credential',
    data: z.object({ ...of, ...tokens }),
  },
  /** It has to be connected again. */
  CredentialConnectionLost: {
    version: 1,
    summary: 'Lost the connection of a credential',
    data: z.object({ ...of, reason: z.enum(lossReasons) }),
  },
  CredentialDeleted: {
    version: 1,
    summary: 'Deleted a credential',
    data: z.object({ ...of, name: tenantText() }),
  },
  /** Of a deleted credential that was connected (RFC 7009). */
  CredentialAccessRevoked: {
    version: 1,
    summary: 'Ended the access of a deleted credential at its authorization server, or tried to',
    data: z.object({ ...of, outcome: z.enum(revocationOutcomes) }),
  },
})
export type CredentialEvent = EventOf<typeof credentialEvents>
