/**
 * `npm run check`: types, lint, import directions, size budgets and unit tests; lists the failed checks at the end.
 * With `-- --static` it omits the tests, for when they have just been run.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const steps: { name: string; script: string[] }[] = [
  { name: 'types', script: ['npm', 'run', '--silent', 'types'] },
  { name: 'lint', script: ['npm', 'run', '--silent', 'lint'] },
  { name: 'import arrows', script: ['npm', 'run', '--silent', 'arrows'] },
  { name: 'size budgets', script: ['node', 'scripts/size-budgets.ts'] },
  ...(process.argv.includes('--static')
    ? []
    : [{ name: 'unit tests', script: ['npm', 'run', '--silent', 'test:unit'] }]),
]

const failed: string[] = []
for (const { name, script } of steps) {
  const started = performance.now()
  const code = await run(script)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  if (code !== 0) failed.push(name)
}
console.log(failed.length === 0 ? '\nAll is in order.' : `\nNot in order: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

function run([program = '', ...values]: string[]): Promise<number> {
  const child = spawn(program === 'node' ? process.execPath : program, values, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
