/**
 * `npm run upgrade:record -- VERSION`: runs this Parley, writes the history of `history.ts` and packs its data folder as
 * `data-VERSION.tar.gz`, which `upgrade.test.ts` opens with every later Parley. Run in the commit that gets the tag.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { credits } from '@parley/credits/credits.decider.ts'
import { verifyLog } from '@parley/kernel/log/verification.ts'
import { startTestPlatform } from '../src/test-platform.ts'
import { archiveOf, NOTES } from './archives.ts'
import { type Recorded, region, startModel, startShop, writeHistory } from './history.ts'

const [version] = process.argv.slice(2)
if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('Usage: npm run upgrade:record -- VERSION     such as 0.1.0')
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'parley-record-'))
const model = await startModel()
const shop = await startShop()
try {
  const recorded = await record()
  await writeFile(join(folder, NOTES), `${JSON.stringify(recorded, null, 2)}\n`)
  const archive = archiveOf(version)
  // Without names and times of the machine that recorded it.
  await promisify(execFile)('tar', [
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '-czf',
    archive,
    '-C',
    folder,
    '.',
  ])
  console.log(`${archive}: ${Math.ceil((await stat(archive)).size / 1000)} KB, ${recorded.events} events`)
} finally {
  await model.stop()
  shop.stop()
  await rm(folder, { recursive: true, force: true })
}

async function record(): Promise<Recorded> {
  const parley = await startTestPlatform({
    DATA_DIR: folder,
    REGIONS: region,
    OPENAI_API_KEY: 'double',
    OPENAI_BASE_URL: `${model.url}/v1`,
    ALLOW_PRIVATE_ADDRESSES: shop.host,
  })
  try {
    const written = await writeHistory(parley, shop.url)
    const { eventStore, commands } = parley.platform.regions.get(region)!.engines
    const { events, root } = await verifyLog(eventStore)
    const ledger = await commands.load(credits, written.workspaceId)
    if (!ledger) throw new Error('The workspace has no ledger')
    return { ...written, balance: ledger.state.balance, events, root }
  } finally {
    await parley.stop()
  }
}
