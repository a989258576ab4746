/** What an agency's home compares and when something needs attention there. Plain data, for browsers. */
import type { FigureId } from '../analytics/figure-names.ts'

/** The figures of an organisation, with the definitions of the analytics. */
export const homeFigures = [
  'conversations',
  'resolutionRate',
  'unanswered',
  'credits',
] as const satisfies readonly FigureId[]
export type HomeFigureId = (typeof homeFigures)[number]

/** `attention`: what needs attention first; the rest by name. */
export const homeSorts = ['attention', 'name', ...homeFigures, 'waiting', 'balance', 'lastSignIn'] as const
export type HomeSort = (typeof homeSorts)[number]

/** Why an organisation needs attention, the most urgent first. */
export const attentionKinds = ['waiting', 'balance', 'unanswered', 'never-signed-in'] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** A conversation waits long for a person after these minutes. */
export const longWaitMinutes = 15

/** A balance is nearly used up once less than this share of the credits that were added last is left. */
export const lowBalanceShare = 0.2

/** A client that never signed in needs attention this many days after it was added. */
export const signInWithinDays = 7

/**
 * The share of replies without an answer jumped if it rose by these percentage points from one period of `days` days to the next, with
 * at least so many replies in each and so many of the later ones without an answer. Days are those of UTC.
 */
export const unansweredJump = { days: 7, points: 10, replies: 10, unanswered: 5 } as const

/** Whether little is left of the credits that were added last. */
export function isNearlyUsedUp({ balance, added }: { balance: number; added: number }): boolean {
  return added > 0 && balance < added * lowBalanceShare
}
