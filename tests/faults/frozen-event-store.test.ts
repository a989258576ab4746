/**
 * An EventStoreDB (its gRPC double) accepts calls and answers none, as a stopped process does: requests end in 503, what
 * was asked is safe to send again, and everything that follows the log goes on afterwards.
 */
import {
  type EventStoreDouble,
  startEventStoreDouble,
} from '@parley/engines/eventstoredb/event-store.double.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

let double: EventStoreDouble
let parley: TestPlatform

beforeAll(async () => {
  double = await startEventStoreDouble()
  parley = await startTestPlatform({ REGIONS: 'na', LOG_LEVEL: 'silent', EVENT_STORE_URL: double.url })
})
afterAll(async () => {
  await parley?.stop()
  await double?.stop()
})

test('a message to a frozen server is refused, may be sent again, and is there once', async () => {
  const { client: owner } = await parley.signUp()
  const agent = { region: 'na', agentId: 'frozen0000000001' } as const
  await owner.call('agents.save', { params: agent, body: { title: 'Desk', enableNodes: false } })
  const visitor = await parley.client().call('conversations.start', { params: agent, body: {} })
  await parley.settled()
  const params = { ...agent, conversationId: visitor.conversationId }
  const own = parley.client(visitor.visitorToken)

  double.freeze()
  const message = { id: 'm0', text: 'When do you open?' }
  const send = () => own.call('conversations.send', { params, body: message })
  const refused = await Promise.allSettled([send(), send()])
  for (const one of refused) expect(one).toMatchObject({ status: 'rejected', reason: { status: 503 } })
  const ready = await fetch(`${parley.url}/readyz`)
  expect(ready.status).toBe(503)
  expect(JSON.stringify(await ready.json())).toContain('not reachable')
  expect((await fetch(`${parley.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${parley.url}/metrics`)).status).toBe(200)

  double.thaw()
  const isReady = async () => (await fetch(`${parley.url}/readyz`)).status
  await expect.poll(isReady).toBe(200)
  await send()
  await parley.settled()
  // Another visitor, who said the same to a server that answers.
  const other = await parley.client().call('conversations.start', { params: agent, body: {} })
  const { conversationId, visitorToken } = other
  await parley
    .client(visitorToken)
    .call('conversations.send', { params: { ...agent, conversationId }, body: message })
  await parley.settled()
  expect(await rolesIn(params.conversationId)).toEqual(await rolesIn(conversationId))

  const metrics = await (await fetch(`${parley.url}/metrics`)).text()
  expect(metrics).toMatch(/parley_projection_lag_events\{region="na",projection="agents"\} 0/)
  expect(metrics).toMatch(/parley_projection_lag_seconds\{region="na",projection="agents"\} 0/)

  async function rolesIn(id: string): Promise<string[]> {
    const { transcript } = await owner.call('conversations.get', { params: { ...agent, conversationId: id } })
    return transcript.map(({ role }) => role)
  }
})
