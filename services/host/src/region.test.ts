import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig, StartUpError } from './config.ts'
import { openRegion } from './region.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-region-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const nobody = 'user:secret@127.0.0.1:1'

test.each([
  ['EVENT_STORE_URL', `esdb://${nobody}?tls=false`],
  ['READ_STORE_URL', `mongodb://${nobody}/?serverSelectionTimeoutMS=1500`],
  ['MESSAGE_BUS_URL', `kafka://${nobody}`],
])('an engine that does not answer is named in one line: %s', async (name, url) => {
  const error = await refusalOf({ [name]: url, DATA_DIR: folder })
  expect(error.message).toContain(`${name}="${url.replace('user:secret@', '')}" can't be opened: `)
  expect(error.message).toContain('ECONNREFUSED 127.0.0.1:1')
  expect(error.message).not.toMatch(/secret|\n/)
})

test('a data folder that is not writable is named in one line', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const error = await refusalOf({ DATA_DIR: file })
  expect(error.message).toMatch(/^DATA_DIR="[^"]+\/file" can't be used: ENOTDIR/)
})

async function refusalOf(env: Record<string, string>): Promise<Error> {
  const config = readConfig({ MASTER_KEY: '0'.repeat(64), REGIONS: 'na', ...env })
  const error: unknown = await openRegion(config, 'na').catch((reason) => reason)
  if (!(error instanceof StartUpError)) throw new Error(`It was not refused so: ${error}`)
  return error
}
