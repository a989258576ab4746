/** Signing in with an account of an OpenID provider, such as Google. */
import { z } from 'zod'
import { defineEndpoints, regionSchema } from '../endpoint.ts'
import { signInAnswer } from './views.ts'

/** As operators name providers in the configuration, in lower case. */
export const openIdProviderName = z.string().regex(/^[a-z0-9]{1,32}$/, 'This provider is not known.')

const refusals = { 'too-many-requests': 429, 'provider-unavailable': 503 } as const

export const openIdEndpoints = defineEndpoints({
  'auth.startOpenId': {
    summary: 'Begin to sign in with an OpenID provider: the address to go to, and a ticket to come back with',
    method: 'POST',
    path: '/api/auth/openid/start',
    access: 'anyone',
    permission: 'account.sign-in',
    kind: 'command',
    body: z.object({ provider: openIdProviderName }),
    output: z.object({ address: z.string(), ticket: z.string() }),
    refusals,
  },
  'auth.finishOpenId': {
    summary:
      'Sign in with the answer of an OpenID provider; creates an account with its personal workspace where the address has none',
    method: 'POST',
    path: '/api/auth/openid/finish',
    access: 'anyone',
    permission: 'account.sign-in',
    kind: 'command',
    body: z.object({
      ticket: z.string().min(1).max(1_000),
      /** The query with which the provider sent the person back, without the question mark. */
      answer: z.string().max(8_000),
      /** Where the data of a new account is kept. */
      region: regionSchema,
    }),
    output: signInAnswer,
    refusals: {
      ...refusals,
      'sign-in-expired': 410,
      /** The person cancelled at the provider. */
      denied: 403,
      'provider-refused': 403,
      'email-not-verified': 403,
    },
  },
})
