/** What visits are called. Without zod, for browsers. */

/** A visitor who does nothing for longer and comes back makes another visit. In minutes. */
export const visitPauseMinutes = 30
/** How many visits of a conversation are kept one by one; earlier ones are counted. */
export const mostVisitsKept = 20
/** How many visitors who are there now are shown. */
export const mostVisitorsShown = 200

/** What a visitor does: has opened the chat, has written, waits for a person, talks to a person. */
export const visitStates = ['opened', 'chatting', 'waiting', 'with-person'] as const
export type VisitState = (typeof visitStates)[number]

/** What came of a visit's conversation so far; `silent`: the visitor wrote nothing. */
export const visitOutcomes = ['silent', 'answered', 'unanswered', 'person', 'waiting', 'resolved'] as const
export type VisitOutcome = (typeof visitOutcomes)[number]
