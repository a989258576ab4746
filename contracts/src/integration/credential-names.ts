/** What screens and the server know of credentials. Without zod, for browsers. */

export const credentialKinds = ['bearer', 'header', 'query', 'basic', 'oauth2-client-credentials'] as const
export type CredentialKind = (typeof credentialKinds)[number]

/** Of a workspace. */
export const MOST_CREDENTIALS = 100
/** To which one credential may be sent. */
export const MOST_HOSTS = 10
/** The last characters of a secret are shown only if it has at least this many. */
export const HINTED_FROM = 12
/** For so many days before its end, a credential is marked as expiring. */
export const EXPIRY_WARNING_DAYS = 14
