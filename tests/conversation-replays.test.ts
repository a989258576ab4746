/** Recorded conversations are replayed with another version of the agent: no tool is called, and nothing is charged. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let model: ModelDouble
let owner: Person
let shop: Server
let calls = 0

beforeAll(async () => {
  model = await startModelDouble({ reply: () => ['The model replies.'] })
  shop = createServer((_, response) => {
    calls++
    response.setHeader('content-type', 'application/json').end(`{"eta":"day ${calls}"}`)
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  parley = await startTestPlatform({
    REGIONS: 'na',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    ANTHROPIC_API_KEY: 'test',
    ANTHROPIC_BASE_URL: `${model.url}/v1`,
  })
  owner = await parley.signUp()
})
afterAll(async () => {
  await parley?.stop()
  await model?.stop()
  shop?.close()
})

const orders = (path = '/orders'): AgentNode[] => {
  const position = { x: 0, y: 0 }
  const { port } = shop.address() as AddressInfo
  return [
    { id: 's', type: 'start', next: 'number', position },
    {
      id: 'number',
      type: 'question',
      text: 'Which order?',
      variable: 'number',
      capture: 'number',
      next: 'look',
      position,
    },
    {
      id: 'look',
      type: 'http',
      method: 'GET',
      url: `http://127.0.0.1:${port}${path}/{{number}}`,
      headers: [],
      saveTo: 'found',
      next: 'map',
      position,
    },
    {
      id: 'map',
      type: 'map',
      mappings: [{ id: 'm', from: 'found', path: 'eta', transform: 'as-is', saveTo: 'eta' }],
      next: 'done',
      position,
    },
    { id: 'done', type: 'end', text: 'It comes on {{eta}}.', position },
  ]
}

async function agentWith(document: AgentDocument): Promise<{ region: 'na'; agentId: string }> {
  const place = { region: 'na', agentId: `replayed${Math.random().toString(36).slice(2, 10)}` } as const
  await owner.client.call('agents.save', { params: place, body: { title: 'Shop', ...document } })
  return place
}

async function visit(place: { region: 'na'; agentId: string }, said: string[]): Promise<string> {
  const { conversationId, visitorToken } = await parley
    .client()
    .call('conversations.start', { params: place })
  const params = { ...place, conversationId }
  for (const [nth, text] of said.entries())
    await parley.client(visitorToken).call('conversations.send', { params, body: { id: `m${nth}`, text } })
  await parley.settled()
  return conversationId
}

async function replay(place: { region: 'na'; agentId: string }, body: object) {
  const { runId } = await owner.client.call('testRuns.replay', {
    params: place,
    body: { versions: ['draft'], ...body },
  })
  const params = { ...place, runId }
  const read = () => owner.client.call('testRuns.get', { params, query: {} })
  await expect.poll(async () => (await read()).run.outcome, { timeout: 20_000 }).toBe('finished')
  return { ...(await read()), runId }
}

const published = async (place: { region: 'na'; agentId: string }) =>
  (await owner.client.call('agents.get', { params: place })).data
const ledger = async () =>
  JSON.stringify(
    await owner.client.call('credits.history', {
      params: { region: 'na', workspaceId: owner.workspaceId },
      query: {},
    }),
  )

test('a draft is replied with beside what was recorded, with recorded results of tools', async () => {
  const place = await agentWith({ enableNodes: true, nodes: orders() })
  const conversationId = await visit(place, ['17'])
  expect(calls).toBe(1)
  const document = await published(place)
  const nodes = orders().map((node) =>
    node.type === 'end' ? { ...node, text: 'Your order arrives on {{eta}}!' } : node,
  )
  const { run, results } = await replay(place, { draft: { ...document, nodes }, newest: 5 })
  expect(calls, 'the shop is not called').toBe(1)
  expect(run).toMatchObject({ replays: true, cases: 1, draft: { passed: 0, failed: 1 } })
  expect(results[0]).toMatchObject({
    caseId: conversationId,
    lines: [
      {
        says: '17',
        reply: 'Your order arrives on day 1!',
        recorded: {
          by: 'agent',
          reply: 'It comes on day 1.',
          tools: [expect.stringContaining('GET 127.0.0.1')],
        },
      },
    ],
  })

  expect(results[0]?.lines[0]?.checks).toEqual([
    expect.objectContaining({ kind: 'same-text', outcome: 'failed' }),
    expect.objectContaining({ kind: 'same-functions', outcome: 'passed' }),
    expect.objectContaining({ kind: 'same-handover', outcome: 'passed' }),
  ])
  const same = await replay(place, { versions: ['published'], from: new Date(0).toISOString() })
  expect(same.run.published).toMatchObject({ passed: 1, failed: 0 })

  const elsewhere = { ...document, nodes: orders('/other') }
  const other = await replay(place, { draft: elsewhere, conversationIds: [conversationId] })
  expect(calls).toBe(1)
  expect(other.run.draft).toMatchObject({ passed: 0, failed: 0, notComparable: 1 })
  const [line] = other.results[0]?.lines ?? []
  expect(line?.notRecorded).toEqual([expect.stringContaining('GET 127.0.0.1')])
  expect(line?.checks).toContainEqual(expect.objectContaining({ kind: 'same-functions', outcome: 'skipped' }))
})

test('what a model replies is not charged, and no test of the publish gate', async () => {
  const place = await agentWith({ enableNodes: false, vg_defaultModel: 'claude-opus-4' })
  await visit(place, ['When are you open?', 'And on Sundays?'])
  const before = await ledger()
  const asked = model.requests.length
  const { results } = await replay(place, {
    draft: { ...(await published(place)), vg_systemPrompt: 'Be kind.' },
  })
  expect(model.requests.length).toBeGreaterThan(asked)
  expect(results[0]?.lines.map(({ reply }) => reply)).toEqual(['The model replies.', 'The model replies.'])
  expect(results[0]?.cost).toBeGreaterThan(0)
  await parley.settled()
  expect(await ledger()).toBe(before)
})

test('a conversation that is erased leaves nothing of its replays', async () => {
  const place = await agentWith({ enableNodes: false })
  const conversationId = await visit(place, ['I am Grace Hopper'])
  const { runId } = await replay(place, { versions: ['published'] })
  await owner.client.call('conversations.remove', { params: { ...place, conversationId } })
  await parley.settled()
  const read = await owner.client.call('testRuns.get', { params: { ...place, runId }, query: {} })
  expect(JSON.stringify(read)).not.toContain('Grace')
})

test('refuses conversations of other agents, agents without any, and times without any', async () => {
  const place = await agentWith({ enableNodes: false })
  const other = await agentWith({ enableNodes: false })
  const foreign = await visit(other, ['Hello'])
  const codeOf = (params: typeof place, body: object) =>
    owner.client.call('testRuns.replay', { params, body: { versions: ['published'], ...body } }).then(
      () => 'accepted',
      (error) => error.code,
    )
  expect(await codeOf(place, {})).toBe('nothing-to-replay')
  expect(await codeOf(place, { conversationIds: [foreign] })).toBe('not-found')
  expect(await codeOf(other, { until: new Date(0).toISOString() })).toBe('nothing-to-replay')
  expect(await codeOf(other, { from: new Date(0).toISOString() })).toBe('accepted')
})
