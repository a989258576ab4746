/**
 * Copies what can't be rebuilt of the embedded engines while the platform runs: logs, state, bus and uploaded files into
 * a new folder named by the time, the keys into `keys` beside it, replacing the previous ones. So people who were erased
 * since a back-up stay erased when it is restored: the newest keys open everything except their data. The keys are
 * useless without MASTER_KEY: keep it in another place.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Region } from '@parley/contracts/endpoint.ts'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { StartUpError } from '../start-up-error.ts'
import {
  faultOf,
  filesOf,
  fingerprintOf,
  keysIn,
  MANIFEST,
  type Manifest,
  UNFINISHED,
} from './backup-manifest.ts'

/**
 * In this order. State and bus say how far the log was followed, so they are copied before it: positions beyond the end
 * of a restored log would be those of other events later, which policies would then leave out.
 */
export const databases = ['state.db', 'bus.db', 'events.db']
/** After the log, which refers to them: additional files do no harm. */
export const UPLOADS = 'files'
export const KEYS = 'keys'
const PAGES_A_STEP = 100
const LAST = 'last-backup.json'

const lastSchema = z.object({
  at: z.iso.datetime(),
  folder: z.string(),
  bytes: z.number(),
  seconds: z.number(),
})
/** `at`: when it began. Every back-up that is recorded was read again and found whole. */
export type LastBackup = z.infer<typeof lastSchema>

export async function backUp(
  config: Pick<Config, 'dataDir' | 'regions' | 'masterKey'>,
  folder: string,
  say: (line: string) => void,
): Promise<LastBackup> {
  const { dataDir, regions } = config
  const began = new Date()
  const keys = regions
    .map((region) => ({ region, from: join(dataDir, region, 'keys.db'), to: join(folder, KEYS, region) }))
    .filter(({ from }) => existsSync(from))
  if (keys.length === 0)
    throw new StartUpError(`${dataDir} holds no data: set DATA_DIR to the folder of the platform`)
  for (const { from, to } of keys) refuseStrangers(from, join(to, 'keys.db'))

  const complete = join(folder, began.toISOString().replaceAll(':', '-'))
  const unfinished = `${complete}${UNFINISHED}`
  for (const region of regions) await copyRegion(join(dataDir, region), join(unfinished, region), say)
  // After the logs, so that every event in them has its key here.
  const counts: Manifest['keys'] = {}
  for (const { region, from, to } of keys) counts[region] = await replaceKeys(from, to, say)
  refuseUnsound(unfinished, regions)
  const files = await filesOf(unfinished)
  const manifest: Manifest = {
    ...{ layout: 1, at: began.toISOString(), masterKey: fingerprintOf(config.masterKey) },
    ...{ files, keys: counts },
  }
  await writeFile(join(unfinished, MANIFEST), JSON.stringify(manifest, null, 1))
  await rename(unfinished, complete)
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  const seconds = Math.ceil((Date.now() - began.getTime()) / 1_000)
  const last: LastBackup = { at: manifest.at, folder: complete, bytes, seconds }
  await writeFile(join(dataDir, LAST), JSON.stringify(last))
  return last
}

/** The newest back-up of the data here; undefined if there is none. */
export async function lastBackup(dataDir: string): Promise<LastBackup | undefined> {
  try {
    return lastSchema.parse(JSON.parse(await readFile(join(dataDir, LAST), 'utf8')))
  } catch {
    return undefined
  }
}

async function copyRegion(from: string, to: string, say: (line: string) => void): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const file of databases)
    if (existsSync(join(from, file))) await copyDatabase(join(from, file), join(to, file), say)
  if (existsSync(join(from, UPLOADS))) await copyUploads(join(from, UPLOADS), join(to, UPLOADS))
}

/** Leaves out what is being written, which no event names yet, and what is erased meanwhile. */
async function copyUploads(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of (await unlessGone(readdir(from, { withFileTypes: true }))) ?? []) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) await copyUploads(source, target)
    else await unlessGone(copyFile(source, target))
  }
}

/** Keeps the previous keys until the new ones are complete. */
async function replaceKeys(from: string, to: string, say: (line: string) => void): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const next = join(to, 'keys.next.db')
  rmSync(next, { force: true })
  await copyDatabase(from, next, say)
  const fault = faultOf(next)
  if (fault !== undefined) throw new StartUpError(`The copy ${next} is not sound: ${fault}`)
  const count = keysIn(next)
  renameSync(next, join(to, 'keys.db'))
  return count
}

/**
 * Refuses to replace the keys of another platform. A platform never removes a subject from its keys, not even when it
 * is erased, so one that lacks a subject is a different one.
 */
function refuseStrangers(from: string, kept: string): void {
  if (!existsSync(kept)) return
  const database = new DatabaseSync(from, { readOnly: true })
  database.prepare('ATTACH DATABASE ? AS kept').run(kept)
  const missing = database
    .prepare('SELECT count(*) AS count FROM kept.key WHERE subject NOT IN (SELECT subject FROM main.key)')
    .get()
  database.close()
  if (missing?.count !== 0)
    throw new StartUpError(
      `${kept} holds ${missing?.count} keys that this platform never had: back up into a folder of its own, or restore first`,
    )
}

/**
 * Copies a database as it is at one moment. Without a transaction that stays open, SQLite begins again with each write
 * of another process, and under load never ends.
 */
async function copyDatabase(from: string, to: string, say: (line: string) => void): Promise<void> {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 15_000 })
  try {
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    const pages = await backup(database, to, { rate: PAGES_A_STEP })
    say(`${to}: ${pages} pages`)
  } finally {
    database.close()
  }
}

function refuseUnsound(folder: string, regions: readonly Region[]): void {
  for (const region of regions)
    for (const name of databases) {
      const file = join(folder, region, name)
      const fault = existsSync(file) ? faultOf(file) : undefined
      if (fault !== undefined) throw new StartUpError(`The copy ${file} is not sound: ${fault}`)
    }
}

async function unlessGone<Value>(work: Promise<Value>): Promise<Value | undefined> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}
