/** Nobody took over in time, and the server was down when the timeout passed: the agent continues once it is back. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

const MINUTE = 60_000
const agentId = 'handoff000000001'

let dataDir: string
let parley: TestPlatform
let owner: Person

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-handoff-'))
  parley = await start()
  owner = await parley.signUp()
  const body = {
    title: 'Desk',
    enableNodes: false,
    enableHumanHandoff: true,
    showHandoffEvenIfOffline: true,
    handoffTimeoutMinutes: 5,
  }
  await owner.client.call('agents.save', { params: { region: 'na', agentId }, body })
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await parley.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('what the visitor said meanwhile gets one reply after the restart', async () => {
  const visitor = await arrive()
  const dashboard = await openDashboard(visitor)
  await visitor.askForPerson()
  await dashboard.close()
  await visitor.say('m1', 'Is anybody there?')

  await restart(4 * MINUTE)
  expect(await visitor.read()).toMatchObject({ owner: 'nobody', pending: false })

  await restart(6 * MINUTE)
  await expect.poll(async () => (await visitor.read()).owner, { timeout: 60_000 }).toBe('agent')
  await expect.poll(async () => (await visitor.read()).pending, { timeout: 60_000 }).toBe(false)
  const roles = async () => (await visitor.read()).messages.map(({ role }) => role).slice(visitor.greetings)
  expect(await roles()).toEqual(['system', 'visitor', 'system', 'agent'])

  await restart(60 * MINUTE)
  await visitor.say('m2', 'Thank you')
  expect(await roles()).toEqual(['system', 'visitor', 'system', 'agent', 'visitor', 'agent'])
})

/** While a member has the dashboard open, somebody is there to come, so that the agent falls silent. */
async function openDashboard(visitor: Awaited<ReturnType<typeof arrive>>) {
  const leaving = new AbortController()
  const params = { region: 'na' as const, workspaceId: owner.workspaceId }
  const changes = await owner.client.open('live.changes', { params }, { signal: leaving.signal })
  await expect.poll(async () => (await visitor.read()).handoff?.online).toBe(true)
  return {
    async close() {
      leaving.abort()
      await changes.body?.cancel().catch(() => undefined)
    },
  }
}

function start(): Promise<TestPlatform> {
  return startTestPlatform({ REGIONS: 'na', DATA_DIR: dataDir })
}

/** Simulates a downtime by moving the server's clock. */
async function restart(afterMs: number): Promise<void> {
  await parley.stop()
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + afterMs, shouldAdvanceTime: true })
  parley = await start()
}

async function arrive() {
  const params = { region: 'na', agentId } as const
  const started = await parley.client().call('conversations.start', { params, body: {} })
  const own = { params: { ...params, conversationId: started.conversationId } }
  const bearer = { token: started.visitorToken }
  return {
    greetings: started.messages.length,
    askForPerson: () => parley.client().call('conversations.requestHandoff', { ...own, body: {} }, bearer),
    say: (id: string, text: string) =>
      parley.client().call('conversations.send', { ...own, body: { id, text } }, bearer),
    read: () => parley.client().call('conversations.messages', { ...own, query: {} }, bearer),
  }
}
