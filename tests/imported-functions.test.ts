/** Functions that are made from an OpenAPI document or an MCP server, and the requests that they send. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
let parley: TestPlatform
let ada: Person
let shop: string
/** The idempotency keys of what came to the server of the Model Context Protocol. */
const mcpKeys: string[] = []
const got: { method: string; path: string; type: string; body: string }[] = []

const document = () => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: '/v1' }],
  paths: {
    '/orders/{orderId}': {
      get: {
        summary: 'Find an order',
        parameters: [{ in: 'path', name: 'orderId', required: true, schema: { type: 'string' } }],
      },
    },
    '/refunds': {
      post: {
        summary: 'Refund',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { amount: { type: 'integer' } } },
            },
          },
        },
      },
    },
  },
})

/** Tools of a shop, for those with its key. */
const mcp = createMcpHandler(() => {
  const shop = new McpServer({ name: 'shop', version: '1', title: 'Lamp shop' })
  const inputSchema = z.object({
    id: z.string(),
    lines: z.array(z.object({ sku: z.string(), count: z.int() })).optional(),
  })
  shop.registerTool(
    'find_order',
    { title: 'Find an order', description: 'Tells when it arrives.', inputSchema },
    ({ id, lines = [] }) => ({
      content: [{ type: 'text', text: `Order ${id} of ${lines.length} arrives tomorrow. Key k-secret-1.` }],
    }),
  )
  return shop
})

const server = createServer(async (request, response) => {
  const { method = '', url: path = '', headers } = request
  if (path === '/openapi.json') return void response.end(JSON.stringify(document()))
  if (path === '/page') return void response.end('<!doctype html><p>No document</p>')
  if (path === '/missing') return void response.writeHead(404).end()
  let body = ''
  for await (const part of request) body += part
  if (path === '/repeats') {
    const { id } = JSON.parse(body || '{}')
    const error = { code: -32000, message: `bad key ${headers.authorization}` }
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
  }
  if (path === '/mcp') {
    mcpKeys.push(String(headers['idempotency-key']))
    if (headers.authorization !== 'Bearer k-secret-1') return void response.writeHead(401).end()
    const init = { method, headers: headers as Record<string, string>, ...(body ? { body } : {}) }
    const answer = await mcp.fetch(new Request(`http://localhost${path}`, init))
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    return void response.end(Buffer.from(await answer.arrayBuffer()))
  }
  got.push({ method, path, type: headers['content-type'] ?? '', body })
  response.end('{"eta":"tomorrow"}')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  shop = `http://${host}`
  parley = await startTestPlatform({ ALLOW_PRIVATE_ADDRESSES: host, RATE_LIMIT_FACTOR: '1000' })
  ada = await parley.signUp(region)
})
afterAll(async () => {
  await parley?.stop()
  server.close()
})

const read = (body: { url: string } | { text: string }, person = ada) =>
  person.client.call('tools.readImport', { params: { region }, body })

const create = async (address: string) => {
  const { server: base, functions } = await read({ url: address })
  const settings = functions.map(({ name, description, method, path, fields, bodyFormat }) => ({
    ...{ name, description, method, fields, serverUrl: base + path },
    ...(bodyFormat && { bodyFormat }),
  }))
  return ada.client.call('tools.import', { params: { region }, body: { settings } })
}

test('an imported function sends what the document describes', async () => {
  const { ids } = await create(`${shop}/openapi.json`)
  const { items } = await ada.client.call('tools.list', { params: { region } })
  expect(items.map(({ name, serverUrl, bodyFormat }) => [name, serverUrl, bodyFormat])).toEqual([
    ['Find an order', `${shop}/v1/orders/{orderId}`, undefined],
    ['Refund', `${shop}/v1/refunds`, 'form'],
  ])
  const values: Record<string, string>[] = [{ orderId: 'A/7' }, { amount: '20' }]
  for (const [nth, toolId] of ids.entries())
    await ada.client.call('tools.test', { params: { region, toolId }, body: { values: values[nth] ?? {} } })
  expect(got).toEqual([
    { method: 'GET', path: '/v1/orders/A%2F7', type: '', body: '' },
    { method: 'POST', path: '/v1/refunds', type: 'application/x-www-form-urlencoded', body: 'amount=20' },
  ])
  const { items: said } = await ada.client.call('audit.timeline', {
    params: { region, workspaceId: ada.workspaceId },
    query: {},
  })
  expect(JSON.stringify(said)).toContain('Find an order')
})

