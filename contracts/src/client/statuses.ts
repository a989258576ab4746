/** The states of a client and the ways in which it signs in (part 2 §4). Plain data, for browsers. */

/** Chosen by the client; `online` again whenever its dashboard loads, `offline` when its agency saves it. */
export const clientStatuses = ['online', 'offline'] as const
export type ClientStatus = (typeof clientStatuses)[number]

/**
 * `login-token`: by a token that this server made for a server of its agency. `signed-token`: by one that the agency's
 * server signed itself. `openid`: with the OpenID provider of its organisation.
 */
export const clientSessionMethods = [
  'password',
  'one-time-code',
  'login-token',
  'signed-token',
  'openid',
] as const
export type ClientSessionMethod = (typeof clientSessionMethods)[number]
