import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.ts'
import { slowness } from './machine-speed.ts'
import { runVitest, summary, total } from './vitest.ts'

/** Generated tests of which `npm test` runs a sample (`tests/src/part-of-list.ts`). */
const sampled = [
  ...['every-screen-on-', 'client-languages', 'foreign-ids', 'repeated-commands', 'hostile/input'],
  ...['regular-expressions', '.property.test'],
]

/**
 * `npm test`: builds the pages, ensures that a Chromium is installed and runs all tests that need nothing else;
 * arguments select projects of `vitest.config.ts`. With `long` the tests that are sampled run whole. The last line of
 * the output counts them; the exit code follows from it. On a machine that is slow at the moment the samples are
 * smaller, and half of the journeys and fault tests run: otherwise CI runs out of its time.
 */
const projects = process.argv.length > 2 ? process.argv.slice(2) : ['unit', 'platform', 'faults', 'journeys']
/** Times as long as usual. */
const SLOW = 2
const build = fileURLToPath(new URL('./build.ts', import.meta.url))

try {
  const slow = slowness()
  const isSlow = slow > SLOW
  if (isSlow)
    console.log(
      `This machine takes ${slow.toFixed(1)} times as long as usual: half of the journeys and fault tests run, and fewer of those generated`,
    )
  if (existsSync(build)) execFileSync(process.execPath, [build], { stdio: ['ignore', 'inherit', 'inherit'] })
  for (const whole of [false, true]) await findChromium({ whole })
  const results = [await runVitest(projects, { env: { SPARSE: String(isSlow) } })]
  if (projects.includes('long'))
    results.push(await runVitest(['platform', 'journeys'], { filters: sampled, env: { WHOLE: 'true' } }))
  const result = total(results)
  console.log(`\n${summary(result)}`)
  process.exitCode = result.failed > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log(`\n${summary({ passed: 0, failed: 1, skipped: 0 })}`)
  process.exitCode = 1
}
