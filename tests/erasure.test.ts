/**
 * Visitors' texts are never in plain text on the disk, and erased ones can't be read again: proven by reading every
 * byte of every file in DATA_DIR, before and after.
 */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { visitorSubject } from '@parley/conversation/leads/lead.decider.ts'
import { keyName } from '@parley/kernel/sealing/sealing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Attacked, conversationsOf, inRegion, startAttacked, type Visit } from './hostile/attacker.ts'
import { leaveTraces, markers, secrets } from './hostile/traces.ts'
import { runOperatorCommand } from './src/operator-command.ts'
import { searchFiles } from './src/search-files.ts'

let attacked: Attacked
let agentId: string
beforeAll(async () => {
  attacked = await startAttacked({ TRUST_PROXY: '1' })
  agentId = await newAgent({ acceptFileUpload: true })
})
afterAll(() => attacked?.parley.stop())

async function newAgent(settings: object): Promise<string> {
  const { mine, newAgent } = attacked
  const id = await newAgent(mine)
  await mine.client.call('agents.save', { params: { ...inRegion, agentId: id }, body: settings })
  return id
}

const talk = (withAgent: string, before?: Visit) =>
  leaveTraces(attacked, withAgent, { uploads: withAgent === agentId, ...(before ? { before } : {}) })

const settled = () => attacked.parley.settled()

async function placesOf(texts: string[], folder = attacked.parley.dataDir): Promise<string[]> {
  const { files, places } = await searchFiles(folder, texts)
  for (const kept of ['events.db', '/files/']) expect(files.some((name) => name.includes(kept))).toBe(true)
  return places
}

