/**
 * A warm restart over a long log, beside one over an empty log: how long until the server is ready, and how much it reads,
 * which shows that it reads what is new and not the log. `node restart.bench.ts` prints the results; RESTART_EVENTS is
 * how many events the log has, RESTART_FOLDER a folder in which the logs are kept for the next run.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readMB } from '../../kernel/bench/process-usage.ts'
import type { BenchResult } from '../../kernel/bench/result.ts'
import { signUp } from '../../kernel/bench/sign-up.ts'
import { readConfig } from '../src/config.ts'
import { openRegion } from '../src/region.ts'
import { writeDay } from './day.ts'
import { startServer } from './server.ts'

const EVENTS = Number(process.env.RESTART_EVENTS ?? 1_000_000)
const EVENTS_A_MESSAGE = 2.25
/** Of the log, a restart may read this share more than one over an empty log. */
const MOST_READ = 0.05
/** Loops go on with what they would read for so long after the server is ready. */
const WATCHED_MS = 5_000
const RESTARTS = 3

type Restart = { seconds: number; readMB: number }

export async function benchRestart(): Promise<BenchResult[]> {
  const kept = process.env.RESTART_FOLDER
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'parley-restart-')))
  try {
    const empty = await prepared(join(folder, 'empty'), 0)
    const long = await prepared(join(folder, `${EVENTS}`), EVENTS)
    const before = await restarts(empty.dataDir)
    const after = await restarts(long.dataDir)
    const more = Math.max(0, after.readMB - before.readMB)
    const at = `a warm restart over ${long.events.toLocaleString('en')} events`
    return [
      {
        name: `${at}, until ready`,
        value: round(after.seconds),
        unit: 's',
        baseline: round(before.seconds),
        ratio: round(after.seconds / before.seconds),
        target: '≤ 2 s',
        ok: after.seconds <= 2,
      },
      {
        name: `${at}: what it reads more than over an empty log`,
        value: round(more),
        unit: `MB, of a log of ${Math.round(long.logMB)} MB`,
        target: 'what is new: ≤ 5 %',
        ok: more <= long.logMB * MOST_READ,
      },
    ]
  } finally {
    if (!kept) await rm(folder, { recursive: true, force: true })
  }
}

type Prepared = { dataDir: string; events: number; logMB: number }

async function prepared(dataDir: string, events: number): Promise<Prepared> {
  const note = join(dataDir, 'prepared.json')
  if (existsSync(note)) return JSON.parse(await readFile(note, 'utf8'))
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  const made = { dataDir, ...(await prepare(dataDir, events)) }
  await writeFile(note, JSON.stringify(made))
  return made
}

/** Makes a data folder whose log has so many events, all of them followed by read models and policies. */
async function prepare(dataDir: string, events: number) {
  const first = await startServer(dataDir)
  await signUp(first.url)
  await stop(first)
  const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', REGIONS: 'na' })
  const { eventStore, keyring, state, close } = await openRegion(config, 'na')
  if (events > 0) await writeDay(eventStore, keyring, events / EVENTS_A_MESSAGE, Date.now() - 86_400_000)
  const head = await eventStore.head()
  // The relay would publish for an hour what nobody reads.
  await state.commit({ checkpoint: 'policy:relay', position: head, writes: [] })
  await close()
  const building = await startServer(dataDir)
  while ((await lagOf(building.url)) > 0) await pause(1_000)
  await stop(building)
  const { size } = await stat(join(dataDir, 'na', 'events.db'))
  return { events: head, logMB: size / 1_048_576 }
}

/** The middle of some restarts. */
async function restarts(dataDir: string): Promise<Restart> {
  const measured: Restart[] = []
  for (let nth = 0; nth < RESTARTS; nth += 1) {
    const started = performance.now()
    const server = await startServer(dataDir)
    const seconds = (performance.now() - started) / 1_000
    await pause(WATCHED_MS)
    measured.push({ seconds, readMB: await readMB(server.process) })
    await stop(server)
  }
  return measured.toSorted((one, other) => one.seconds - other.seconds)[Math.floor(RESTARTS / 2)]!
}

/** Events that read models and policies have not followed yet. */
async function lagOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const lags = [...metrics.matchAll(/^parley_(?:projection|policy)_lag_events\{[^}]*\} (\S+)$/gm)]
  return Math.max(...lags.map(([, lag]) => Number(lag)))
}

async function stop(server: Awaited<ReturnType<typeof startServer>>): Promise<void> {
  server.process.kill('SIGTERM')
  await server.gone
}

const round = (value: number): number => Math.round(value * 100) / 100

if (import.meta.main) console.table(await benchRestart())
