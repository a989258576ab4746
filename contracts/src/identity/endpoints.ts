import { z } from 'zod'
import { defineEndpoints, regionSchema, wholeList } from '../endpoint.ts'
import { photoSchema } from '../photo.ts'
import { emailAddress } from './email-address.ts'
import { accountExport, sessionView, sessionWorkspaceView, signInAnswer, userView } from './views.ts'

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(emailAddress, 'Please enter a valid email address')
export const passwordSchema = z
  .string()
  .min(8, 'Use at least 8 characters for the password')
  .max(200, 'Use at most 200 characters for the password')
export const displayNameSchema = z.string().trim().min(1, 'Please enter your name.').max(100)

export const acknowledged = z.object({ success: z.literal(true) })

/** `requestId` must be sent back with the code: a code is valid only for the request that it was sent for. */
const codeSent = acknowledged.extend({ requestId: z.string() })
const codeFields = {
  email: emailSchema,
  requestId: z.string().min(1, 'Please ask for a code first.').max(64),
  code: z.string().trim().min(1, 'Please enter the verification code.').max(12),
}
/** Mails a code. The response does not reveal whether the address has an account. */
const mailsCode = {
  method: 'POST',
  access: 'anyone',
  permission: 'account.sign-in',
  kind: 'command',
  body: z.object({ email: emailSchema }),
  output: codeSent,
  refusals: { 'too-many-requests': 429 },
} as const
export const codeRefusals = { 'wrong-code': 401, 'too-many-requests': 429 }

/** Asked again for what a stolen session must not do. */
export const presentPassword = z.string().min(1, 'Please enter your password.').max(200)
export const passwordRefusals = { 'wrong-password': 403, 'too-many-requests': 429 }

export const identityEndpoints = defineEndpoints({
  'auth.requestSignUp': {
    ...mailsCode,
    summary:
      'Send a verification code by e-mail to sign up with; answers alike whether an account exists or not',
    path: '/api/auth/sign-up/code',
  },
  'auth.signUp': {
    summary:
      'Create an account with its personal workspace, with the code that was mailed; signs in where the address has an account already, whose name and password stay',
    method: 'POST',
    path: '/api/auth/sign-up',
    access: 'anyone',
    permission: 'account.sign-in',
    kind: 'command',
    body: z.object({
      ...codeFields,
      password: passwordSchema,
      displayName: displayNameSchema,
      region: regionSchema,
    }),
    output: signInAnswer,
    refusals: codeRefusals,
  },
  'auth.signIn': {
    summary: 'Sign in with e-mail and password',
    method: 'POST',
    path: '/api/auth/sign-in',
    access: 'anyone',
    permission: 'account.sign-in',
    kind: 'command',
    body: z.object({
      email: emailSchema,
      password: z.string().min(1, 'Please enter your email and password.').max(200),
    }),
    output: signInAnswer,
    refusals: { 'wrong-credentials': 401, 'too-many-requests': 429 },
  },
  'auth.signOut': {
    summary: 'End this session',
    method: 'POST',
    path: '/api/auth/sign-out',
    access: 'person',
    permission: 'account.manage',
    kind: 'command',
    output: acknowledged,
  },
  'auth.session': {
    summary: 'Who is signed in, with their workspaces',
    method: 'GET',
    path: '/api/auth/session',
    access: 'person',
    permission: 'account.manage',
    kind: 'query',
    output: z.object({
      user: userView,
      sessionId: z.string(),
      workspaces: z.array(sessionWorkspaceView),
      /** The host name at which New Agent offers a choice of platform (part 1 §2); none by default. */
      platformChoiceHost: z.string().optional(),
      /** Present where workspaces start a white-label trial (`whiteLabel.get`). */
      whiteLabelTrials: z.literal(true).optional(),
    }),
  },
  'auth.requestCode': {
    ...mailsCode,
    summary: 'Send a one-time sign-in code by e-mail; answers alike whether the account exists or not',
    path: '/api/auth/code',
  },
  'auth.signInWithCode': {
    summary: 'Sign in with the one-time code',
    method: 'POST',
    path: '/api/auth/code/sign-in',
    access: 'anyone',
    permission: 'account.sign-in',
    kind: 'command',
    body: z.object(codeFields),
    output: signInAnswer,
    refusals: codeRefusals,
  },
  'auth.requestPasswordReset': {
    ...mailsCode,
    summary: 'Send a password reset code by e-mail; answers alike whether the account exists or not',
    path: '/api/auth/password-reset',
  },
  'auth.resetPassword': {
    summary: 'Set a new password with the reset code; ends all other sessions',
    method: 'POST',
    path: '/api/auth/password-reset/confirm',
    access: 'anyone',
    permission: 'account.sign-in',
    kind: 'command',
    body: z.object({ ...codeFields, password: passwordSchema }),
    output: signInAnswer,
    refusals: codeRefusals,
  },
  'auth.changeProfile': {
    summary: 'Change the own name or photo',
    method: 'POST',
    path: '/api/auth/profile',
    access: 'person',
    permission: 'account.manage',
    kind: 'command',
    body: z.object({ displayName: displayNameSchema.optional(), photoURL: photoSchema.optional() }),
    output: acknowledged,
  },
  'auth.changePassword': {
    summary: 'Set a new password with the present one; ends all other sessions',
    method: 'POST',
    path: '/api/auth/password',
    access: 'person',
    permission: 'account.manage',
    kind: 'command',
    body: z.object({ password: presentPassword, newPassword: passwordSchema }),
    output: acknowledged,
    refusals: passwordRefusals,
  },
  'auth.requestEmailChange': {
    summary: 'Send a code to a new address of the own account',
    method: 'POST',
    path: '/api/auth/email/code',
    access: 'person',
    permission: 'account.manage',
    kind: 'command',
    body: z.object({ email: emailSchema, password: presentPassword }),
    output: codeSent,
    refusals: passwordRefusals,
  },
  'auth.changeEmail': {
    summary: 'Change the own address with the code that was mailed to the new one',
    method: 'POST',
    path: '/api/auth/email',
    access: 'person',
    permission: 'account.manage',
    kind: 'command',
    body: z.object(codeFields),
    output: acknowledged,
    refusals: { ...codeRefusals, 'email-taken': 409 },
  },
  'auth.deleteAccount': {
    summary: 'Delete the own account and erase the person everywhere',
    method: 'POST',
    path: '/api/auth/delete-account',
    access: 'person',
    permission: 'account.manage',
    kind: 'command',
    body: z.object({ password: presentPassword }),
    output: acknowledged,
    refusals: { ...passwordRefusals, 'owns-workspaces': 409 },
  },
  'auth.exportAccount': {
    summary: 'Download what is known of the own account: profile, workspaces, sign-in and history',
    method: 'GET',
    path: '/api/auth/export',
    access: 'person',
    permission: 'account.manage',
    kind: 'query',
    output: accountExport,
  },
  'auth.listSessions': {
    summary: 'The sessions of the signed-in person',
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'person',
    permission: 'account.manage',
    ...wholeList(sessionView),
  },
  'auth.revokeSession': {
    summary: 'End one of the own sessions',
    method: 'DELETE',
    path: '/api/auth/sessions/{sessionId}',
    access: 'person',
    permission: 'account.manage',
    kind: 'command',
    params: z.object({ sessionId: z.string().min(1).max(64) }),
    output: acknowledged,
  },
})