test('a tool of an MCP server is a function, called with a credential', async () => {
  const mcpUrl = `${shop}/mcp`
  await expect(
    ada.client.call('tools.readImport', { params: { region }, body: { mcpUrl } }),
  ).rejects.toMatchObject({ code: 'connection-needed' })
  const { credentialId } = await ada.client.call('credentials.create', {
    params: { region },
    body: {
      settings: { name: 'Shop', use: { kind: 'bearer' }, hosts: [new URL(shop).host] },
      secret: 'k-secret-1',
    },
  })
  const body = { mcpUrl, credentialId }
  const {
    title,
    server: serverUrl,
    functions,
  } = await ada.client.call('tools.readImport', {
    params: { region },
    body,
  })
  expect({ title, serverUrl }).toEqual({ title: 'Lamp shop', serverUrl: mcpUrl })
  const [found] = functions
  expect(found).toMatchObject({
    ...{ name: 'Find an order', mcpTool: 'find_order', method: 'POST' },
    fields: [
      { in: 'body', key: 'id', type: 'string', required: true },
      { in: 'body', key: 'lines', type: 'object', schema: expect.stringContaining('"sku"') },
    ],
  })
  const { name = '', description = '', fields = [], mcpTool } = found ?? {}
  const { ids } = await ada.client.call('tools.import', {
    params: { region },
    body: { settings: [{ name, description, method: 'POST', fields, serverUrl, mcpTool, credentialId }] },
  })
  const values = { id: 'A7', lines: '[{"sku": "lamp", "count": 2}]' }
  const params = { region, toolId: ids[0] ?? '' }
  mcpKeys.length = 0
  const called = await ada.client.call('tools.test', { params, body: { values } })
  expect(new Set(mcpKeys)).toEqual(new Set([expect.stringMatching(`^test.${ids[0]}.`)]))
  expect(called).toMatchObject({
    outcome: 'ok',
    response: expect.stringContaining('Order A7 of 1 arrives tomorrow.'),
  })
  expect(JSON.stringify(called)).not.toContain('k-secret-1')

  // A server may repeat what it was sent.
  const repeated = { mcpUrl: `${shop}/repeats`, credentialId }
  await expect(
    ada.client.call('tools.readImport', { params: { region }, body: repeated }),
  ).rejects.toMatchObject({ message: expect.not.stringContaining('k-secret-1') })

  // A credential of another workspace is none.
  const eve = await parley.signUp(region)
  await expect(eve.client.call('tools.readImport', { params: { region }, body })).rejects.toMatchObject({
    code: 'import-not-readable',
  })
  await expect(
    eve.client.call('tools.import', {
      params: { region },
      body: { settings: [{ name, description, method: 'POST', fields, serverUrl, mcpTool, credentialId }] },
    }),
  ).rejects.toMatchObject({ status: 404 })
})

describe('a description that can’t be read', () => {
  test.each([
    ['no document', () => ({ url: `${shop}/page` }), 'This is no OpenAPI document'],
    ['none there', () => ({ url: `${shop}/missing` }), 'The server answered with the status 404.'],
    ['inside the network', () => ({ url: 'http://127.0.0.1:1/openapi.json' }), 'address'],
    ['deep', () => ({ text: '['.repeat(100_000) }), ''],
    ['deep YAML', () => ({ text: `a: ${'{a: '.repeat(10_000)}` }), ''],
    ['names itself', () => ({ text: `&a [${'*a, '.repeat(50)}]` }), ''],
  ])('%s is refused in words', async (_, body, words) => {
    await expect(read(body())).rejects.toMatchObject({
      code: 'import-not-readable',
      message: expect.stringContaining(words),
    })
  })
})

test('the functions of an import are created once, all or none', async () => {
  const eve = await parley.signUp(region)
  const settings = Array.from({ length: 100 }, (_, nth) => ({
    ...{ name: `F ${nth}`, description: 'Finds.', fields: [], serverUrl: `${shop}/${nth}` },
  }))
  const send = (key: string) =>
    eve.client.call('tools.import', { params: { region }, body: { settings } }, { idempotencyKey: key })
  const listed = async () => (await eve.client.call('tools.list', { params: { region } })).items.length
  const [first, again] = [await send('import-1'), await send('import-1')]
  expect(again.ids).toEqual(first.ids)
  expect(await listed()).toBe(100)
  for (const nth of [2, 3, 4, 5]) await send(`import-${nth}`)
  await expect(send('import-6')).rejects.toMatchObject({ code: 'too-many-tools' })
  expect(await listed()).toBe(500)
})
