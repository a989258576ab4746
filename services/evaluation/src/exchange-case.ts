/** Makes a test case of what was said in a conversation. Its owner completes what a good answer holds. */
import { type TestCase, testCaseSchema } from '@parley/contracts/evaluation/test-case.ts'
import type { Exchange } from './evaluation.ports.ts'

const { lines } = testCaseSchema.shape
const MOST_LINES = 20
const MOST_CHARACTERS = 2_000

/** Takes the first lines of a long conversation. `exchanges` has at least one. */
export function caseFrom(exchanges: readonly Exchange[]): TestCase {
  const taken = exchanges.slice(0, MOST_LINES).map(({ says, source, handedOver }) => ({
    says: says.slice(0, MOST_CHARACTERS),
    expects: {
      ...(source === undefined ? {} : { source: source.slice(0, 200) }),
      ...(handedOver ? { handedOver } : {}),
    },
  }))
  return { lines: lines.parse(taken) }
}
