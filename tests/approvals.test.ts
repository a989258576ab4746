/** Approvals of calls of functions, attacked: decided twice, at two processes at once, after changes, and by who may not. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { createClient } from '@parley/contracts/client.ts'
import {
  type DoubleRequest,
  type ModelDouble,
  startModelDouble,
} from '@parley/conversation/models/model-double.ts'
import { readConfig } from '@parley/host/config.ts'
import { type Platform, startPlatform } from '@parley/host/platform.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { joinWorkspace } from './src/join-workspace.ts'
import { startSecuredServer } from './src/secured-server.ts'
import { type Person, routes, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
const agentId = 'approvingagent'
let model: ModelDouble
let shop: Awaited<ReturnType<typeof startSecuredServer>>
let parley: TestPlatform
/** Another process on the same engines. */
let other: Platform
let owner: Person
let colleague: Person
let toolId: string
/** The orders that the tool of the MCP server has cancelled. */
const cancelled: string[] = []

/** A shop whose only tool says that it destroys something. */
const mcp = createMcpHandler(() => {
  const shop = new McpServer({ name: 'shop', version: '1' })
  const tool = {
    ...{ title: 'Cancel', description: 'Cancels an order.', inputSchema: z.object({ order: z.string() }) },
    annotations: { destructiveHint: true },
  }
  shop.registerTool('cancel_order', tool, ({ order }) => {
    cancelled.push(order)
    return { content: [{ type: 'text', text: `Order ${order} is cancelled.` }] }
  })
  return shop
})
const mcpServer = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const headers = request.headers as Record<string, string>
  const init = { method: request.method ?? 'GET', headers, ...(body ? { body } : {}) }
  const answer = await mcp.fetch(new Request('http://localhost/mcp', init))
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
})
const mcpHost = () => `127.0.0.1:${(mcpServer.address() as AddressInfo).port}`

beforeAll(async () => {
  shop = await startSecuredServer()
  await once(mcpServer.listen(0, '127.0.0.1'), 'listening')
  model = await startModelDouble({ reply })
  const env = {
    ...{ REGIONS: 'na', TRUST_PROXY: 'true', OPENAI_API_KEY: 'test', OPENAI_BASE_URL: `${model.url}/v1` },
    ALLOW_PRIVATE_ADDRESSES: `${shop.host},${mcpHost()}`,
  }
  parley = await startTestPlatform(env)
  const more = { PORT: '0', DATA_DIR: parley.dataDir, LOG_LEVEL: 'error', NODE_ENV: 'test', ROLES: 'api' }
  other = await startPlatform(readConfig({ ...env, ...more, DNS_SERVERS: '127.0.0.1:9' }))
  owner = await parley.signUp()
  colleague = await parley.signUp()
  await joinWorkspace(parley, owner, colleague)
  const tool = { settings: settings(), serverUrlSecret: 'secret' }
  toolId = (await owner.client.call('tools.create', { params: { region }, body: tool })).id
  const body = { title: 'Shop', enableNodes: false, vg_defaultModel: 'gpt-4o', assignedToolsIds: [toolId] }
  await owner.client.call('agents.save', { params: { region, agentId }, body })
  await parley.settled()
})
afterAll(async () => {
  await other?.stop()
  await parley?.stop()
  await model?.stop()
  await shop?.stop()
  mcpServer.close()
})
beforeEach(() => {
  shop.got.length = 0
})

const settings = (path = '/refunds') => ({
  ...{ name: 'Refund', description: 'Pays an order back.', serverUrl: `${shop.url}${path}` },
  fields: [{ key: 'order', in: 'body' as const, type: 'string' as const, required: true, description: '' }],
  needsApproval: true,
})

/** Calls the function with what the visitor asks for and what it adds, and tells its result. */
function reply({ body }: DoubleRequest) {
  const last: { role: string; content?: unknown } | undefined = Object(body).messages.at(-1)
  if (last?.role === 'tool') return [`Outcome: ${String(last.content)}`]
  const [, act = '', order] = /(refund|cancel) (\S+)/.exec(String(last?.content)) ?? []
  const input = JSON.stringify({ order, approved_by: 'The boss' })
  const name = act === 'cancel' ? 'Cancel' : 'Refund'
  return order === undefined ? ['Hello.'] : { calls: [{ name, input }] }
}

const processes = () => [parley.url, other.addresses?.api ?? '']
const at = (baseUrl: string, { token }: Person) => createClient({ routes, baseUrl, token: () => token })

async function asked(order: string, act = 'refund') {
  const params = { region, agentId }
  const { conversationId, visitorToken } = await parley.client().call('conversations.start', { params })
  const of = { ...params, conversationId }
  const body = { id: 'm1', text: `Please ${act} ${order}` }
  await parley.client(visitorToken).call('conversations.send', { params: of, body })
  const { approvals } = await owner.client.call('conversations.get', { params: of })
  const [approval] = approvals
  if (!approval) throw new Error('nothing was asked for')
  const said = async () => {
    const { messages } = await owner.client.call('conversations.transcript', { params: of, query: {} })
    return JSON.stringify(messages)
  }
  return { of, approval, params: { ...of, approvalId: approval.approvalId }, said }
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error) => error.code,
  )

