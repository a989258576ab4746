/**
 * A credential: a secret of another server that functions use by reference. It is sealed, sent to the hosts that it is
 * for, and never shown again.
 */
import { z } from 'zod'
import { HINTED_FROM, lossReasons, MOST_HOSTS } from './credential-names.ts'
import { headerNameFault } from './tool.ts'
import { webAddress } from './web-address.ts'

const headerName = z
  .string()
  .trim()
  .min(1, 'Please enter the name of the header.')
  .max(100)
  .superRefine((name, context) => {
    const fault = name === '' ? undefined : headerNameFault(name)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })

/** What a client is at a token server. `application`: its ID there; `scopes`: with spaces between them, empty for none. */
const client = {
  tokenUrl: webAddress,
  application: z.string().trim().min(1, 'Please enter the client ID.').max(500),
  scopes: z.string().trim().max(1000),
}

/** What kind of credential it is, and what is sent beside its secret. */
export const credentialUseSchema = z.discriminatedUnion('kind', [
  /** `Authorization: Bearer <secret>`. */
  z.object({ kind: z.literal('bearer') }),
  /** The secret as the value of a header. */
  z.object({ kind: z.literal('header'), headerName }),
  /** The secret as the value of a parameter in the address. */
  z.object({
    kind: z.literal('query'),
    parameter: z.string().trim().min(1, 'Please enter the name of the parameter.').max(100),
  }),
  /** HTTP Basic (RFC 7617); the secret is the password. */
  z.object({
    kind: z.literal('basic'),
    username: z
      .string()
      .trim()
      .min(1, 'Please enter the user name.')
      .max(200)
      .refine((name) => !name.includes(':'), 'A user name has no colon.'),
  }),
  /** OAuth 2.0 (RFC 6749 §4.4); the secret is the client secret, what is sent to the hosts is the access token. */
  z.object({
    kind: z.literal('oauth2-client-credentials'),
    ...client,
    /** Where client ID and secret are sent: by HTTP Basic, or as fields of the form. */
    sendSecretIn: z.enum(['header', 'body']),
  }),
  /**
   * OAuth 2.0 with an authorization code and PKCE (RFC 6749 §4.1, RFC 7636): somebody connects it at the authorization
   * server. The secret is the client secret, which a public client has not; the access token is sent to the hosts.
   */
  z.object({
    kind: z.literal('oauth2-authorization-code'),
    authorizationUrl: webAddress,
    ...client,
    sendSecretIn: z.enum(['header', 'body', 'none']),
    /** How the authorization server names itself in its answers (RFC 9207). */
    issuer: z.string().max(2000).optional(),
    /** Whether it always does. */
    sendsIssuer: z.literal(true).optional(),
    /** What the access token is asked for (RFC 8707). */
    resource: z.string().max(2000).optional(),
    /** The server of the Model Context Protocol that named the authorization server. */
    mcpUrl: webAddress.optional(),
    /** Where the authorization server sends people back to. Set by Parley; what a call says is ignored. */
    redirectUri: webAddress.optional(),
  }),
])
export type CredentialUse = z.infer<typeof credentialUseSchema>

/** A credential is sent to the hosts that it names, and to no others that a pattern would fit. */
function hostFault(text: string): string | undefined {
  const written = [`https://${text}`, `http://${text}`]
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url).host)
  if (text.includes('*')) return 'Enter each host by its whole name, without *.'
  if (written.includes(text.toLowerCase())) return undefined
  const [ascii = ''] = written
  return /[^\x20-\x7e]/.test(text) && ascii !== ''
    ? `Enter the host as it stands in addresses: ${ascii}.`
    : 'Enter a host such as api.example.com.'
}

/** Names with an optional port, as addresses have them. */
const host = z
  .string()
  .trim()
  .max(260)
  .superRefine((text, context) => {
    const fault = hostFault(text)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })

export const credentialSettingsSchema = z.object({
  name: z.string().trim().min(1, 'Please provide a name for the credential.').max(100),
  use: credentialUseSchema,
  /** The hosts that it may be sent to, such as `api.example.com`. */
  hosts: z.array(host).min(1, 'Please enter at least one host.').max(MOST_HOSTS),
  /** The one agent whose calls may use it; all agents of the workspace by default. */
  agentId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
  /** Functions stop using it then (ISO 8601). */
  expiresAt: z.iso.datetime().optional(),
})
export type CredentialSettings = z.infer<typeof credentialSettingsSchema>

/** The secret itself: an API key, a password, or a client secret. */
export const credentialSecretSchema = z
  .string()
  .trim()
  .min(4, 'The secret needs at least 4 characters.')
  .max(4000)

export const credentialView = credentialSettingsSchema.extend({
  credentialId: z.string(),
  /** The last characters of the secret, of long ones alone. */
  hint: z.string().optional(),
  /** The user who created it. */
  userId: z.string(),
  /** ISO 8601, as are the times below. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When its secret was last replaced, and by whom. */
  rotatedAt: z.string().optional(),
  rotatedBy: z.string().optional(),
  /** When it was last sent, to the day; absent if never. */
  lastUsedAt: z.string().optional(),
  /** Whether it is connected, of OAuth 2 with an authorization code; absent while it never was. */
  connection: z
    .object({
      state: z.enum(['connected', 'lost']),
      /** When it was connected, and by whom; or when the connection was lost. */
      since: z.string(),
      userId: z.string().optional(),
      /** When the access token ends, if that is known. */
      endsAt: z.string().optional(),
      /** Whether the access is renewed before that. */
      renews: z.boolean(),
      /** Why it was lost. */
      reason: z.enum(lossReasons).optional(),
    })
    .optional(),
  /** The functions that refer to it. */
  usedBy: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type CredentialView = z.infer<typeof credentialView>

/** The use of a credential that is connected at an authorization server. */
export type ConnectedUse = Extract<CredentialUse, { kind: 'oauth2-authorization-code' }>

/** The last four characters of a long secret; undefined for a short one, of which they would say too much. */
export function hintOf(secret: string): string | undefined {
  return secret.length >= HINTED_FROM ? secret.slice(-4) : undefined
}
