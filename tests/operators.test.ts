/**
 * What operators see at `/ops` and in `npm run ops`, and that nobody else does. Generated from the sections, so that a new
 * one is covered.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import { processesIn } from '@parley/host/operators/processes.ts'
import { sections } from '@parley/host/operators/sections.ts'
import { createParkedEvents } from '@parley/kernel/policies/parked-events.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runOperatorCommand } from './src/operator-command.ts'
import { type Owned, ownEverything } from './src/owned.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'
import { arriveAt } from './src/visitor.ts'

const names = sections.map(({ name }) => name)
const paths = ['/ops', '/operations/parked', ...names.map((name) => `/ops/${name}`)]
const token = 'a long operator token'
const modelKey = 'sk-not-to-be-shown'

let folder: string
let model: ModelDouble
let parley: TestPlatform
let first: Person
let theirs: Owned
let cookie: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-operators-'))
  model = await startModelDouble({ record: false, reply: () => ['I am sorry.'] })
  parley = await startTestPlatform({
    ...{ REGIONS: 'na', LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000', WORKSPACE_SEATS: '4' },
    ERASURES_FILE: join(folder, 'erasures.jsonl'),
    ...{ OPENAI_API_KEY: modelKey, OPENAI_BASE_URL: `${model.url}/v1` },
  })
  expect((await at('/ops')).status, 'before there is an account').toBe(404)
  first = await parley.signUp('na')
  cookie = await sessionCookie()
  theirs = await ownEverything(parley)
})
afterAll(async () => {
  await parley?.stop()
  await model?.stop()
  await rm(folder, { recursive: true, force: true })
})

const at = (path: string, authorization?: string, init: RequestInit = {}) =>
  fetch(parley.url + path, {
    redirect: 'manual',
    ...init,
    headers: { ...(authorization && { authorization }), ...init.headers },
  })
const asFirst = () => `Bearer ${first.token}`
const engines = () => parley.platform.regions.get('na')!.engines

describe('without OPERATOR_TOKEN, the first account of the installation', () => {
  test.each(paths)('sees %s, with the session of its browser too', async (path) => {
    const shown = path === '/operations/parked' ? 302 : 200
    expect((await at(path, asFirst())).status).toBe(shown)
    const answer = await at(path, undefined, { headers: { cookie } })
    expect(answer.status).toBe(shown)
  })

  test.each(paths)('alone: %s is not there for anybody else', async (path) => {
    const { person, workspaceSecret, agentKey, visitorToken, clientToken, orgAdminToken, agencyAdminToken } =
      theirs
    const others = [
      person.token,
      workspaceSecret,
      agentKey,
      visitorToken,
      clientToken,
      orgAdminToken,
      agencyAdminToken,
    ]
    for (const authorization of [undefined, 'Bearer x', ...others.map((one) => `Bearer ${one}`)])
      for (const method of ['GET', 'POST']) {
        const answer = await at(path, authorization, { method })
        expect(answer.status, `${method} ${authorization}`).toBe(404)
        expect(await answer.text()).not.toContain('Operations')
      }
  })
})

test('with OPERATOR_TOKEN, whoever has it and nobody else, not even the first account', async () => {
  const guarded = await startTestPlatform({ REGIONS: 'na', LOG_LEVEL: 'silent', OPERATOR_TOKEN: token })
  try {
    const owner = await guarded.signUp('na')
    const basic = (password: string) => `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`
    for (const path of ['/ops', '/ops/parked']) {
      const ask = (authorization?: string) =>
        fetch(guarded.url + path, { headers: authorization ? { authorization } : {} })
      for (const right of [`Bearer ${token}`, basic(token)]) expect((await ask(right)).status).toBe(200)
      for (const wrong of [undefined, `Bearer ${owner.token}`, basic('another'), `Basic ${btoa(token)}x`]) {
        const refused = await ask(wrong)
        expect(refused.status).toBe(401)
        expect(refused.headers.get('www-authenticate')).toContain('Basic')
      }
    }
  } finally {
    await guarded.stop()
  }
})

describe('what is shown', () => {
  const words = { said: 'My gate code is 4711' }
  let json: Record<string, { rows: Record<string, string | number>[]; note?: string }>
  let pages: string

  beforeAll(async () => {
    const { agentId = '' } = theirs.named
    const { client, workspaceId } = theirs.person
    const visitor = await arriveAt(parley, agentId)
    await visitor.say('m1', words.said)
    // Its reply is charged before it is deleted.
    await vi.waitFor(async () => expect(await run('ops', 'tenants')).toContain(workspaceId), {
      timeout: 60_000,
      interval: 500,
    })
    const { conversationId } = visitor
    await client.call('conversations.remove', { params: { region: 'na', agentId, conversationId } })
    const invite = async (nth: number) => {
      const body = { email: `eve${nth}@example.com` }
      await client.call('invites.create', { params: { region: 'na', workspaceId }, body })
    }
    const inviteAll = async () => {
      for (let nth = 0; nth < 5; nth++) await invite(nth)
    }
    await expect(inviteAll()).rejects.toMatchObject({ code: 'no-seats' })
    await parley.settled()
    const { state, eventStore } = engines()
    const [event] = await eventStore.readStream(`user-${first.userId}`)
    const how = { state: 'parked', attempts: 5 } as const
    await createParkedEvents(state).park('erase-keys', event!, new Error(`no key of ${first.email}`), how)
    const late = { kind: 'deletion', key: 'w9', tenant: 'w9', due: 0, order: 1, note: '' }
    await createDeadlines(state).set([late])
    await run('backup', join(folder, 'backups'))
    const announced = async () => (await processesIn(state, Date.now()))[0]?.limits
    await vi.waitFor(async () => expect(await announced()).toHaveLength(1), { timeout: 60_000 })
    json = JSON.parse(await run('ops', '--json'))
    const doctor = JSON.parse(await run('ops', 'doctor', '--json'))
    json = { ...json, ...doctor }
    pages = (await Promise.all(paths.map(async (path) => (await at(path, asFirst())).text()))).join()
  })

  test('is the same on the page and in the command, section by section', () => {
    expect(Object.keys(json).toSorted()).toEqual(names.toSorted())
    for (const { name, title } of sections) expect(pages).toContain(`<h2 id="${name}">${title}</h2>`)
    for (const { workspace } of json.tenants?.rows ?? []) expect(pages).toContain(`<span>${workspace}</span>`)
  })

  test('are engines that answer, this process and what waits', () => {
    expect(json.engines?.rows.map(({ port, state }) => [port, state])).toEqual(
      ['event store', 'read store', 'state', 'keys', 'files', 'message bus'].map((port) => [port, 'answers']),
    )
    expect(json.processes?.rows).toMatchObject([
      { roles: 'api, projections, relay, workers', version: '0.1.0' },
    ])
    expect(json.parked?.rows).toMatchObject([
      { from: 'erase-keys', attempts: 5, error: expect.stringContaining('…@…') },
    ])
    const deletion = json.deadlines?.rows.find(({ kind }) => kind === 'deletion')
    expect(deletion).toMatchObject({ waiting: 1, overdue: 1, level: 'warning' })
    expect(json.deadlines?.rows.length).toBeGreaterThan(3)
  })

  test('are limits, use, erasures and the last back-up', () => {
    const { workspaceId } = theirs.person
    expect(json.limits?.rows).toMatchObject([{ tenant: workspaceId, quota: 'seats', count: 1 }])
    expect(json.tenants?.rows).toContainEqual(expect.objectContaining({ workspace: workspaceId }))
    const erased = Object.fromEntries(json.erasures?.rows.map(({ state, count }) => [state, count]) ?? [])
    expect(erased).toMatchObject({ open: 1, failed: 1 })
    expect(Number(erased.done)).toBeGreaterThan(0)
    expect(json.backups?.rows).toMatchObject([{ folder: expect.stringContaining(folder), level: 'ok' }])
  })

  test('holds no secret, and no text or address of a person', () => {
    const everything = pages + JSON.stringify(json)
    for (const hidden of [
      words.said,
      first.email,
      theirs.person.email,
      first.token,
      modelKey,
      theirs.workspaceSecret,
    ])
      expect(everything).not.toContain(hidden)
  })
})

test('a process that stops is no longer listed, and one that was killed is said to be gone', async () => {
  const { state } = engines()
  const now = Date.now()
  expect((await processesIn(state, now)).map(({ alive }) => alive)).toEqual([true])
  expect((await processesIn(state, now + 120_000)).map(({ alive }) => alive)).toEqual([false])
  expect(await processesIn(state, now + 7_200_000)).toEqual([])
  const stopped = await run('ops', 'nonsense').catch(({ code }) => code)
  expect(stopped).toBe(2)
})

async function sessionCookie(): Promise<string> {
  const { email, password } = first
  const answer = await fetch(`${parley.url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

/** The output of a command, which ends with 1 where it shows a problem. */
async function run(name: string, ...words: string[]): Promise<string> {
  const env = {
    ...{ PATH: process.env.PATH, DATA_DIR: parley.dataDir, NODE_ENV: 'test', REGIONS: 'na' },
    ...{ OPENAI_API_KEY: modelKey, OPENAI_BASE_URL: `${model.url}/v1` },
    ERASURES_FILE: join(folder, 'erasures.jsonl'),
  }
  const ran = runOperatorCommand(name, words, env)
  const { stdout } = await ran.catch((error) => {
    if (error.code !== 1) throw error
    return error
  })
  return stdout
}
