/** The commands for operators, run in a process of their own as their npm scripts run them. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const scripts = join(import.meta.dirname, '../../scripts')

/** What an npm script says to Node before the program. */
export const nodeOptions = ['-r', join(scripts, 'node-setup.cjs')]

/** Runs one, such as `backup`, and returns what it printed. Rejects with `code`, `stdout` and `stderr` if it fails. */
export function runOperatorCommand(
  name: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ stdout: string; stderr: string }> {
  const program = join(scripts, `${name}.ts`)
  return promisify(execFile)(process.execPath, [...nodeOptions, program, ...words], { env })
}
