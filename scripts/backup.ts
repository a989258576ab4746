/**
 * `npm run backup -- FOLDER`: copies what can't be rebuilt of the embedded engines (event logs, keys, state, bus,
 * uploaded files) while the platform runs. The keys are useless without MASTER_KEY: keep that apart.
 */
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { readConfig, StartUpError } from '@parley/host/config.ts'

const files = ['keys.db', 'events.db', 'state.db', 'bus.db']

try {
  const [target] = process.argv.slice(2)
  if (!target) throw new StartUpError('Usage: npm run backup -- FOLDER')
  const { dataDir, regions } = readConfig(process.env)
  for (const region of regions) {
    const folder = join(resolve(target), region)
    mkdirSync(folder, { recursive: true })
    if (readdirSync(folder).length > 0) throw new StartUpError(`${folder} is not empty: choose a new folder`)
    for (const file of files) {
      const source = join(dataDir, region, file)
      if (!existsSync(source)) continue
      const database = new DatabaseSync(source, { readOnly: true })
      const pages = await backup(database, join(folder, file))
      database.close()
      console.log(`${region}/${file}: ${pages} pages`)
    }
    // After the log, which names them: what is there beyond it nobody asks for.
    const uploads = join(dataDir, region, 'files')
    if (existsSync(uploads)) cpSync(uploads, join(folder, 'files'), { recursive: true, force: false })
  }
  console.log(
    'Read models are left out: they are rebuilt from the events. Keep master.key (or MASTER_KEY) apart from this.',
  )
} catch (error) {
  if (!(error instanceof StartUpError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
