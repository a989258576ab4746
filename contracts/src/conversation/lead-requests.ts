/** What became of a request, a visitor's run through the questions of a flow. */

/**
 * `started`: answers were given. `complete`: all questions were answered, and the flow reads nothing back. `confirmed`: the
 * visitor said that what was read back is right.
 */
export const requestStatuses = ['started', 'complete', 'confirmed'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/**
 * What captured fields say about who the visitor is: an `address` at which they can be reached, by e-mail or phone, a `name`,
 * or `none` of these.
 */
export const contactKinds = ['none', 'name', 'address'] as const
export type ContactKind = (typeof contactKinds)[number]

/** Maximum requests that a lead keeps. */
export const MOST_REQUESTS = 20

/**
 * What is kept of the requests of a lead, the oldest first: of too many, the oldest that was only started goes first, then
 * the oldest of all.
 */
export function keptRequests<Request extends { status: RequestStatus }>(
  requests: readonly Request[],
): Request[] {
  if (requests.length <= MOST_REQUESTS) return [...requests]
  const started = requests.slice(0, -1).findIndex(({ status }) => status === 'started')
  return keptRequests(requests.toSpliced(Math.max(started, 0), 1))
}
