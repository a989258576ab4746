/**
 * `npm run erase -- person EMAIL`, for operators: deletes the account of an address and erases the person from all
 * streams, read models and files; works whether the platform runs or not.
 */
import { randomUUID } from 'node:crypto'
import type { Region } from '@parley/contracts/endpoint.ts'
import { readConfig } from '@parley/host/config.ts'
import { openMailOutbox } from '@parley/host/mail-outbox.ts'
import { accountDeletion } from '@parley/host/operators/account-deletion.ts'
import { openRegion } from '@parley/host/region.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { readArguments, runCommand } from './operator-command.ts'

const usage = `Usage:
  npm run erase -- person EMAIL     deletes the account of this address and erases the person, for good`

const { positionals } = readArguments({}, { usage, wrong: 2 })
const [what, email, ...rest] = positionals

if (what !== 'person' || email === undefined || rest.length > 0) {
  console.error(usage)
  process.exitCode = 2
} else await runCommand(() => erasePerson(email.toLowerCase()))

async function erasePerson(address: string): Promise<number> {
  const config = readConfig(process.env)
  const regions = new Map<Region, RegionEngines>()
  try {
    for (const region of config.regions) regions.set(region, await openRegion(config, region))
    const outbox = openMailOutbox(config)
    const deleted = await accountDeletion(config, regions, outbox)(address, randomUUID())
    await outbox.close()
    if (!deleted.ok) {
      console.error(deleted.rejection.message)
      return 1
    }
    console.log(
      `The account ${deleted.userId} is deleted and its person erased. Back-ups open nothing of them once their keys are replaced: npm run backup does that.`,
    )
    return 0
  } finally {
    for (const engines of regions.values()) await engines.close()
  }
}
