/** Names and bounds of tests, for browsers too, which load no schemas. */

/** Bounds of an agent's test cases. */
export const mostTestCases = 200
export const mostTestCaseBytes = 1_000_000

/** Conversations that are replayed in one run. */
export const mostReplayed = 20

/** Where a test case comes from. */
export const testCaseOrigins = ['typed', 'file', 'conversation', 'knowledge'] as const
export type TestCaseOrigin = (typeof testCaseOrigins)[number]

export const testedVersions = ['draft', 'published'] as const
export type TestedVersion = (typeof testedVersions)[number]

export const checkKinds = [
  'mentions',
  'avoids',
  'source',
  'tool-called',
  'tool-not-called',
  'handed-over',
  'answered',
  'language',
  'tone',
  /** A reply was given at all. */
  'replied',
  /** Of a replayed conversation: as it was recorded. */
  'same-text',
  'same-source',
  'same-functions',
  'same-handover',
] as const

export const runOutcomes = ['finished', 'cancelled', 'no-credits', 'draft-gone', 'agent-gone'] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** The title of a test case: its name, or what the visitor says first. */
export function titleOf({ name, lines }: { name?: string | undefined; lines: { says: string }[] }): string {
  return name || (lines[0]?.says ?? '')
}
