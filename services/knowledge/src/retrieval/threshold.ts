import { technicalFields } from '@parley/contracts/agent/fields/technical.ts'

/**
 * From this score on an agent answers from what it found; below it says that it does not know. Chosen on the tuning
 * half of the questions in `bench/questions.ts`; an agent's `ifKnowsThreshold` overrides it.
 */
export const defaultKnowsThreshold = technicalFields.ifKnowsThreshold.fallback
