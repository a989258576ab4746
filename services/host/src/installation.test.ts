/** A region starts with its own log, keys, state and read models, and with no others. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { START } from '@parley/kernel/log/event-store.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig, StartUpError } from './config.ts'
import { checkInstallation } from './installation.ts'
import { openRegion } from './region.ts'

const empty = { readOnly: true }
let folder: string
let ours: string
let theirs: string
/** A copy of `ours` that a test changes. */
let mixed: string
let masterKey: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-installation-'))
  ours = join(folder, 'ours')
  theirs = join(folder, 'theirs')
  await open(ours)
  masterKey = (await readFile(join(ours, 'master.key'), 'utf8')).trim()
  await open(theirs, { MASTER_KEY: masterKey })
})
beforeEach(async () => {
  mixed = await mkdtemp(join(folder, 'mixed-'))
  await cp(ours, mixed, { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a region starts again with what it was created with', async () => {
  expect(await open(mixed)).toBe(1)
})

test('of processes that start at the same time on an empty log, one creates the installation', async () => {
  const dataDir = join(folder, 'together')
  const counts = await Promise.all([1, 2, 3].map(() => open(dataDir, { MASTER_KEY: masterKey })))
  expect(counts).toEqual([1, 1, 1])
  expect(await open(dataDir, { MASTER_KEY: masterKey })).toBe(1)
})

test.each(['storeId', 'load', 'getSetting'])(
  'a process is not refused where another creates the installation after its first %s',
  async (read) => {
    const config = readConfig({
      DATA_DIR: join(folder, `created-after-${read}`),
      MASTER_KEY: masterKey,
      NODE_ENV: 'test',
      REGIONS: 'na',
    })
    const [one, other] = [await openRegion(config, 'na', empty), await openRegion(config, 'na', empty)]
    let created: Promise<void> | undefined
    const thenCreate =
      <Args extends never[], Result>(name: string, call: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        const result = await call(...args)
        if (name === read) created ??= checkInstallation(other, 'na')
        await created
        return result
      }
    await checkInstallation(
      {
        ...one,
        commands: {
          ...one.commands,
          load: thenCreate('load', one.commands.load) as typeof one.commands.load,
        },
        keyring: { storeId: thenCreate('storeId', one.keyring.storeId) as typeof one.keyring.storeId },
        state: {
          ...one.state,
          getSetting: thenCreate('getSetting', one.state.getSetting) as typeof one.state.getSetting,
        },
      },
      'na',
    )
    expect(created).toBeDefined()
    expect(await one.eventStore.readAll(START, 10)).toHaveLength(1)
    await one.close()
    await other.close()
  },
)

test('a log without its keys, or with those of another installation, is refused', async () => {
  await remove('keys.db')
  await expect(open(mixed)).rejects.toThrow(/^Region na: the keys of its event log are missing/)
  await take(theirs, 'keys.db')
  await expect(open(mixed)).rejects.toThrow(/^Region na: its keys belong to another event log/)
  await take(ours, 'keys.db')
  expect(await open(mixed)).toBe(1)
})

test('a key store that is opened with another master key is refused', async () => {
  await expect(open(mixed, { MASTER_KEY: '07'.repeat(32) })).rejects.toThrow(
    /^Region na: MASTER_KEY does not open the stored keys/,
  )
})

test.each([
  ['state.db', /^Region na: the state .* made from another event log/],
  ['read-models.db', /^Region na: the read models .* made from another event log/],
])('%s of another installation is refused', async (file, words) => {
  await take(theirs, file)
  await expect(open(mixed)).rejects.toThrow(words)
})

test('an empty log beside the state of an installation is refused, and stays empty', async () => {
  await remove('events.db')
  await expect(open(mixed)).rejects.toThrow(/this one is empty/)
  await expect(open(mixed)).rejects.toThrow(/this one is empty/)
})

test('read models that were removed are built again', async () => {
  await remove('read-models.db')
  expect(await open(mixed)).toBe(1)
})

test('reading an empty region creates nothing in it', async () => {
  const dataDir = join(folder, 'empty')
  expect(await open(dataDir, {}, { readOnly: true })).toBe(0)
})

/** Opens and closes region `na`; returns how many events its log has. */
async function open(
  dataDir: string,
  env: Record<string, string> = {},
  options?: { readOnly: boolean },
): Promise<number> {
  const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', REGIONS: 'na', ...env })
  const engines = await openRegion(config, 'na', options).catch((error) => {
    expect(error).toBeInstanceOf(StartUpError)
    throw error
  })
  const events = await engines.eventStore.readAll(START, 10)
  await engines.close()
  return events.length
}

async function remove(name: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(join(mixed, 'na', name + suffix), { force: true })
}

async function take(from: string, name: string): Promise<void> {
  await remove(name)
  await cp(join(from, 'na', name), join(mixed, 'na', name))
}
