import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ToolField } from '@parley/contracts/integration/tool.ts'
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CallingDeps, callAddress, callTool } from './calling.ts'
import { isSignedBy } from './signature.ts'
import type { Tool } from './tool.decider.ts'
import { inputSchemaOf } from './tool-request.ts'

type Got = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
let got: Got[] = []
let url = ''
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const { method = '', url: path = '', headers } = request
  got.push({ method, path, headers, body })
  if (path.startsWith('/big')) return void response.end('x'.repeat(300_000))
  if (path.startsWith('/inside'))
    return void response.writeHead(307, { location: 'http://127.0.0.1:1/x' }).end()
  if (path.startsWith('/away'))
    return void response.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end()
  if (path.startsWith('/latin')) {
    response.writeHead(200, { 'content-type': 'text/plain; charset=ISO-8859-1' })
    return void response.end(Buffer.from('Größe', 'latin1'))
  }
  if (path.startsWith('/passing'))
    return void response.writeHead(got.length < 3 ? 503 : 200, { 'retry-after': '0.01' }).end('passed')
  if (path.startsWith('/broken')) return void response.writeHead(500).end('oh no')
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"eta":"2026-12-01"}')
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  got = []
})

const deps = () => ({
  safeFetch: createSafeFetch({ allowPrivateAddresses: [new URL(url).host] }),
  credentials: noCredentials,
})
/** A tool of these tests refers to none. */
const noCredentials: CallingDeps['credentials'] = {
  open: async () => ({ ok: false, outcome: 'refused', message: 'There are none.' }),
  shownWith: async (_tenant, _id, outgoing) => outgoing,
  faultAt: async () => 'not-found',
}
const caller = { tenant: 'w1', agentId: 'a1' }
const toolWith = (fields: ToolField[], more: Partial<Tool> = {}): Tool => ({
  id: 't1',
  name: 'Orders',
  description: 'Finds an order.',
  fields,
  serverUrl: `${url}/orders?shop=1`,
  method: 'POST',
  serverUrlSecret: 'topsecret',
  ...more,
})
const fields: ToolField[] = [
  { in: 'query', key: 'id', type: 'string', required: true },
  { in: 'body', key: 'count', type: 'number', defaultValue: '2' },
  { in: 'body', key: 'gift', type: 'boolean' },
  { in: 'body', key: 'more', type: 'object' },
  { in: 'header', key: 'X-Shop-Key', type: 'string', value: 'k-123' },
]

