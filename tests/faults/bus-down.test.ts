/**
 * The message bus is away while visitors talk. `BUS_DOWN_MS` says how long at least (until its own writes fail,
 * unless told; the full proof is a minute: `BUS_DOWN_MS=60000 npx vitest run --project faults bus-down`).
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { NOTIFICATIONS, WEBHOOKS } from '@parley/host/relay.ts'
import { START } from '@parley/kernel/event-store.ts'
import type { MessageBus } from '@parley/kernel/message-bus.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

const DOWN_MS = Number(process.env.BUS_DOWN_MS ?? 0)
const agentId = 'busdown000000001'
const params = { region: 'na', agentId } as const

let parley: TestPlatform
let owner: Person

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na', LOG_LEVEL: 'silent' })
  owner = await parley.signUp()
  const body = {
    title: 'Desk',
    enableNodes: false,
    enableHumanHandoff: true,
    showHandoffEvenIfOffline: true,
  }
  await owner.client.call('agents.save', { params, body })
})
afterAll(() => parley.stop())

test('commands go on without it, and when it is back it is told everything once', async () => {
  const { bus, eventStore } = parley.platform.regions.get('na')!.engines
  const before = await talk('before')
  await vi.waitFor(async () => expect(await told()).toEqual(conversationsOf([before])), { timeout: 30_000 })

  const back = takeAway(join(parley.dataDir, 'na', 'bus.db'))
  const wentAt = Date.now()
  const during = []
  do {
    during.push(await talk(`during ${during.length}`))
    await expect(bus.publish([{ topic: 'probe', key: 'w', id: 'p', value: '0' }])).rejects.toThrow('locked')
  } while (Date.now() - wentAt < DOWN_MS)
  expect(await told()).toEqual(conversationsOf([before]))
  back()

  const everybody = conversationsOf([before, ...during].slice(-5))
  await vi.waitFor(async () => expect(await told()).toEqual(everybody), { timeout: 60_000 })

  const log = await eventStore.readAll(START, 1_000)
  const logged = (...types: string[]) => byStream(log.filter(({ type }) => types.includes(type)))
  expect(await read(bus, WEBHOOKS)).toEqual(
    logged('AgentCreated', 'ConversationStarted', 'HandoffRequested', 'CreditsGranted'),
  )
  expect(await read(bus, NOTIFICATIONS)).toEqual(logged('VisitorMessageReceived', 'HandoffRequested'))
})

/** A visitor is answered, asks for a person and is shown it; gives the conversation. */
async function talk(text: string): Promise<string> {
  const client = parley.client()
  const { conversationId, visitorToken } = await client.call('conversations.start', { params, body: {} })
  const own = { params: { ...params, conversationId } }
  const bearer = { token: visitorToken }
  const { messages } = await client.call('conversations.send', { ...own, body: { id: 'm1', text } }, bearer)
  expect(messages[0]).toMatchObject({ role: 'agent' })
  await client.call('conversations.requestHandoff', { ...own, body: {} }, bearer)
  const shown = await owner.client.call('conversations.get', { params: own.params })
  expect(shown.waitingSince).toBeDefined()
  return conversationId
}

/** What the bell shows of visitors who ask for a person. */
async function told(): Promise<string[]> {
  const { workspaceId } = owner
  const { items } = await owner.client.call('notifications.list', { params: { region: 'na', workspaceId } })
  const asked = items.filter(({ notificationLevel }) => notificationLevel === 2)
  return asked.map(({ urlPathname }) => urlPathname).toSorted()
}

function conversationsOf(ids: string[]): string[] {
  return ids.map((id) => `/app/na/agents/${agentId}/convos?conversation=${id}`).toSorted()
}

/** Nothing can be written to a file that another program has locked; gives what ends it. */
function takeAway(file: string): () => void {
  const other = new DatabaseSync(file, { timeout: 10_000 })
  other.exec('begin immediate')
  return () => {
    other.exec('rollback')
    other.close()
  }
}

type Told = { stream: string; id: string }

/** What a new reader finds in a topic, repetitions left out, until nothing is left. */
async function read(bus: MessageBus, topic: string): Promise<Map<string, Told[]>> {
  const found: Told[] = []
  const reader = await bus.consume({
    topics: [topic],
    group: 'auditor',
    async handle({ id, value }) {
      const { stream }: Told = JSON.parse(value)
      if (!found.some((one) => one.id === id)) found.push({ stream, id })
    },
  })
  await vi.waitFor(async () => expect(await bus.lag(topic, 'auditor')).toBe(0), { timeout: 30_000 })
  await reader.stop()
  return byStream(found)
}

/** Order counts within a stream alone: the relay tells of several side by side. */
function byStream(told: readonly Told[]): Map<string, Told[]> {
  return Map.groupBy(
    told.map(({ stream, id }) => ({ stream, id })),
    ({ stream }) => stream,
  )
}
