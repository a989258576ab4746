import { existsSync, globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { virtualModules } from './web/virtual-modules.ts'

const engineTests = '**/*.engine.test.ts'
const exclude = ['**/node_modules/**', '**/dist/**']
const journeySetup = 'tests/journeys/setup.ts'
// What is waited for comes when it comes, on a busy machine late.
const patient = { poll: { timeout: 60_000, interval: 100 } }

/**
 * Tests wait, for each other's processes too: two at a time kept two cores 70 % busy without a browser, 83 % with one. With
 * browsers a third file saves a tenth of the time, and tests meet each other's load.
 */
const workers = { waiting: availableParallelism() + 1, browsing: Math.max(2, availableParallelism()) }

const takesMinutes =
  /\/(?:every-screen-on-\w+|client-languages|foreign-ids|repeated-commands|regular-expressions)\.test\.ts$/

/** On a slow machine `npm test` leaves out this share of the files of a folder; those of generated tests, which are sampled, run. */
function leftOutOf(files: string): string[] {
  const share = Number(process.env.LEFT_OUT ?? 0)
  return globSync(files)
    .toSorted()
    .filter(
      (file, nth) => Math.floor((nth + 1) * share) > Math.floor(nth * share) && !takesMinutes.test(file),
    )
}

/** Fault tests that take a minute or two each, in which it is killed again and again; `npm run test:long` runs them. */
const longFaults = ['embedding', 'import', 'mail', 'rollout'].map(
  (what) => `tests/faults/${what}-killed.test.ts`,
)

/** Starts the files that take minutes first, so that no core is idle at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => Number(!takesMinutes.test(moduleId))
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/**
 * `unit`: everything beside its source; `platform`: what spans packages, on a whole platform or several processes of it;
 * `faults`: processes killed at bad moments; `journeys`: a real browser;
 * `engines`: conformance against real servers (`npm run test:engines`), `long`: every operation with every credential
 * and every kind of hostile input (`npm run test:long`); neither is part of `npm test`.
 * Projects that load the machine run after the others. With `isolate: false` a worker keeps what it has
 * imported for its next file, which saves 2 s of processor time a file; a file that replaces a module resets them all.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [virtualModules()],
        test: {
          name: 'unit',
          include: [
            '{contracts,services,projections,scripts}/**/*.test.ts',
            '{widget,web}/**/*.test.{ts,tsx}',
          ],
          exclude: [...exclude, engineTests],
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: workers.waiting,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'platform',
          include: ['tests/*.test.ts', 'tests/{hostile,upgrade}/*.test.ts'],
          exclude,
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: workers.waiting,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: [
            ...exclude,
            ...(process.env.WHOLE === 'true' ? [] : longFaults),
            ...leftOutOf('tests/faults/**/*.test.ts'),
          ],
          expect: patient,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Each file starts processes of its own, and waits for them most of the time.
          maxWorkers: workers.waiting,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          exclude: [...exclude, ...leftOutOf('tests/journeys/**/*.test.ts')],
          globalSetup: existsSync(journeySetup) ? [journeySetup] : [],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: patient,
          maxWorkers: workers.browsing,
          // Of the screens that wait for late answers.
          maxConcurrency: 2,
          isolate: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          exclude,
          expect: patient,
          testTimeout: 600_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          name: 'engines',
          include: [engineTests],
          exclude,
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each file has databases and topics of its own, and waits for servers most of the time.
          maxWorkers: workers.waiting,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
