import { technicalFields } from '@parley/contracts/agent/fields/technical.ts'

/**
 * From this probability on an agent answers from what it found; below it says that it does not know. An agent's
 * `ifKnowsThreshold` overrides it.
 */
export const defaultKnowsThreshold = technicalFields.ifKnowsThreshold.fallback
