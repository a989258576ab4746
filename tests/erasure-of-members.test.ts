/**
 * A member of a team is never in plain text on the disk, and after the erasure nothing of them can be read or decrypted:
 * proven by reading every byte of every file in DATA_DIR, and by opening everything that is sealed in log and read
 * models. The erasure runs in a process of its own, as an operator starts it.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { keyName } from '@parley/kernel/sealing/sealing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Attacked, inRegion, startAttacked } from './hostile/attacker.ts'
import { leaveMemberTraces, member, memberMarkers, signUpMember } from './hostile/member-traces.ts'
import { joinWorkspace } from './src/join-workspace.ts'
import { runOperatorCommand } from './src/operator-command.ts'
import { searchFiles } from './src/search-files.ts'

let attacked: Attacked
beforeAll(async () => {
  attacked = await startAttacked()
})
afterAll(() => attacked?.parley.stop())

const engines = () => attacked.parley.platform.regions.get('na')!.engines
const placesOf = async (texts: string[]) => (await searchFiles(attacked.parley.dataDir, texts)).places

async function erase(email: string): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATA_DIR: attacked.parley.dataDir, NODE_ENV: 'test' }
  try {
    const { stdout } = await runOperatorCommand('erase', ['person', email], env)
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stderr } = Object(error)
    return { code, said: stderr }
  }
}

function rowsOf(file: string): string[] {
  const database = new DatabaseSync(join(attacked.parley.dataDir, 'na', file), { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  const rows = tables.flatMap(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all())
  database.close()
  return rows.flatMap((row) => Object.values(row).map((value) => String(value)))
}

/** Every sealed text of log, read models and snapshots, opened with every key that is left. */
async function everythingOpened(tenants: string[]): Promise<string> {
  const log = (await engines().eventStore.readAll(-1, 10_000)).map(({ data }) => data)
  const texts = [...log, ...rowsOf('read-models.db'), ...rowsOf('state.db')]
  const sealed = [...new Set(texts.flatMap((text) => text.match(/sealed\.v1\.[^"\\]+/g) ?? []))]
  expect(sealed.length).toBeGreaterThan(30)
  const opened = await Promise.all(tenants.map((tenant) => engines().keyring.open(tenant, sealed)))
  return opened.flat().join('\n')
}

const keysOf = (subject: string, tenants: string[]) => {
  const keys = new DatabaseSync(join(attacked.parley.dataDir, 'na/keys.db'), { readOnly: true })
  const find = keys.prepare('SELECT wrapped FROM key WHERE subject = ?')
  const found = tenants.map((tenant) => find.get(keyName({ tenant, subject }))?.wrapped)
  keys.close()
  return found.map(String)
}

const mailed = async () => (await attacked.call('GET', '/dev/mail.json')).json.items
const mailsTo = async (address: string) =>
  (await mailed()).filter(({ to }: { to: string }) => to === address).length

test('a member who answered, noted, was assigned and edited is erased from everything; others stay', async () => {
  const { mine, theirs, parley, agentId } = attacked
  const { person, visit } = await leaveMemberTraces(attacked, agentId)
  const tenants = [mine.workspaceId, person.workspaceId, person.userId, theirs.workspaceId]
  const conversation = { ...inRegion, agentId, conversationId: visit.conversationId }
  const workspace = { ...inRegion, workspaceId: mine.workspaceId }
  const screens = async () => {
    const { client } = mine
    const inbox = await client.call('inbox.get', { params: workspace })
    const timeline = await client.call('audit.timeline', {
      params: workspace,
      query: { actor: person.userId },
    })
    const opened = await client.call('conversations.get', { params: conversation })
    return { inbox, timeline, opened, chat: (await visit.read()).text }
  }
  const before = await screens()
  expect(before.inbox.members.map(({ displayName }) => displayName)).toContain(member.displayName)
  for (const screen of [before.timeline, before.opened, before.chat])
    expect(JSON.stringify(screen)).toContain(member.displayName)
  expect(await placesOf(memberMarkers)).toEqual([])
  const readable = await everythingOpened(tenants)
  for (const text of Object.values(member)) expect(readable).toContain(text)
  expect(await mailsTo(member.email)).toBeGreaterThan(1)
  const mailsBefore = (await mailed()).length - (await mailsTo(member.email))
  const keys = keysOf(`user-${person.userId}`, tenants.slice(0, 3))
  expect(keys.every((key) => key.length > 40)).toBe(true)

  const erased = await erase(member.email.toUpperCase())
  expect(erased).toMatchObject({ code: 0, said: expect.stringContaining(person.userId) })
  await parley.settled()

  expect(await placesOf([...memberMarkers, ...keys])).toEqual([])
  const left = await everythingOpened(tenants)
  for (const text of memberMarkers) expect(left).not.toContain(text)
  expect(left).toContain('Is anybody there?')
  expect(left).toContain(mine.email)

  // This process learns of it from the log.
  await expect.poll(async () => JSON.stringify(await screens())).not.toContain(member.displayName)
  const after = await screens()
  for (const text of memberMarkers) expect(JSON.stringify(after)).not.toContain(text)
  expect(after.inbox.members.map(({ userId }) => userId)).toEqual([mine.userId])
  expect(after.inbox.savedViews).toEqual([])
  for (const screen of [after.timeline, after.opened, after.chat])
    expect(JSON.stringify(screen)).toContain('Former member')
  expect(after.chat).toContain('Yes, here I am.')
  expect(JSON.stringify(after.opened)).toContain('Seen by the owner')
  expect(await mailsTo(member.email)).toBe(0)
  expect((await mailed()).length).toBe(mailsBefore)

  // The account is gone, the address can be used again, and the erasure can be repeated.
  expect(await attacked.statusOf('GET', '/api/auth/session', person.token)).toBe(401)
  expect((await erase(member.email)).said).toContain('No account has this address.')
  const types = (await engines().eventStore.readStream(`user-${person.userId}`)).map(({ type }) => type)
  expect(types.slice(-2)).toEqual(['AccountDeleted', 'PersonErased'])
  const again = await signUpMember(attacked)
  expect(again.userId).not.toBe(person.userId)
  expect(JSON.stringify(await screens())).not.toContain(member.displayName)
  expect(await erase(member.email)).toMatchObject({ code: 0 })
})

test('nobody is deleted who owns a workspace that others work in', async () => {
  const { parley } = attacked
  const owner = await parley.signUp()
  const colleague = await parley.signUp()
  await joinWorkspace(parley, owner, colleague)
  const refused = await erase(owner.email)
  expect(refused.code).toBe(1)
  expect(refused.said).toMatch(/owns “Personal \w+”, which others work in/)
  expect(await attacked.statusOf('GET', '/api/auth/session', owner.token)).toBe(200)
  const { items } = await colleague.client.call('audit.timeline', {
    params: { ...inRegion, workspaceId: owner.workspaceId },
    query: {},
  })
  expect(items.map(({ type }) => type)).not.toContain('WorkspaceMemberRemoved')
})
