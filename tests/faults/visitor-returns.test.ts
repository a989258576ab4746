/** A visitor comes back after a day, after 30 days, and after being erased; the server was down in between. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentDocumentSchema } from '@parley/contracts/agent/document.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { signInAs } from '../src/sign-up.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

const DAY = 86_400_000
const agentId = 'returning0000001'
const params = { region: 'na', agentId } as const

let dataDir: string
let parley: TestPlatform
let owner: Person

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-returning-'))
  parley = await start()
  owner = await parley.signUp()
  const place = { position: { x: 0, y: 0 } }
  const ask = (id: string, text: string, next?: string) => ({
    ...{ id, text, ...place, type: 'question', variable: id, capture: 'text' },
    ...(next === undefined ? {} : { next }),
  })
  const body = agentDocumentSchema.parse({
    title: 'Desk',
    enableNodes: true,
    nodes: [
      { id: 's', type: 'start', next: 'colour', ...place },
      ask('colour', 'Which colour?', 'size'),
      ask('size', 'Which size?', 'place'),
      ask('place', 'Which place?', 'thanks'),
      { id: 'thanks', type: 'message', text: 'A {{size}} {{colour}} one in {{place}}.', ...place },
    ],
  })
  await owner.client.call('agents.save', { params, body })
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await parley.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('finds the conversation and the place in its flow after a day and after 30 days, and nothing once erased', async () => {
  const visitor = await arrive()
  await visitor.say('m1', 'blue')
  expect(await visitor.last()).toBe('Which size?')

  await restart(DAY)
  expect(await visitor.last()).toBe('Which size?')
  await visitor.say('m2', 'large')
  expect(await visitor.last()).toBe('Which place?')

  await restart(30 * DAY)
  expect(await visitor.last()).toBe('Which place?')
  await visitor.say('m3', 'Graz')
  expect(await visitor.last()).toBe('A large blue one in Graz.')

  // Reading renewed the token each time, so the 60 days begin again.
  await restart(50 * DAY)
  expect(await visitor.last()).toBe('A large blue one in Graz.')

  const inbox = await ownerAgain()
  const { conversationId } = visitor
  const found = await inbox.call('conversations.get', { params: { ...params, conversationId } })
  await inbox.call('visitors.erase', { params: { ...params, visitorId: found.visitorId } })
  await expect(visitor.last()).rejects.toMatchObject({ code: 'not-signed-in' })
  expect(await (await arrive()).last()).toBe('Which colour?')
})

function start(): Promise<TestPlatform> {
  return startTestPlatform({ REGIONS: 'na', DATA_DIR: dataDir })
}

/** Moves the server's clock while it is down. */
async function restart(afterMs: number): Promise<void> {
  const at = Date.now() + afterMs
  await parley.stop()
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'], now: at, shouldAdvanceTime: true })
  parley = await start()
}

/** The owner's session has ended meanwhile; their address is proven by the code of the sign-up. */
async function ownerAgain() {
  const { email, password } = owner
  const { token } = await signInAs(parley.client(), { email, password })
  return parley.client(token)
}

async function arrive() {
  const started = await parley.client().call('conversations.start', { params, body: {} })
  let token = started.visitorToken
  const { conversationId } = started
  const own = { params: { ...params, conversationId } }
  const read = async () => {
    const page = await parley.client().call('conversations.messages', { ...own, query: {} }, { token })
    token = page.visitorToken
    return page
  }
  return {
    conversationId,
    async say(id: string, text: string) {
      await parley.client().call('conversations.send', { ...own, body: { id, text } }, { token })
      await expect.poll(async () => (await read()).pending, { timeout: 30_000 }).toBe(false)
    },
    async last() {
      const said = (await read()).messages.filter(({ role }) => role === 'agent').at(-1)?.blocks[0]
      return said?.type === 'text' ? said.text : undefined
    },
  }
}
