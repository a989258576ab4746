/**
 * A platform is backed up, somebody is erased, and an older backup is restored: everything is back except their data.
 */
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runOperatorCommand } from './src/operator-command.ts'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'
import { arriveAt } from './src/visitor.ts'

const said = { erased: 'My gate code is 4711', kept: 'My lamp flickers', later: 'My parcel is late' }
const region = 'na' as const

let parley: TestPlatform
let folder: string
let masterKey: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-backup-'))
  parley = await startTestPlatform()
  masterKey = (await readFile(join(parley.dataDir, 'master.key'), 'utf8')).trim()
})
afterAll(async () => {
  await parley?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a person who was erased since stays sealed, everybody else is readable', async () => {
  const { client, token } = await parley.signUp()
  const body = { agentName: 'Desk', agentTemplate: 'blank-template' } as const
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', { params: { region }, body })
  const params = { region, agentId: agentCreated.ID }
  const talk = async (text: string) => {
    const visitor = await arriveAt(parley, params.agentId)
    await visitor.say('m1', text)
    return visitor
  }
  const erased = await talk(said.erased)
  const kept = await talk(said.kept)
  const first = await backUp(parley.dataDir)

  await client.call('conversations.remove', { params: { ...params, conversationId: erased.conversationId } })
  const later = await talk(said.later)
  await parley.settled()
  const second = await backUp(parley.dataDir)
  expect((await readdir(folder)).sort()).toEqual([first, second, 'keys'].sort())
  for (const each of [first, second]) expect(await filesIn(each)).not.toContain('keys.db')

  await restored(first, async (again) => {
    const transcript = async ({ conversationId }: { conversationId: string }) => {
      const at = { params: { ...params, conversationId }, query: {} }
      return JSON.stringify(await again.client(token).call('conversations.transcript', at))
    }
    expect(await transcript(kept)).toContain(said.kept)
    expect(await transcript(erased)).toContain('[erased]')
    expect(await transcript(erased)).not.toContain(said.erased)
    await expect(transcript(later)).rejects.toMatchObject({ status: 404 })
  })
  await restored(second, async (again) => {
    const at = { params: { ...params, conversationId: later.conversationId }, query: {} }
    const { messages } = await again.client(token).call('conversations.transcript', at)
    expect(JSON.stringify(messages)).toContain(said.later)
  })
})

test('the keys of one platform are never replaced by those of another', async () => {
  const other = await startTestPlatform()
  try {
    await other.signUp()
    await expect(backUp(other.dataDir)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\S+keys\.db holds \d+ keys that this platform never had: .*\n$/),
    })
    expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([])
  } finally {
    await other.stop()
  }
})

describe('nothing is restored, and no file is left,', () => {
  let dataDir: string
  let name: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-refused-'))
    name = (await readdir(folder))
      .filter((each) => each !== 'keys')
      .toSorted()
      .at(-1)!
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  async function refused(why: RegExp, ...words: string[]): Promise<void> {
    const before = await readdir(dataDir)
    const failed = { code: 1, stderr: expect.stringMatching(why) }
    await expect(restore(dataDir, ...words)).rejects.toMatchObject(failed)
    expect(await readdir(dataDir)).toEqual(before)
  }

  test('of a folder without a back-up', async () => {
    await refused(/manifest\.json/, '--name', 'keys')
    await refused(/manifest\.json/, '--name', '2020-01-01T00-00-00.000Z')
  })

  test('of half a back-up', async () => {
    await rename(join(folder, name), join(folder, `${name}.unfinished`))
    await refused(/was interrupted/, '--name', `${name}.unfinished`)
    await rename(join(folder, `${name}.unfinished`), join(folder, name))
    const log = join(folder, name, 'na/events.db')
    await rename(log, `${log}.away`)
    await refused(/na\/events\.db is missing/, '--name', name)
    await rename(`${log}.away`, log)
  })

  test('of a damaged back-up', async () => {
    const log = join(folder, name, 'na/events.db')
    const whole = await readFile(log)
    const damaged = Buffer.from(whole)
    damaged[damaged.length - 100]! ^= 1
    await writeFile(log, damaged)
    await refused(/na\/events\.db is damaged/, '--name', name)
    await writeFile(log, whole)
  })

  test('over data', async () => {
    await writeFile(join(dataDir, 'notes.txt'), 'mine')
    await refused(/is not empty \(notes\.txt\)/)
  })

  test('with another master key, or keys that are missing or older', async () => {
    const right = masterKey
    masterKey = randomBytes(32).toString('hex')
    await refused(/another master key/)
    masterKey = right
    const keys = join(folder, 'keys/na/keys.db')
    await rename(keys, `${keys}.away`)
    await refused(/keys\.db is missing/)
    await cp(`${keys}.away`, keys)
    const older = new DatabaseSync(keys)
    older.exec(
      'DELETE FROM key WHERE subject IN (SELECT subject FROM key LIMIT 1); PRAGMA journal_mode = DELETE',
    )
    older.close()
    await refused(/is older than/)
    await rename(`${keys}.away`, keys)
  })

  test('with a record of erasures that can’t be read', async () => {
    await refused(/can't be read/, '--erasures', join(folder, 'none.jsonl'))
  })
})

/** Returns the name of the new folder. */
async function backUp(dataDir: string): Promise<string> {
  const before = await readdir(folder)
  await runOperatorCommand('backup', [folder], { PATH: '', DATA_DIR: dataDir })
  const [made] = (await readdir(folder)).filter((name) => name !== 'keys' && !before.includes(name))
  return made!
}

/** As the README says: into an empty DATA_DIR, by the command. */
async function restored(name: string, use: (again: TestPlatform) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-restored-'))
  await restore(dataDir, '--name', name)
  const again = await startTestPlatform({ DATA_DIR: dataDir, MASTER_KEY: masterKey })
  try {
    await use(again)
  } finally {
    await again.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function restore(dataDir: string, ...words: string[]) {
  return runOperatorCommand('restore', [folder, ...words], {
    PATH: '',
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey,
  })
}

async function filesIn(name: string): Promise<string[]> {
  const found = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
