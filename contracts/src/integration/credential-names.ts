/** What screens and the server know of credentials. Without zod, for browsers. */

export const credentialKinds = [
  'bearer',
  'header',
  'query',
  'basic',
  'oauth2-client-credentials',
  'oauth2-authorization-code',
] as const
export type CredentialKind = (typeof credentialKinds)[number]

/** Of a workspace. */
export const MOST_CREDENTIALS = 100
/** To which one credential may be sent. */
export const MOST_HOSTS = 10
/** The last characters of a secret are shown only if it has at least this many. */
export const HINTED_FROM = 12
/**
 * Where people come back to from authorization servers, below the address of the product or of an agency's domain; of clients that
 * are ours, for all workspaces, directly.
 */
export const CONNECTED_PATH = '/app/connected'
/** The same for applications that a workspace has registered itself: answers for these alone may be passed on to its own domain. */
export const returnPathOf = (workspaceId: string) => `${CONNECTED_PATH}/${workspaceId}`
/**
 * Where authorization servers read who asks for access, below the address of the product or of an agency's domain. The whole
 * address is the client ID (OAuth Client ID Metadata Document).
 */
export const CLIENT_METADATA_PATH = '/api/oauth-client'
/**
 * What became of the access of a deleted credential: `unsupported` where the authorization server names no place to revoke it,
 * `refused` where it does not revoke it, `unreachable` where it did not answer for a day.
 */
export const revocationOutcomes = ['revoked', 'unsupported', 'refused', 'unreachable'] as const
export type RevocationOutcome = (typeof revocationOutcomes)[number]
/**
 * Why a credential has to be connected again: the authorization server refuses to renew its access, or its settings were
 * changed.
 */
export const lossReasons = ['refused', 'changed'] as const
export type LossReason = (typeof lossReasons)[number]
/** For so many days before its end, a credential is marked as expiring. */
export const EXPIRY_WARNING_DAYS = 14