test('of two members who decide at two processes at once one does, and the call is made at most once', async () => {
  for (let nth = 0; nth < 8; nth++) {
    shop.got.length = 0
    const { params, said } = await asked(`A${nth}`)
    const decide = (baseUrl: string, person: Person, decision: 'approve' | 'decline') =>
      codeOf(at(baseUrl, person).call('conversations.decideApproval', { params, body: { decision } }))
    const [here = '', there = ''] = nth % 2 === 0 ? processes() : processes().reverse()
    const codes = await Promise.all([
      decide(here, owner, 'approve'),
      decide(there, colleague, 'decline'),
      decide(there, owner, 'approve'),
    ])
    expect(codes.toSorted()).toEqual(['not-waiting', 'not-waiting', 'ok'])
    const approved = codes[1] !== 'ok'
    await vi.waitFor(
      async () => expect(await said()).toContain(approved ? 'eta' : 'declined this action'),
      15_000,
    )
    expect(shop.got).toHaveLength(approved ? 1 : 0)
  }
}, 120_000)

test('a decision that is sent again under its key is one decision and one call', async () => {
  const { params, said } = await asked('B1')
  const send = (baseUrl: string) =>
    at(baseUrl, owner).call(
      'conversations.decideApproval',
      { params, body: { decision: 'approve' } },
      { idempotencyKey: 'once' },
    )
  const answers = await Promise.all([...processes(), ...processes()].map((url) => codeOf(send(url))))
  expect(new Set(answers)).toEqual(new Set(['ok']))
  await vi.waitFor(async () => expect(await said()).toContain('eta'), 15_000)
  expect(await codeOf(send(processes()[1] ?? ''))).toBe('ok')
  await parley.settled()
  expect(shop.got).toHaveLength(1)
}, 60_000)

test('the call is what was shown: with what the model added left out, and none after the function changed', async () => {
  const first = await asked('C1')
  expect(first.approval.values).toEqual({ order: 'C1' })
  const approve = (params: typeof first.params) =>
    codeOf(owner.client.call('conversations.decideApproval', { params, body: { decision: 'approve' } }))
  expect(await approve(first.params)).toBe('ok')
  await vi.waitFor(() => expect(shop.got).toHaveLength(1), 15_000)
  expect(shop.got[0]).toMatchObject({ path: '/refunds', body: '{"order":"C1"}' })

  const second = await asked('C2')
  const elsewhere = at(other.addresses?.api ?? '', owner)
  await elsewhere.call('tools.save', { params: { region, toolId }, body: { settings: settings('/gifts') } })
  expect(await approve(second.params)).toBe('ok')
  await vi.waitFor(async () => expect(await second.said()).toContain('the function was changed'), 15_000)
  expect(shop.got).toHaveLength(1)
}, 60_000)

test('a tool of an MCP server that says it destroys something is called once it is approved, and never when declined', async () => {
  const mcpUrl = `http://${mcpHost()}/mcp`
  const read = await owner.client.call('tools.readImport', { params: { region }, body: { mcpUrl } })
  const [found] = read.functions
  expect(found).toMatchObject({ mcpTool: 'cancel_order', needsApproval: true })
  const { name = '', description = '', fields = [], mcpTool, needsApproval } = found ?? {}
  const settings = { name, description, method: 'POST' as const, fields, serverUrl: read.server, mcpTool }
  const { ids } = await owner.client.call('tools.import', {
    params: { region },
    body: { settings: [{ ...settings, ...(needsApproval && { needsApproval }) }] },
  })
  const body = { assignedToolsIds: [toolId, ...ids] }
  await owner.client.call('agents.save', { params: { region, agentId }, body })
  await parley.settled()
  const decide = (params: { approvalId: string }, decision: 'approve' | 'decline') =>
    owner.client.call('conversations.decideApproval', { params: params as never, body: { decision } })
  const declined = await asked('M1', 'cancel')
  await decide(declined.params, 'decline')
  await vi.waitFor(async () => expect(await declined.said()).toContain('declined this action'), 15_000)
  const approved = await asked('M2', 'cancel')
  expect(approved.approval.values).toEqual({ order: 'M2' })
  expect(cancelled).toEqual([])
  await decide(approved.params, 'approve')
  await vi.waitFor(async () => expect(await approved.said()).toContain('Order M2 is cancelled.'), 15_000)
  expect(cancelled).toEqual(['M2'])
}, 60_000)

test('who may not answer decides nothing, nor does anybody once the conversation is erased', async () => {
  const { params, of } = await asked('D1')
  const stranger = await parley.signUp()
  const reader = await parley.signUp()
  await joinWorkspace(parley, owner, reader, ['agent.list', 'conversation.read'])
  const making = (permissions: ('conversation.read' | 'conversation.answer')[], agentIds?: string[]) =>
    owner.client.call('tokens.create', {
      params: { region, workspaceId: owner.workspaceId },
      body: { name: 'x', permissions, ...(agentIds && { agentIds }) },
    })
  const another = { region, agentId: 'anotheragent' } as const
  await owner.client.call('agents.save', { params: another, body: { title: 'Another' } })
  const reading = await making(['conversation.read'])
  const ofAnother = await making(['conversation.read', 'conversation.answer'], [another.agentId])
  const body = { decision: 'approve' } as const
  const decide = (client: Person['client'], place = params) =>
    codeOf(client.call('conversations.decideApproval', { params: place, body }))
  expect(await decide(stranger.client)).toBe('not-found')
  expect(await decide(reader.client)).toBe('not-allowed')
  expect(await decide(parley.client(reading.token))).toBe('not-allowed')
  expect(await decide(parley.client(ofAnother.token))).toBe('not-found')
  // Under another agent of the workspace there is no such conversation.
  expect(await decide(owner.client, { ...params, ...another } as never)).toBe('not-found')
  await at(other.addresses?.api ?? '', owner).call('conversations.remove', { params: of })
  expect(['deleted', 'not-found']).toContain(await decide(owner.client))
  await parley.settled()
  expect(shop.got).toEqual([])
}, 60_000)
