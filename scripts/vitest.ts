import { spawn } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type Tally = { passed: number; failed: number; skipped: number }

/** The part of vitest's JSON report that is used here. */
type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: FileResult[]
}
type FileResult = { name: string; status: string; message?: string; assertionResults: Outcome[] }
type Outcome = { status: string; fullName: string; failureMessages: string[] }

const inMemory = '/dev/shm'
const gigabyte = 2 ** 30

/**
 * Runs vitest on some projects with its usual output and counts their tests. A file that can't be loaded or set up, or
 * a run that fails without a failed test, counts as one failure, so that no failure is summed up as success. With `CI`
 * set a failed test is retried once; if no more than three files fail all the same, such as in their set-up, they are run
 * once more when nothing else runs. What passes only then is named. Files that tests write are in a folder that is
 * removed after the run.
 */
export async function runVitest(
  projects: string[],
  { filters = [], env = {} }: { filters?: string[]; env?: Record<string, string> } = {},
): Promise<Tally> {
  const folder = await mkdtemp(join(fastest(), 'parley-tests-'))
  const clear = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', clear)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const run = async (name: string, filters: string[]): Promise<Ran> => {
    const file = join(folder, `${name}.json`)
    const values = [
      ...projects.flatMap((project) => ['--project', project]),
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      ...(process.env.CI ? ['--retry=1'] : []),
      ...filters,
    ]
    const exitCode = await finished(process.execPath, [vitest, 'run', ...values], { ...env, TMPDIR: folder })
    const text = await readFile(file, 'utf8').catch(() => '')
    return { exitCode, report: text ? JSON.parse(text) : undefined }
  }
  try {
    const first = await run('report', filters)
    const failed = process.env.CI ? filesToRunAgain(first.report) : []
    if (failed.length > 0) console.log(`Runs again, with nothing beside it: ${failed.join(', ')}`)
    const second = failed.length > 0 ? await run('second-report', failed) : undefined
    const again = [...secondTries(first.report), ...secondTries(second?.report), ...secondRuns(first, second)]
    for (const line of again) console.log(line)
    if (again.length > 0) console.log(`${again.length} passed only when tried again`)
    return second ? tallyOfBoth(first, second) : tally(first.report, first.exitCode)
  } finally {
    process.off('exit', clear)
    clear()
  }
}

type Ran = { exitCode: number; report: Report | undefined }

/** More than these fail for a reason that a second run would not remove. */
const MOST_FILES_TO_RUN_AGAIN = 3

/** The files that failed, if they are few. */
export function filesToRunAgain(report: Report | undefined): string[] {
  const failed = failedFiles(report).map(({ name }) => name)
  return failed.length <= MOST_FILES_TO_RUN_AGAIN ? failed : []
}

const failedFiles = (report: Report | undefined) =>
  (report?.testResults ?? []).filter(({ status }) => status === 'failed')

/** A line for each file that passed only when it was run again. */
export function secondRuns(first: Ran, second: Ran | undefined): string[] {
  if (!second?.report) return []
  const failedAgain = new Set(failedFiles(second.report).map(({ name }) => name))
  return failedFiles(first.report)
    .filter(({ name }) => !failedAgain.has(name))
    .map(({ name, message, assertionResults }) => {
      const failure = assertionResults.find(({ status }) => status === 'failed')
      return `Passed only when run again: ${name}\n  ${failure?.failureMessages[0] ?? message ?? ''}`
    })
}

/** Counts the tests of both runs, those of the files that were run again by the second alone. */
export function tallyOfBoth(first: Ran, second: Ran): Tally {
  const others = (first.report?.testResults ?? []).filter(({ status }) => status !== 'failed')
  const counted = (wanted: string[]) =>
    others.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => wanted.includes(status))
      .length
  const passed = { passed: counted(['passed']), failed: 0, skipped: counted(['skipped', 'pending', 'todo']) }
  return total([passed, tally(second.report, second.exitCode)])
}

/**
 * The fastest place for temporary files. Every append waits for the disk, on a busy machine for most of the run, so
 * memory is used if enough is free. Killed processes leave their files there all the same.
 */
function fastest(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    const plenty = bavail * bsize > 4 * gigabyte && process.availableMemory() > 8 * gigabyte
    return plenty ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

export function tally(report: Report | undefined, exitCode: number): Tally {
  const broken = (report?.testResults ?? []).filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  const failed = (report?.numFailedTests ?? 0) + broken.length
  return {
    passed: report?.numPassedTests ?? 0,
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }
}

/** A line for each test that passed only when retried: worth a look, but not a failure. */
export function secondTries(report: Report | undefined): string[] {
  return (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(
      ({ fullName, failureMessages }) => `Passed only when tried again: ${fullName}\n  ${failureMessages[0]}`,
    )
}

export function total(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, each) => ({
    passed: sum.passed + each.passed,
    failed: sum.failed + each.failed,
    skipped: sum.skipped + each.skipped,
  }))
}

/** `12 passed, 0 failed`, and `, 1 skipped` if any. */
export function summary({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function finished(program: string, values: string[], env: Record<string, string>): Promise<number> {
  const child = spawn(program, values, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const leave = () => child.kill()
  process.once('exit', leave)
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  }).finally(() => process.off('exit', leave))
}