/** The same for a backup. */
async function placesOfBackup(texts: string[]): Promise<string[]> {
  const { dataDir } = attacked.parley
  const folder = `${dataDir}-backup`
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'test' }
  try {
    await runOperatorCommand('backup', [folder], env)
    return await placesOf(texts, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function textUntilAborted(response: Response): Promise<string> {
  let text = ''
  try {
    for await (const part of response.body ?? []) text += new TextDecoder().decode(part)
  } catch {
    // Aborted.
  }
  return text
}

const mailed = async () => (await attacked.call('GET', '/dev/mail.json')).json.items
const transcripts = (mails: { to: string }[]) => mails.filter(({ to }) => to === secrets.email)

/** The wrapped key as it is in the key store. */
function keyOf(subject: string): string | undefined {
  const keys = new DatabaseSync(join(attacked.parley.dataDir, 'na/keys.db'), { readOnly: true })
  const name = keyName({ tenant: attacked.mine.workspaceId, subject })
  const row = keys.prepare('SELECT wrapped FROM key WHERE subject = ?').get(name)
  keys.close()
  return typeof row?.wrapped === 'string' ? row.wrapped : undefined
}

const dataOf = (visitorId: string, withAgent = agentId) => ({
  params: { ...inRegion, agentId: withAgent, visitorId },
})

describe('a visitor', () => {
  test('never appears in plain text on the disk, gets all data on request, and is erased permanently', async () => {
    const { mine, parley, call } = attacked
    const { workspaceId } = mine
    const leaving = new AbortController()
    const params = { ...inRegion, workspaceId }
    const changes = await mine.client.open('live.changes', { params }, { signal: leaving.signal })
    const heard = textUntilAborted(changes)
    const visit = await talk(agentId)
    const again = await talk(agentId, visit)
    expect(again.visitorId).toBe(visit.visitorId)
    const bystander = await talk(agentId)
    expect(bystander.visitorId).not.toBe(visit.visitorId)
    expect(await placesOf(markers)).toEqual([])
    expect(await placesOfBackup(markers)).toEqual([])
    leaving.abort()
    const told = await heard
    const bell = () => mine.client.call('notifications.history', { params })
    const aboutVisit = async () =>
      (await bell()).items.filter(({ urlPathname }) => urlPathname.includes(visit.conversationId))
    expect(told).toContain('VisitorMessageReceived')
    for (const text of markers) expect(told).not.toContain(text)
    // The bell opens who and what from the conversation for those who may read it; a notification itself holds neither.
    const [notified] = await aboutVisit()
    expect(notified?.about).toEqual({
      visitorId: visit.visitorId,
      visitorName: secrets.name,
      captured: { name: secrets.name, email: secrets.email },
    })
    const { about: _, ...stored } = notified ?? {}
    for (const text of markers) expect(JSON.stringify(stored)).not.toContain(text)
    expect(transcripts(await mailed())).toHaveLength(3)

    const everything = await mine.client.call('visitors.export', dataOf(visit.visitorId))
    const exported = JSON.stringify(everything)
    for (const [what, text] of Object.entries(secrets))
      if (what !== 'file' && what !== 'address')
        expect(exported, what).toContain(JSON.stringify(text).slice(1, -1))
    expect(everything.conversations.map((each) => each.conversationId).sort()).toEqual(
      [visit.conversationId, again.conversationId].sort(),
    )
    expect(everything.leads).toMatchObject([{ fields: { email: secrets.email } }])
    const address = /"url":"([^"]+public\/files[^"]+)"/.exec(exported)?.[1] ?? ''
    const opened = await fetch(new URL(address, parley.url))
    expect(await opened.text()).toContain(secrets.file)

    const subjects = [visit, again].map((each) => `conversation-${each.conversationId}`)
    const keys = [...subjects, visitorSubject(agentId, visit.visitorId)].map(keyOf)
    expect(keys.every((key) => key !== undefined && key.length > 40)).toBe(true)

    const erased = await mine.client.call('visitors.erase', dataOf(visit.visitorId))
    expect(erased).toMatchObject({ success: true, conversations: 2, leads: 1 })
    await settled()
    // The keys are gone from the disk, byte by byte, so what they sealed is unreadable.
    expect(await placesOf([...markers, ...keys.map(String)])).toEqual([])
    const left = await aboutVisit()
    expect(left).not.toEqual([])
    for (const { about } of left) expect(about).toBeUndefined()
    expect((await fetch(new URL(address, parley.url))).status).toBe(404)
    const list = await mine.client.call('conversations.list', { params: { ...inRegion, agentId }, query: {} })
    expect(list.items.map((item) => item.conversationId)).toEqual([bystander.conversationId])
    expect(transcripts(await mailed())).toHaveLength(1)
    const unknown = await mine.client.call('visitors.export', dataOf(visit.visitorId))
    expect(unknown).toMatchObject({ conversations: [], leads: [] })
    const log = await parley.platform.regions.get('na')!.engines.eventStore.readAll(-1, 10_000)
    const sealed = log.flatMap(({ data }) => data.match(/sealed\.v1\.[^"\\]+/g) ?? [])
    const ofVisitor = sealed.filter((text) =>
      [...subjects, visitorSubject(agentId, visit.visitorId)].some((subject) =>
        text.startsWith(`sealed.v1.${subject}.`),
      ),
    )
    expect(ofVisitor.length).toBeGreaterThan(20)
    const { keyring } = parley.platform.regions.get('na')!.engines
    expect(new Set(await keyring.open(mine.workspaceId, ofVisitor))).toEqual(new Set(['[erased]']))

    // The token expires with the conversation, and a caller with it is a new visitor.
    expect((await visit.read()).status).toBe(401)
    expect((await visit.say('m2', 'hello?')).status).toBe(401)
    const { json } = await call('POST', conversationsOf(agentId), {
      body: { visitorToken: visit.visitorToken },
    })
    expect(json.visitorToken).toBeDefined()
    const claims = JSON.parse(Buffer.from(json.visitorToken.split('.')[1], 'base64url').toString())
    expect(claims.visitorId).not.toBe(visit.visitorId)

    expect((await bystander.read()).text).toContain(secrets.said)
    // Idempotent, and without effect on others.
    const repeated = await mine.client.call('visitors.erase', dataOf(visit.visitorId))
    expect(repeated).toMatchObject({ conversations: 0, leads: 0 })
    const theirs = `/api/na/v2/agents/${agentId}/visitors/${bystander.visitorId}`
    expect(await attacked.statusOf('DELETE', theirs, attacked.theirs.token)).toBe(404)
    expect(await attacked.statusOf('GET', `${theirs}/export`, attacked.theirs.token)).toBe(404)
    expect((await bystander.read()).status).toBe(200)
  })
})

describe('another visitor', () => {
  const leadsOf = async (visitorId: string) =>
    (await attacked.mine.client.call('visitors.export', dataOf(visitorId))).leads
  const keys = () => {
    const database = new DatabaseSync(join(attacked.parley.dataDir, 'na/keys.db'), { readOnly: true })
    const rows = database.prepare('SELECT * FROM key ORDER BY subject').all()
    database.close()
    return rows
  }

  test('is unknown to another tenant, and to another agent: nothing is erased', async () => {
    const { mine, theirs, parley, call } = attacked
    const visit = await talk(agentId)
    await settled()
    const theirAgent = await attacked.newAgent(theirs)
    const myOther = await newAgent({})
    const before = keys()
    const head = await parley.platform.regions.get('na')!.engines.eventStore.head()

    const answers = [
      [theirAgent, visit.visitorId, theirs.token],
      [theirAgent, 'made-up', theirs.token],
      [myOther, visit.visitorId, mine.token],
      [agentId, 'made-up', mine.token],
    ].map(async ([agent, visitor, token = '']) => {
      const path = `/api/na/v2/agents/${agent}/visitors/${visitor}`
      return [await call('DELETE', path, { token }), await call('GET', `${path}/export`, { token })]
    })
    for (const { status, json } of (await Promise.all(answers)).flat()) {
      expect(status).toBe(404)
      expect(json).toMatchObject({ code: 'not-found', message: 'This visitor does not exist.' })
    }
    await settled()
    expect(keys()).toEqual(before)
    expect(await parley.platform.regions.get('na')!.engines.eventStore.head()).toBe(head)
    expect(await leadsOf(visit.visitorId)).toMatchObject([{ fields: { email: secrets.email } }])
  })

  test('keeps their key when another tenant erases a visitor, a conversation or a person of the same name', async () => {
    const { keyring } = attacked.parley.platform.regions.get('na')!.engines
    const tenants = [attacked.mine.workspaceId, attacked.theirs.workspaceId] as const
    const seal = async (tenant: string, subject: string) => {
      await keyring.prepare(tenant, [subject])
      return keyring.seal({ tenant, subject }, `known to ${tenant}`)
    }
    for (const subject of ['user-u1', 'conversation-c1', visitorSubject('a1', 'v1')]) {
      const [mine, theirs] = await Promise.all(tenants.map((tenant) => seal(tenant, subject)))
      await keyring.erase({ tenant: tenants[1], subject })
      expect(await keyring.open(tenants[0], [mine ?? ''])).toEqual([`known to ${tenants[0]}`])
      expect(await keyring.open(tenants[1], [theirs ?? ''])).toEqual(['[erased]'])
    }
    expect(visitorSubject('a-b', 'c')).not.toBe(visitorSubject('a', 'b-c'))
  })
})

describe('retention', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  const sweep = async (now: Date) => {
    const swept = await attacked.parley.platform.regions.get('na')!.ports.retention.sweep(now)
    await settled()
    return swept
  }

  test('an unrecorded conversation is never listed, and is erased an hour after its last message', async () => {
    const { mine } = attacked
    const forgetful = await newAgent({ recordChatHistory: false })
    const visit = await talk(forgetful)
    const params = { ...inRegion, agentId: forgetful }
    expect((await mine.client.call('conversations.list', { params, query: {} })).items).toEqual([])
    expect((await visit.read()).text).toContain(secrets.said)
    const key = keyOf(`conversation-${visit.conversationId}`)
    expect(await sweep(hours(0.9))).toMatchObject({ notRecorded: 0 })
    expect((await visit.read()).status).toBe(200)
    expect(await sweep(hours(1.1))).toMatchObject({ notRecorded: 1 })
    expect((await visit.read()).status).toBe(401)
    expect(await placesOf([...markers, String(key)])).toEqual([])
    expect(await sweep(hours(2))).toMatchObject({ notRecorded: 0 })
  })

  test('a conversation of an agent with retention is erased days after its last message, those of other agents stay', async () => {
    const { mine } = attacked
    const thirtyDays = await newAgent({ retentionDays: 30 })
    const old = await talk(thirtyDays)
    const kept = await talk(agentId)
    expect(await sweep(hours(29 * 24))).toMatchObject({ retention: 0 })
    expect(await sweep(hours(31 * 24))).toMatchObject({ retention: 1 })
    expect((await old.read()).status).toBe(401)
    expect((await kept.read()).status).toBe(200)
    const params = { ...inRegion, agentId: thirtyDays }
    expect((await mine.client.call('conversations.list', { params, query: {} })).items).toEqual([])
    // Without the rule nothing is erased.
    const last = await talk(thirtyDays)
    await mine.client.call('agents.save', { params, body: { retentionDays: 0 } })
    await settled()
    expect(await sweep(hours(365 * 24))).toMatchObject({ retention: 0 })
    expect((await last.read()).status).toBe(200)
  })
})

test('canned responses of the team are never in plain text on the disk', async () => {
  const { mine } = attacked
  const params = { ...inRegion, workspaceId: mine.workspaceId }
  const body = { shortcut: 'marker-shortcut-17', text: 'Marker-canned-83 the code of the side door is 4711' }
  await mine.client.call('inbox.saveCannedResponse', {
    params: { ...params, cannedResponseId: 'canned1' },
    body,
  })
  await settled()
  expect(await placesOf([body.shortcut, body.text.slice(0, 16)])).toEqual([])
  const { cannedResponses } = await mine.client.call('inbox.get', { params })
  expect(cannedResponses).toEqual([{ cannedResponseId: 'canned1', ...body }])
  const stream = `workspace-${mine.workspaceId}`
  const past = await mine.client.call('audit.stateAt', {
    params: { ...params, stream },
    query: { at: new Date().toISOString() },
  })
  expect(JSON.stringify(past)).toContain(body.text)
})
