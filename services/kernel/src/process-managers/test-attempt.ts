import type { Attempt } from '../policies/policy.ts'

/** A try of a policy in a test, whose failures are thrown. */
export const testAttempt: Attempt = { step: (act) => act() }

/** The last try of a policy in a test: a step that fails has the outcome of one that was given up. */
export const lastAttempt: Attempt = { step: (act, failed) => act().catch(() => failed) }