describe('calling a tool', () => {
  it('sends each field to its place in its type, with an idempotency key', async () => {
    const values = { id: 'A&1=x', gift: 'yes', more: '{"a":1}', 'X-Shop-Key': 'mine', other: 1 }
    const called = await callTool(deps(), toolWith(fields), values, 'c1.m1.1', caller)
    expect(called).toMatchObject({
      outcome: 'ok',
      status: 200,
      name: 'Orders',
      result: '{"eta":"2026-12-01"}',
    })
    expect(got[0]).toMatchObject({ method: 'POST', path: '/orders?shop=1&id=A%261%3Dx' })
    expect(JSON.parse(got[0]?.body ?? '')).toEqual({ count: 2, gift: true, more: { a: 1 } })
    expect(got[0]?.headers).toMatchObject({ 'x-shop-key': 'k-123', 'idempotency-key': 'c1.m1.1' })
  })

  it('is read in the charset that its answer names', async () => {
    const latin = toolWith([], { serverUrl: `${url}/latin` })
    expect(await callTool(deps(), latin, {}, 'k', caller)).toMatchObject({
      result: 'Größe',
      response: 'Größe',
    })
  })

  it('is made again with the same key and body where its server fails for a time', async () => {
    const flaky = toolWith(fields, { serverUrl: `${url}/passing`, retries: 2 })
    expect(await callTool(deps(), flaky, { id: '1' }, 'k7', caller)).toMatchObject({
      outcome: 'ok',
      result: 'passed',
    })
    expect(got.map(({ headers, body }) => [headers['idempotency-key'], body])).toEqual(
      Array.from({ length: 3 }, () => ['k7', '{"count":2}']),
    )
  })

  it('puts values into the path, and refuses those that lead to another address', async () => {
    const inPath: ToolField[] = [{ in: 'path', key: 'id', type: 'string' }]
    const orders = toolWith(inPath, { serverUrl: `${url}/orders/{id}/lines`, method: 'GET' })
    await callTool(deps(), orders, { id: 'A/1 ?#' }, 'k', caller)
    expect(got[0]?.path).toBe('/orders/A%2F1%20%3F%23/lines')
    for (const id of ['..', '.', '', undefined])
      expect(await callTool(deps(), orders, { id }, 'k', caller)).toMatchObject({ outcome: 'refused' })
    expect(got).toHaveLength(1)
  })

  it('sends a list in the query by repeating its key', async () => {
    const list: ToolField[] = [{ in: 'query', key: 'tag', type: 'object' }]
    await callTool(deps(), toolWith(list, { method: 'GET' }), { tag: ['a', 'b'] }, 'k', caller)
    expect(got[0]?.path).toBe('/orders?shop=1&tag=a&tag=b')
  })

  it('sends a form where the server takes one', async () => {
    const values = { id: '1', count: 3, gift: true, more: { to: { city: 'Bern' }, tags: ['a', 'b'] } }
    await callTool(deps(), toolWith(fields, { bodyFormat: 'form' }), values, 'k', caller)
    expect(got[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect([...new URLSearchParams(got[0]?.body)]).toEqual([
      ...[
        ['count', '3'],
        ['gift', 'true'],
        ['more[to][city]', 'Bern'],
        ['more[tags]', 'a'],
        ['more[tags]', 'b'],
      ],
    ])
  })

  it('refuses values that are too deep, or whose form is too large', async () => {
    const object: ToolField[] = Array.from({ length: 20 }, (_, nth) => ({
      ...{ in: 'body', key: `f${nth}`, type: 'object' },
    }))
    const deep = '['.repeat(8_000) + ']'.repeat(8_000)
    const wide = `{"a":{"b":{"c":${JSON.stringify(Array(1_900).fill(1))}}}}`
    const nested = `{"${'k'.repeat(1_000)}":${JSON.stringify(Array(900).fill(1))}}`
    for (const [given, more] of [
      [deep, {}],
      [deep, { bodyFormat: 'form' }],
      [nested, { bodyFormat: 'form' }],
    ] as const) {
      const values = Object.fromEntries(object.map(({ key }) => [key, given]))
      expect(await callTool(deps(), toolWith(object, more), values, 'k', caller)).toMatchObject({
        outcome: 'refused',
      })
    }
    expect(got).toEqual([])
    const called = await callTool(deps(), toolWith(object.slice(0, 1)), { f0: wide }, 'k', caller)
    expect(called.outcome).toBe('ok')
  })

  it('takes the values of models by names that their providers take', async () => {
    const odd: ToolField[] = [
      { in: 'body', key: 'filter[name]', type: 'string', required: true },
      { in: 'query', key: 'id', type: 'string' },
      { in: 'body', key: 'id', type: 'string' },
      { in: 'body', key: '__proto__', type: 'string' },
    ]
    const { properties, required } = inputSchemaOf(odd)
    const names = Object.keys(properties)
    expect(names).toEqual(['filter_name__1', 'id', 'id_3', 'proto___4'])
    expect(required).toEqual(['filter_name__1'])
    const values = Object.fromEntries(names.map((name, nth) => [name, `v${nth}`]))
    await callTool(deps(), toolWith(odd), values, 'k', caller)
    expect(got[0]?.path).toBe('/orders?shop=1&id=v1')
    expect(got[0]?.body).toBe('{"filter[name]":"v0","id":"v2","__proto__":"v3"}')
  })

  it('signs the raw body, so that the server can verify sender and content', async () => {
    await callTool(deps(), toolWith(fields), { id: '1' }, 'k', caller)
    const { headers, method = '', path = '', body = '' } = got[0] ?? {}
    const signature = String(headers?.['x-parley-signature'])
    const signed = {
      secret: 'topsecret',
      timestamp: Number(headers?.['x-parley-timestamp']),
      idempotencyKey: String(headers?.['idempotency-key']),
      method,
      path,
      body,
    }
    expect(isSignedBy(signature, signed)).toBe(true)
    for (const forged of [
      { body: `${body} ` },
      { timestamp: 1 },
      { secret: 'x' },
      { path: '/orders?id=2' },
      { idempotencyKey: 'l' },
    ])
      expect(isSignedBy(signature, { ...signed, ...forged }), JSON.stringify(forged)).toBe(false)
    await callTool(deps(), toolWith(fields, { serverUrlSecret: '' }), { id: '1' }, 'k', caller)
    expect(got[1]?.headers).not.toHaveProperty('x-parley-signature')
  })

  it('makes no request if a value is missing or of another type, and names the field', async () => {
    const refusedFor = async (values: object) =>
      (await callTool(deps(), toolWith(fields), { ...values }, 'k', caller)).result
    expect(await refusedFor({})).toBe('The value of id is missing.')
    expect(await refusedFor({ id: '1', count: 'many' })).toBe('The value of count is not a number.')
    expect(await refusedFor({ id: '1', more: 'no object' })).toBe('The value of more is not an object.')
    expect(got).toEqual([])
  })

  it('shows neither keys nor secrets of the request', async () => {
    const secret: ToolField = { in: 'body', key: 'pin', type: 'string', value: 'pin-987' }
    const query: ToolField = { in: 'query', key: 'key', type: 'string', value: 'q-555' }
    const { request } = await callTool(deps(), toolWith([...fields, secret, query]), { id: '1' }, 'k', caller)
    expect(request).toContain('"count":2')
    for (const hidden of ['topsecret', 'k-123', 'pin-987', 'q-555', 'v1='])
      expect(request).not.toContain(hidden)
    expect(got[0]?.body).toContain('pin-987')
  })

  it.each([
    ['/broken', 'error', 'oh no'],
    ['/big', 'too-large', 'The answer is larger than 200,000 bytes.'],
    ['/inside', 'refused', 'The address redirects what is sent to another site.'],
    ['/away', 'refused', '127.0.0.1 is not an address on the public internet.'],
  ])('reports %s', async (path, outcome, result) => {
    const called = await callTool(deps(), toolWith([], { serverUrl: `${url}${path}` }), {}, 'k', caller)
    expect([called.outcome, called.result]).toEqual([outcome, result])
  })

  it('never reaches the internal network, however the address is written', async () => {
    const strict = { ...deps(), safeFetch: createSafeFetch({ resolve: async () => ['10.0.0.7'] }) }
    for (const serverUrl of [
      url,
      'http://localhost.example',
      'http://[::1]/',
      'http://169.254.169.254/latest',
    ]) {
      const called = await callTool(strict, toolWith([], { serverUrl }), {}, 'k', caller)
      expect([called.outcome, called.status], serverUrl).toEqual(['refused', undefined])
    }
    expect(got).toEqual([])
  })
})

describe('calling an address of a flow', () => {
  it('sends the headers of the flow, except those that Parley sets', async () => {
    const headers = {
      'X-A': 'b\r\nX-Evil: 1',
      Host: 'evil.example',
      'x-parley-signature': 'v1=forged',
      'a b': 'c',
    }
    const called = await callAddress(
      deps(),
      { method: 'PUT', url: `${url}/x`, headers, body: '{"a":1}' },
      'k',
    )
    expect(called).toMatchObject({ outcome: 'ok', status: 200, name: `PUT ${new URL(url).host}` })
    expect(got[0]).toMatchObject({ method: 'PUT', body: '{"a":1}' })
    expect(got[0]?.headers).toMatchObject({ 'x-a': 'b X-Evil: 1', 'content-type': 'application/json' })
    expect(got[0]?.headers).not.toHaveProperty('x-parley-signature')
    expect(got[0]?.headers.host).toBe(new URL(url).host)
  })
})

it('a model is told defaults in their own types, and none that is not of its type', () => {
  const field = (key: string, type: ToolField['type'], defaultValue: string): ToolField => ({
    in: 'body',
    key,
    type,
    defaultValue,
    required: true,
  })
  const schema = inputSchemaOf([
    field('count', 'number', '2'),
    field('gift', 'boolean', 'false'),
    field('zero', 'number', '0'),
    field('name', 'string', '12'),
    field('about', 'object', '{"a":1}'),
    field('wrong', 'number', 'many'),
  ])
  const defaults = Object.entries(schema.properties).map(([key, one]) => [
    key,
    'default' in one ? one.default : 'none',
  ])
  expect(defaults).toEqual([
    ['count', 2],
    ['gift', false],
    ['zero', 0],
    ['name', '12'],
    ['about', { a: 1 }],
    ['wrong', 'none'],
  ])
  expect(schema.required).toEqual(['wrong'])
})

it('describes to a model only the fields it may fill, not the fixed ones', () => {
  expect(inputSchemaOf(fields)).toEqual({
    type: 'object',
    properties: {
      id: { type: 'string' },
      count: { type: 'number', default: 2 },
      gift: { type: 'boolean' },
      more: { type: 'object' },
    },
    required: ['id'],
  })
})
