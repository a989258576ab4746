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
/** Where authorization servers send people back to, below the address of the product. */
export const CONNECTED_PATH = '/app/connected'
/**
 * Why a credential has to be connected again: the authorization server refuses to renew its access, or its settings were
 * changed.
 */
export const lossReasons = ['refused', 'changed'] as const
export type LossReason = (typeof lossReasons)[number]
/** For so many days before its end, a credential is marked as expiring. */
export const EXPIRY_WARNING_DAYS = 14
