import type { Attempt } from './policy.ts'

/** A try of a policy in a test, whose failures are thrown. */
export const testAttempt: Attempt = { step: (act) => act() }
