/** The states of a client and the ways in which it signs in (part 2 §4). Plain data, for browsers. */

/** Chosen by the client; `online` again whenever its dashboard loads, `offline` when its agency saves it. */
export const clientStatuses = ['online', 'offline'] as const
export type ClientStatus = (typeof clientStatuses)[number]

export const clientSessionMethods = ['password', 'one-time-code'] as const
export type ClientSessionMethod = (typeof clientSessionMethods)[number]
