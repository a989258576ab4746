/** Calls of functions as they are approved: what is shown is what is sent, to the function that was shown. */
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { agentTools } from './agent-tools.ts'
import { tool } from './tool.decider.ts'

const context = {
  tenant: 'w1',
  actor: { kind: 'user', id: 'u1' },
  cause: { via: 'dashboard', command: 'c1' },
}
const contextOf = (command: string) =>
  ({ ...context, cause: { via: 'api', command, correlation: command } }) as CommandContext
const field = { type: 'string', required: false, description: '', value: '', defaultValue: '' } as const
const settings = {
  ...{ name: 'Refund', description: 'Pays back.', serverUrl: 'https://shop.example/refunds', method: 'POST' },
  fields: [
    { ...field, key: 'order', in: 'body', required: true },
    { ...field, key: 'amount', in: 'body', type: 'number', defaultValue: '500' },
    { ...field, key: 'account', in: 'body', value: 'main' },
    { ...field, key: 'order id', in: 'query' },
  ],
} as const

let region: TestRegion
let sent: { url: string; body: string | undefined }[]
let tools: ReturnType<typeof agentTools>
const safeFetch: SafeFetch = async (url, { body } = {}) => {
  sent.push({ url, body: body?.toString() })
  return { ok: true, status: 200, headers: {}, body: Buffer.from('Done'), cut: false, url, redirects: [] }
}

beforeEach(async () => {
  region = await openTestRegion()
  sent = []
  const { load, commands, handle } = region
  tools = agentTools({ load, refresh: commands.refresh, safeFetch, credentials: {} as never })
  const create = { type: 'CreateTool', id: 't1', userId: 'u1', settings, serverUrlSecret: '' } as never
  expect((await handle(tool, 't1', create, contextOf('create'))).ok).toBe(true)
})
afterEach(() => region.close())

const request = (values: Record<string, unknown>) =>
  ({ type: 'tool', toolId: 't1', values, idempotencyKey: 'k1' }) as const

it('shows the values that the call is made with: defaults, and nothing of no field or fixed', async () => {
  const given = {
    order: 'A1',
    account: 'savings',
    note: 'agreed',
    order_id_4: 7,
    'order id': 8,
    ['__proto__']: 1,
  }
  const { values } = await tools.preview('w1', request(given))
  expect(values).toEqual({ order: 'A1', amount: 500, order_id_4: '7' })
  await tools.call('w1', request(given), 'a1')
  await tools.call('w1', request(values), 'a1')
  expect(sent[0]).toEqual({
    url: 'https://shop.example/refunds?order+id=7',
    body: '{"order":"A1","amount":500,"account":"main"}',
  })
  expect(sent[1]).toEqual(sent[0])
})

it('calls no other version of a function than the approved one', async () => {
  const { version } = await tools.preview('w1', request({ order: 'A1' }))
  const change = { type: 'ChangeTool', settings: { ...settings, serverUrl: 'https://shop.example/other' } }
  expect((await region.handle(tool, 't1', change as never, contextOf('change'))).ok).toBe(true)
  expect(await tools.call('w1', { ...request({ order: 'A1' }), version }, 'a1')).toMatchObject({
    ...{ name: 'Refund', outcome: 'refused' },
    response: 'This function was changed since its call was approved.',
  })
  expect(sent).toEqual([])
  const { version: present } = await tools.preview('w1', request({ order: 'A1' }))
  expect(await tools.call('w1', { ...request({ order: 'A1' }), version: present }, 'a1')).toMatchObject({
    outcome: 'ok',
  })
})

it('needs approval from the moment on that somebody chose it', async () => {
  expect(await tools.needsApproval('w1', 't1')).toBe(false)
  const change = { type: 'ChangeTool', settings: { ...settings, needsApproval: true } }
  await region.handle(tool, 't1', change as never, contextOf('change'))
  expect(await tools.needsApproval('w1', 't1')).toBe(true)
  expect(await tools.needsApproval('w2', 't1')).toBe(false)
})

it('says of which functions another server wrote the description', async () => {
  const ofServer = { ...settings, fields: [], mcpTool: 'find' }
  const create = {
    type: 'CreateTool',
    id: 't2',
    userId: 'u1',
    settings: ofServer,
    serverUrlSecret: '',
  } as never
  await region.handle(tool, 't2', create, contextOf('create mcp'))
  const described = await tools.describe('w1', ['t1', 't2'])
  expect(described.map(({ describedByServer }) => describedByServer)).toEqual([undefined, true])
})
