/**
 * `npm run backup -- FOLDER`: copies what can't be rebuilt of the embedded engines while the platform runs: logs,
 * state, bus and uploaded files into a new folder named by the time, the keys into `FOLDER/keys`, replacing the
 * previous ones. So people who were erased since a backup stay erased when it is restored: the newest keys open
 * everything except their data. The keys are useless without MASTER_KEY: keep it in another place.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { readConfig, StartUpError } from '@parley/host/config.ts'
import { runCommand } from './operator-command.ts'

const logs = ['events.db', 'state.db', 'bus.db']

await runCommand(async () => {
  const [target] = process.argv.slice(2)
  if (!target) throw new StartUpError('Usage: npm run backup -- FOLDER')
  await backUp(resolve(target))
  return 0
})

async function backUp(folder: string): Promise<void> {
  const { dataDir, regions } = readConfig(process.env)
  const keys = regions
    .map((region) => ({ from: join(dataDir, region, 'keys.db'), to: join(folder, 'keys', region) }))
    .filter(({ from }) => existsSync(from))
  if (keys.length === 0)
    throw new StartUpError(`${dataDir} holds no data: set DATA_DIR to the folder of the platform`)
  for (const { from, to } of keys) refuseStrangers(from, join(to, 'keys.db'))

  const name = new Date().toISOString().replaceAll(':', '-')
  const unfinished = join(folder, `${name}.unfinished`)
  for (const region of regions) await copyRegion(join(dataDir, region), join(unfinished, region))
  // After the logs, so that every event in them has its key here.
  for (const { from, to } of keys) await replaceKeys(from, to)
  renameSync(unfinished, join(folder, name))
  console.log(
    `Backed up to ${join(folder, name)}, with the keys of all back-ups in ${join(folder, 'keys')}.
Read models are left out: they are rebuilt from the events. Keep master.key (or MASTER_KEY) apart from this.`,
  )
}

async function copyRegion(from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true })
  for (const file of logs) {
    if (existsSync(join(from, file))) await copyDatabase(join(from, file), join(to, file))
  }
  // After the log, which refers to them: additional files do no harm.
  const uploads = join(from, 'files')
  if (existsSync(uploads)) cpSync(uploads, join(to, 'files'), { recursive: true, force: false })
}

/** Keeps the previous keys until the new ones are complete. */
async function replaceKeys(from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const next = join(to, 'keys.next.db')
  rmSync(next, { force: true })
  await copyDatabase(from, next)
  renameSync(next, join(to, 'keys.db'))
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

async function copyDatabase(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { readOnly: true })
  const pages = await backup(database, to)
  database.close()
  console.log(`${to}: ${pages} pages`)
}
