/** `npm run backup -- FOLDER`: copies what can't be rebuilt of the embedded engines while the platform runs. */
import { join, resolve } from 'node:path'
import { readConfig, StartUpError } from '@parley/host/config.ts'
import { backUp, KEYS } from '@parley/host/operators/backup.ts'
import { readArguments, runCommand } from './operator-command.ts'

const usage = 'Usage: npm run backup -- FOLDER'
const { positionals } = readArguments({}, { usage, wrong: 2 })

await runCommand(async () => {
  const [target, ...rest] = positionals
  if (!target || rest.length > 0) throw new StartUpError(usage)
  const folder = resolve(target)
  const made = await backUp(readConfig(process.env), folder, (line) => console.log(line))
  console.log(
    `Backed up to ${made.folder}, with the keys of all back-ups in ${join(folder, KEYS)}.
Read models are left out: they are rebuilt from the events. Keep master.key (or MASTER_KEY) apart from this.`,
  )
  return 0
})
