/** How the clients of an organisation sign in with its own OpenID provider. */
import { z } from 'zod'
import { longestDomain } from '../agency/domain-names.ts'
import { defineEndpoints } from '../endpoint.ts'
import { emailSchema } from '../identity/endpoints.ts'
import { clientSettings } from './settings.ts'
import { agencyId, clientSignedIn } from './sign-in-endpoints.ts'

const anyone = { access: 'anyone', permission: 'account.sign-in' } as const
const refusals = { 'too-many-requests': 429, 'provider-unavailable': 503 } as const

export const clientOpenIdEndpoints = defineEndpoints({
  'clientAuth.openIdOfDomain': {
    ...anyone,
    summary:
      'The organisation of an agency whose people sign in with its own OpenID provider, by the domain of their e-mail addresses; it tells nothing of who is a client',
    method: 'GET',
    path: '/api/auth/client/openid',
    kind: 'query',
    query: z.object({ agency: agencyId, domain: z.string().max(longestDomain) }),
    output: z.object({
      organisation: z
        .object({
          name: z.string(),
          /** Whether its clients sign in neither by password nor by code. */
          onlyOpenId: z.boolean(),
        })
        .optional(),
    }),
    refusals: { 'too-many-requests': 429 },
  },
  'clientAuth.startOpenId': {
    ...anyone,
    summary:
      'Begin to sign a client in with the OpenID provider of its organisation: the address to go to and a ticket to come back with, or the agency’s own sign-in page, where it has to begin',
    method: 'POST',
    path: '/api/auth/client/openid/start',
    kind: 'command',
    body: z.object({ agencyId, email: emailSchema }),
    output: z.union([z.object({ address: z.string(), ticket: z.string() }), z.object({ page: z.string() })]),
    refusals,
  },
  'clientAuth.finishOpenId': {
    ...anyone,
    summary:
      'Sign a client in with the answer of the OpenID provider of its organisation; creates the client where the organisation’s settings say so',
    method: 'POST',
    path: '/api/auth/client/openid/finish',
    kind: 'command',
    body: z.object({
      ticket: z.string().min(1).max(1_500),
      /** The query with which the provider sent the person back, without the question mark. */
      answer: z.string().max(8_000),
      /** Of a client that is created: that of the page where it signs in. */
      preferredLanguage: clientSettings.shape.preferredLanguage.optional(),
    }),
    output: clientSignedIn,
    refusals: {
      ...refusals,
      'sign-in-expired': 410,
      /** The person cancelled at the provider. */
      denied: 403,
      'provider-refused': 403,
      'email-not-verified': 403,
      /** An address at another domain than those of the organisation. */
      'wrong-domain': 403,
      /** Nobody who may sign in here, with this account of the provider. */
      'no-such-client': 403,
      'no-client-seats': 403,
    },
  },
})
