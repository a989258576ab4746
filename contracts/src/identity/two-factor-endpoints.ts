import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { acknowledged, codeRefusals, passwordRefusals, presentPassword } from './endpoints.ts'
import { signedInView } from './views.ts'

/** Of the authenticator app, or a recovery code; spaces and hyphens don't matter. */
const code = z.string().trim().min(1, 'Please enter the code.').max(20)

/** What a stolen session doesn't have: the password, or a code of the authenticator app. */
const proof = z.string().min(1, 'Please enter your password or a code.').max(200)
const proofRefusals = { 'wrong-proof': 403, 'too-many-requests': 429 }

/** Shown once: only their hashes are stored. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

const ownCommand = {
  method: 'POST',
  access: 'person',
  permission: 'account.manage',
  kind: 'command',
} as const

/** The second step of a sign-in. */
export const twoFactorEndpoints = defineEndpoints({
  'auth.passSecondStep': {
    summary: 'Complete a sign-in with a code of the authenticator app, or a recovery code',
    method: 'POST',
    path: '/api/auth/second-step',
    access: 'anyone',
    permission: 'account.sign-in',
    kind: 'command',
    body: z.object({ ticket: z.string().min(1, 'Please sign in again.').max(1_000), code }),
    output: signedInView,
    refusals: { ...codeRefusals, 'sign-in-expired': 401 },
  },
  'auth.twoFactor': {
    summary: 'Whether the own account asks for a second step at sign-in',
    method: 'GET',
    path: '/api/auth/two-factor',
    access: 'person',
    permission: 'account.manage',
    kind: 'query',
    output: z.object({
      on: z.boolean(),
      /** ISO 8601. */
      since: z.string().optional(),
      recoveryCodesLeft: z.number(),
    }),
  },
  'auth.startTwoFactor': {
    ...ownCommand,
    summary: 'Begin to set up two-factor authentication: returns the secret for the authenticator app',
    path: '/api/auth/two-factor/set-up',
    body: z.object({ password: presentPassword }),
    output: z.object({
      /** In base32, for typing. */
      secret: z.string(),
      /** `otpauth://…`, for the QR code. */
      uri: z.string(),
    }),
    refusals: passwordRefusals,
  },
  'auth.turnOnTwoFactor': {
    ...ownCommand,
    summary: 'Turn two-factor authentication on with the first code of the app; returns the recovery codes',
    path: '/api/auth/two-factor',
    body: z.object({ code }),
    output: recoveryCodes,
    refusals: codeRefusals,
  },
  'auth.renewRecoveryCodes': {
    ...ownCommand,
    summary: 'Replace the recovery codes by new ones',
    path: '/api/auth/two-factor/recovery-codes',
    body: z.object({ proof }),
    output: recoveryCodes,
    refusals: proofRefusals,
  },
  'auth.turnOffTwoFactor': {
    ...ownCommand,
    summary: 'Turn two-factor authentication off, with the password or a code of the app',
    path: '/api/auth/two-factor/off',
    body: z.object({ proof }),
    output: acknowledged,
    refusals: proofRefusals,
  },
})
