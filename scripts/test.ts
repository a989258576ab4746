import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.ts'
import { shareLeftOut } from './machine-speed.ts'
import { runVitest, summary, total } from './vitest.ts'

/** Tests of which `npm test` runs a sample (`tests/src/part-of-list.ts`); journeys look at each page once, and the longest fault tests are left out. */
const sampled = [
  ...['tests/journeys/', 'foreign-ids', 'repeated-commands', 'hostile/input', 'regular-expressions'],
  ...['.property.test', 'tests/faults/'],
]

/**
 * `npm test`: builds the pages, ensures that a Chromium is installed and runs all tests that need nothing else;
 * arguments select projects of `vitest.config.ts`. With `long` the tests that are sampled run whole. The last line of
 * the output counts them; the exit code follows from it. On a machine that is slow at the moment up
 * to half of the journeys and fault tests are left out, and samples are smaller: otherwise CI runs out of its time.
 */
const projects = process.argv.length > 2 ? process.argv.slice(2) : ['unit', 'platform', 'faults', 'journeys']
const build = fileURLToPath(new URL('./build.ts', import.meta.url))

try {
  const LEFT_OUT = String(shareLeftOut())
  if (existsSync(build)) execFileSync(process.execPath, [build], { stdio: ['ignore', 'inherit', 'inherit'] })
  for (const whole of [false, true]) await findChromium({ whole })
  const results = [await runVitest(projects, { env: { LEFT_OUT } })]
  if (projects.includes('long'))
    results.push(
      await runVitest(['platform', 'faults', 'journeys'], { filters: sampled, env: { WHOLE: 'true' } }),
    )
  const result = total(results)
  console.log(`\n${summary(result)}`)
  process.exitCode = result.failed > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log(`\n${summary({ passed: 0, failed: 1, skipped: 0 })}`)
  process.exitCode = 1
}
