/**
 * Notifications over a real Kafka: relayed, consumed and raised once, including those published while there was no
 * consumer.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { type RunningKafka, startKafka } from './kafka.ts'

const region = 'na' as const
const patience = { timeout: 90_000, interval: 200 }
let kafka: RunningKafka
let parley: TestPlatform
let person: Person
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  kafka = await startKafka()
  folder = await mkdtemp(join(tmpdir(), 'parley-notifications-'))
  env = { MESSAGE_BUS_URL: kafka.url, DATA_DIR: folder, REGIONS: region }
  parley = await startTestPlatform(env)
  person = await parley.signUp(region)
})
afterAll(async () => {
  await parley?.stop()
  await kafka?.stop()
  await rm(folder, { recursive: true, force: true })
})

const titles = async (client: Person['client']) => {
  const params = { region, workspaceId: person.workspaceId }
  return (await client.call('notifications.list', { params })).items.map(({ title }) => title)
}

async function visitorAsks(agentId: string): Promise<void> {
  const params = { region, agentId }
  const { conversationId, visitorToken } = await parley
    .client()
    .call('conversations.start', { params, body: {} })
  await parley
    .client(visitorToken)
    .call('conversations.requestHandoff', { params: { ...params, conversationId } })
}

test('a request raises one notification, also if it was relayed while there was no consumer', async () => {
  const { agentCreated } = await person.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const agentId = agentCreated.ID
  const body = { enableHumanHandoff: true, showHandoffEvenIfOffline: true }
  await person.client.call('agents.save', { params: { region, agentId }, body })
  await person.client.call('agents.get', { params: { region, agentId } })
  await visitorAsks(agentId)
  await vi.waitFor(
    async () => expect(await titles(person.client)).toEqual(['A visitor asks for a person']),
    patience,
  )

  await parley.stop()
  parley = await startTestPlatform({ ...env, ROLES: 'api,projections,relay' })
  await visitorAsks(agentId)
  await parley.settled()
  await parley.stop()
  parley = await startTestPlatform(env)
  const client = parley.client(person.token)
  await vi.waitFor(async () => expect(await titles(client)).toHaveLength(2), patience)
  const bus = parley.platform.regions.get(region)?.engines.bus
  await vi.waitFor(async () => expect(await bus?.lag('notifications', 'notifications')).toBe(0), patience)
  expect(await titles(client)).toEqual(['A visitor asks for a person', 'A visitor asks for a person'])
})
