/**
 * `npm run restore -- FOLDER [--name NAME] [--erasures FILE]`: brings back a back-up into an empty DATA_DIR. Without
 * FOLDER, it only erases again what FILE lists, for engines that were brought back by their own tools.
 */
import { resolve } from 'node:path'
import { readConfig } from '@parley/host/config.ts'
import { eraseAgain, restoreBackup } from '@parley/host/operators/restore.ts'
import { readArguments, runCommand } from './operator-command.ts'

const usage = `Usage:
  npm run restore -- FOLDER [--name NAME] [--erasures FILE]
        brings back the newest back-up in FOLDER, or the one of this name, into an empty DATA_DIR, and erases again
        who stands in FILE, the ERASURES_FILE of the platform that is brought back
  npm run restore -- --erasures FILE
        only erases again, in the engines that are configured`

const { values, positionals } = readArguments(
  { name: { type: 'string' }, erasures: { type: 'string' } },
  { usage, wrong: 2 },
)
const [folder, ...rest] = positionals
const { name, erasures } = values

if (rest.length > 0 || (folder === undefined && (erasures === undefined || name !== undefined))) {
  console.error(usage)
  process.exitCode = 2
} else
  await runCommand(async () => {
    const config = readConfig(process.env)
    const erasuresFile = erasures === undefined ? undefined : resolve(erasures)
    if (folder === undefined && erasuresFile !== undefined) {
      console.log(`Erased again: ${await eraseAgain(config, erasuresFile)} of ${erasuresFile}.`)
      return 0
    }
    const restored = await restoreBackup(config, resolve(folder ?? ''), { name, erasuresFile })
    console.log(`Restored ${restored.folder}, which began at ${restored.at}.`)
    for (const [region, events] of restored.events) console.log(`  ${region}: ${events} events`)
    console.log(
      erasuresFile === undefined
        ? `Who was erased after the newest keys in ${folder} were saved is readable again: if the ERASURES_FILE of that
platform is left, run npm run restore -- --erasures FILE before you start.`
        : `  erased again: ${restored.erasures}`,
    )
    console.log('Check every hash by npm run audit -- verify, then start.')
    return 0
  })
