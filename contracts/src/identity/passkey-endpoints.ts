import { z } from 'zod'
import { defineEndpoints, wholeList } from '../endpoint.ts'
import { acknowledged, passwordRefusals, presentPassword } from './endpoints.ts'
import { signedInView } from './views.ts'

const base64url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/)

/** Names the challenge that the authenticator signs; valid for five minutes. */
const ticket = z.string().min(1).max(1_000)
const challenge = z.object({ ticket: z.string(), challenge: z.string(), rpId: z.string() })
export const passkeyNameSchema = z.string().trim().min(1, 'Please enter a name.').max(60)
const passkeyParams = z.object({ passkeyId: z.string().min(1).max(64) })

/** What authenticators answer, in base64url as browsers encode it. */
const addedCredential = z.object({
  credentialId: base64url(1_400),
  clientDataJSON: base64url(4_000),
  attestationObject: base64url(20_000),
})
const signedCredential = z.object({
  credentialId: base64url(1_400),
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(4_000),
  signature: base64url(4_000),
  userHandle: base64url(200),
})

const own = { access: 'person', permission: 'account.manage' } as const
const open = { access: 'anyone', permission: 'account.sign-in', method: 'POST', kind: 'command' } as const
const passkeyRefusals = { 'wrong-passkey': 401, 'too-many-requests': 429 }

/** Passkeys: what a person has (the device) and is or knows (its unlocking) at once, so no second step is asked for. */
export const passkeyEndpoints = defineEndpoints({
  'auth.passkeys': {
    ...own,
    summary: 'The passkeys of the signed-in person; at an agency’s domain, those that sign in there',
    method: 'GET',
    path: '/api/auth/passkeys',
    ...wholeList(
      z.object({
        passkeyId: z.string(),
        name: z.string(),
        /** The domain of the agency where alone it signs in; absent at the product’s own host. */
        host: z.string().optional(),
        /** ISO 8601. */
        addedAt: z.string(),
        usedAt: z.string().optional(),
      }),
    ),
  },
  'auth.startPasskey': {
    ...own,
    summary: 'Begin to add a passkey: returns what the browser asks the authenticator for',
    method: 'POST',
    path: '/api/auth/passkeys/challenge',
    kind: 'command',
    body: z.object({ password: presentPassword }),
    output: challenge.extend({
      rpName: z.string(),
      /** base64url; the authenticator returns it when it signs in. */
      userHandle: z.string(),
      userName: z.string(),
      displayName: z.string(),
      /** The credentials that the account has already. */
      exclude: z.array(z.string()),
    }),
    refusals: { ...passwordRefusals, 'too-many-passkeys': 409 },
  },
  'auth.addPasskey': {
    ...own,
    summary: 'Add the passkey that the authenticator created',
    method: 'POST',
    path: '/api/auth/passkeys',
    kind: 'command',
    body: z.object({ ticket, name: passkeyNameSchema, credential: addedCredential }),
    output: acknowledged,
    refusals: { 'wrong-passkey': 401, 'too-many-passkeys': 409 },
  },
  'auth.renamePasskey': {
    ...own,
    summary: 'Rename a passkey',
    method: 'POST',
    path: '/api/auth/passkeys/{passkeyId}/name',
    kind: 'command',
    params: passkeyParams,
    body: z.object({ name: passkeyNameSchema }),
    output: acknowledged,
  },
  'auth.removePasskey': {
    ...own,
    summary: 'Remove a passkey: it no longer signs in',
    method: 'DELETE',
    path: '/api/auth/passkeys/{passkeyId}',
    kind: 'command',
    params: passkeyParams,
    output: acknowledged,
  },
  'auth.startPasskeySignIn': {
    ...open,
    summary: 'Begin to sign in with a passkey: returns the challenge that the authenticator signs',
    path: '/api/auth/passkey-sign-in/challenge',
    output: challenge,
    refusals: { 'too-many-requests': 429 },
  },
  'auth.signInWithPasskey': {
    ...open,
    summary: 'Sign in with a passkey',
    path: '/api/auth/passkey-sign-in',
    body: z.object({ ticket, credential: signedCredential }),
    output: signedInView,
    refusals: passkeyRefusals,
  },
})
