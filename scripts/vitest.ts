import { spawn } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Tally = { passed: number; failed: number; skipped: number }

/** The part of vitest's JSON report that is used here. */
type Report = {
  testResults: FileResult[]
  /** Errors outside of tests, such as a rejection that nobody handles (`unhandled-errors.ts`). */
  unhandledErrors?: string[]
}
type FileResult = { name: string; status: string; message?: string; assertionResults: Outcome[] }
type Outcome = {
  status: string
  fullName: string
  /** Of the groups that hold the test, the outermost first. */
  ancestorTitles: string[]
  title: string
  failureMessages: string[]
}

const inMemory = '/dev/shm'
const gigabyte = 2 ** 30

/**
 * Runs vitest on some projects with its usual output and counts their tests. A file that can't be loaded or set up, or
 * a run that fails without a failed test, counts as one failure, and so does each error outside of tests, so that no failure
 * is summed up as success. With `CI`
 * set a failed test is retried once; if no more than five files fail all the same, such as in their set-up, they are run
 * once more when nothing else runs, of generated tests only those that failed. What passes only then is named. Files that
 * tests write are in a folder that is removed after the run.
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
  const run = async (name: string, selected: string[]): Promise<Ran> => {
    const file = join(folder, `${name}.json`)
    const values = [
      ...projects.flatMap((project) => ['--project', project]),
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      `--reporter=${fileURLToPath(new URL('./unhandled-errors.ts', import.meta.url))}`,
      ...(process.env.CI ? ['--retry=1'] : []),
      ...selected,
    ]
    const exitCode = await finished(process.execPath, [vitest, 'run', ...values], {
      ...{ ...env, TMPDIR: folder, UNHANDLED_ERRORS_FILE: `${file}.errors` },
    })
    const text = await readFile(file, 'utf8').catch(() => '')
    const unhandledErrors = JSON.parse(await readFile(`${file}.errors`, 'utf8').catch(() => '[]'))
    return { exitCode, report: text ? { ...JSON.parse(text), unhandledErrors } : undefined }
  }
  try {
    const first = await run('report', filters)
    const failed = process.env.CI ? filesToRunAgain(first.report) : []
    const again = failed.map(({ name }) => name)
    if (failed.length > 0) console.log(`Runs again, with nothing beside it: ${again.join(', ')}`)
    const names = namesToRunAgain(failed)
    const selected = [...again, ...(names ? [`--testNamePattern=${names}`] : [])]
    const second = failed.length > 0 ? await run('second-report', selected) : undefined
    const late = [...secondTries(first.report), ...secondTries(second?.report), ...secondRuns(first, second)]
    for (const line of late) console.log(line)
    if (late.length > 0) console.log(`${late.length} passed only when tried again`)
    return second
      ? tally(afterBoth(first.report, second.report), second.exitCode)
      : tally(first.report, first.exitCode)
  } finally {
    process.off('exit', clear)
    clear()
  }
}

type Ran = { exitCode: number; report: Report | undefined }

/** More than these fail for a reason that a second run would not remove. */
const MOST_FILES_TO_RUN_AGAIN = 5
/** Files of more tests hold generated ones, which don't depend on each other. */
const MOST_WRITTEN_TESTS = 40

/** The files that failed, if they are few. */
export function filesToRunAgain(report: Report | undefined): FileResult[] {
  const failed = failedFiles(report)
  return failed.length <= MOST_FILES_TO_RUN_AGAIN ? failed : []
}

/** A pattern of the full names of the tests to run again: the failed ones of a file of generated tests, else all. */
export function namesToRunAgain(files: readonly FileResult[]): string {
  const names = files.flatMap(({ assertionResults: all }) => {
    const failed = all.filter(({ status }) => status === 'failed')
    return all.length > MOST_WRITTEN_TESTS && failed.length > 0 ? failed : all
  })
  // The names in a file that could not be loaded are unknown.
  if (files.some(({ assertionResults }) => assertionResults.length === 0)) return ''
  return `^ ?(?:${names.map((test) => escaped(nameToFilterBy(test))).join('|')})$`
}

/** The name that vitest compares with the pattern, which is not the `fullName` of its report. */
const nameToFilterBy = ({ ancestorTitles, title }: Outcome) => [...ancestorTitles, title].join(' > ')

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

const failedFiles = (report: Report | undefined) =>
  (report?.testResults ?? []).filter(({ status }) => status === 'failed')

/** A line for each file that passed only when it was run again. */
export function secondRuns(first: Ran, second: Ran | undefined): string[] {
  if (!second?.report) return []
  const passed = new Set(
    second.report.testResults.filter(({ status }) => status === 'passed').map(({ name }) => name),
  )
  return failedFiles(first.report)
    .filter(({ name }) => passed.has(name))
    .map(({ name, message, assertionResults }) => {
      const failure = assertionResults.find(({ status }) => status === 'failed')
      return `Passed only when run again: ${name}\n  ${failure?.failureMessages[0] ?? message ?? ''}`
    })
}

/** The report of the first run, with the outcomes of what was run again in place of their first ones. */
export function afterBoth(first: Report | undefined, second: Report | undefined): Report | undefined {
  const again = new Map(second?.testResults.map((file) => [file.name, file]))
  return (
    first && {
      unhandledErrors: [...(first.unhandledErrors ?? []), ...(second?.unhandledErrors ?? [])],
      testResults: first.testResults.map((file) => {
        const later = again.get(file.name)
        if (!later) return file
        const ran = later.assertionResults.filter(({ status }) => status === 'passed' || status === 'failed')
        const outcomes = [...file.assertionResults, ...ran].map((each) => [each.fullName, each] as const)
        return { ...later, assertionResults: [...new Map(outcomes).values()] }
      }),
    }
  )
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
  const files = report?.testResults ?? []
  const outcomes = files.flatMap(({ assertionResults }) => assertionResults)
  const count = (...wanted: string[]) => outcomes.filter(({ status }) => wanted.includes(status)).length
  const broken = files.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  const failed = count('failed') + broken.length + (report?.unhandledErrors?.length ?? 0)
  return {
    passed: count('passed'),
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: count('skipped', 'pending', 'todo'),
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
