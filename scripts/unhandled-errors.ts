/**
 * A reporter of vitest that writes the errors outside of tests to the file `UNHANDLED_ERRORS_FILE`, as a list of texts:
 * vitest's JSON report has none.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env.UNHANDLED_ERRORS_FILE
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)))
  }
}
