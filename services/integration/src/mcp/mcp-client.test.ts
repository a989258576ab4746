import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readMcpTools } from '../import/read-mcp-tools.ts'
import { callMcpTool, listMcpTools } from './mcp-client.ts'

let url = ''
let server: Server
let got: IncomingHttpHeaders[] = []

/** The official server, of both revisions, and addresses that answer wrongly. */
beforeAll(async () => {
  const handler = createMcpHandler(() => {
    const mcp = new McpServer({ name: 'shop', version: '1', title: 'Lamp shop' })
    mcp.registerTool(
      'find_order',
      {
        title: 'Find an order',
        description: 'Tells when it arrives.',
        inputSchema: z.object({ id: z.string() }),
      },
      ({ id }) => ({ content: [{ type: 'text', text: `Order ${id} arrives tomorrow.` }] }),
    )
    mcp.registerTool('fail', {}, () => ({
      content: [{ type: 'text', text: 'No such order.' }],
      isError: true,
    }))
    mcp.registerTool('guide', {}, () => ({
      content: [
        { type: 'resource', resource: { uri: 'shop://guide', text: 'Switch it on.' } },
        { type: 'resource_link', uri: 'shop://lamps', name: 'Lamps' },
        { type: 'resource', resource: { uri: 'shop://photo', blob: 'AAAA' } },
      ],
    }))
    mcp.registerTool('large', {}, () => ({ content: [{ type: 'text', text: 'x'.repeat(400_000) }] }))
    return mcp
  })
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    got.push(request.headers)
    const { method = '', url: path = '', headers } = request
    if (path === '/closed' && headers.authorization !== 'Bearer k') return void response.writeHead(401).end()
    if (path === '/page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello')
    if (path === '/broken') return void response.writeHead(500).end('{"secret": "stack"}')
    if (path === '/away') return void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
    if (path === '/echo') {
      const { id } = JSON.parse(body || '{}')
      const message = `${'x'.repeat(280)} ${headers.authorization}`
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } }))
    }
    if (path === '/silent')
      return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n')
    if (path === '/tasks') {
      const { id, method: called } = JSON.parse(body || '{}')
      const of = (name: string, taskSupport: string) => ({
        ...{ name, inputSchema: { type: 'object' }, execution: { taskSupport } },
      })
      const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } }
      const result =
        called === 'initialize'
          ? { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 's', version: '1' } }
          : { tools: [of('research', 'required'), of('look', 'optional')] }
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }
    if (path === '/pages') {
      const { id, method: called } = JSON.parse(body || '{}')
      const tools = [{ name: 'a', description: 'x'.repeat(900_000), inputSchema: { type: 'object' } }]
      const result =
        called === 'initialize'
          ? {
              protocolVersion: '2025-06-18',
              capabilities: { tools: {} },
              serverInfo: { name: 's', version: '1' },
            }
          : { tools, nextCursor: String(got.length) }
      const isAnswered = called === 'initialize' || called === 'tools/list'
      const error = { code: -32601, message: 'unknown' }
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(
        JSON.stringify({ jsonrpc: '2.0', id, ...(isAnswered ? { result } : { error }) }),
      )
    }
    const init = { method, headers: headers as Record<string, string>, ...(body ? { body } : {}) }
    const answer = await handler.fetch(new Request(`http://localhost${path}`, init))
    response
      .writeHead(answer.status, Object.fromEntries(answer.headers))
      .end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const safeFetch = () => createSafeFetch({ allowPrivateAddresses: [new URL(url).host] })
const at = (path: string, headers = {}) => ({ url: `${url}${path}`, headers })

describe('a server of the Model Context Protocol', () => {
  it('lists its tools', async () => {
    const listed = await listMcpTools(safeFetch(), at('/mcp'))
    expect(listed).toMatchObject({ ok: true, title: 'Lamp shop' })
    expect(listed.ok && listed.tools[0]).toMatchObject({
      ...{ name: 'find_order', title: 'Find an order', description: 'Tells when it arrives.' },
      inputSchema: { type: 'object', required: ['id'] },
    })
  })

  it('is called with the key', async () => {
    got = []
    const called = await callMcpTool(
      safeFetch(),
      at('/closed', { authorization: 'Bearer k' }),
      'find_order',
      {
        id: '7',
      },
    )
    expect(called).toEqual({ ok: true, isError: false, text: 'Order 7 arrives tomorrow.' })
    expect(got.every(({ authorization }) => authorization === 'Bearer k')).toBe(true)
  })

  it('answers with resources: their texts, and where those are that have none', async () => {
    expect(await callMcpTool(safeFetch(), at('/mcp'), 'guide', {})).toEqual({
      ...{ ok: true, isError: false, text: 'Switch it on.\nLamps: shop://lamps\n(resource)' },
    })
  })

  /** As a server of the protocol's revision of November 2025 says it; the official one of today has none. */
  it('lists what it runs as a task alone as that, which becomes no function', async () => {
    const listed = await listMcpTools(safeFetch(), at('/tasks'))
    if (!listed.ok) throw new Error(listed.message)
    const { functions } = readMcpTools(listed, url)
    expect(functions.map(({ name, problem }) => [name, problem])).toEqual([
      ['research', 'It runs as a task, which functions can’t begin.'],
      ['look', undefined],
    ])
  })

  it('says what went wrong in words', async () => {
    expect(await callMcpTool(safeFetch(), at('/mcp'), 'fail', {})).toEqual({
      ...{ ok: true, isError: true, text: 'No such order.' },
    })
    expect(await callMcpTool(safeFetch(), at('/mcp'), 'find_order', {})).toMatchObject({ isError: true })
    expect(await callMcpTool(safeFetch(), at('/mcp'), 'unknown', {})).toMatchObject({ ok: false })
  })

  it.each([
    ['/closed', 'The server did not accept the key.'],
    ['/broken', 'The server answered with the status 500.'],
    ['/page', 'The server'],
    ['/away', 'The server'],
  ])('at %s is refused', async (path, message) => {
    const listed = await listMcpTools(safeFetch(), at(path))
    expect(listed).toMatchObject({ ok: false, message: expect.stringContaining(message) })
    expect(JSON.stringify(listed)).not.toContain('stack')
  })

  it('that repeats the key has it hidden before the message is cut, not half of it left', async () => {
    const withoutSecret = (text: string) => text.replaceAll('secret-key-of-many-characters', '…')
    const authorization = 'Bearer secret-key-of-many-characters'
    const called = await callMcpTool(
      safeFetch(),
      { ...at('/echo', { authorization }), withoutSecret },
      'find_order',
      {},
    )
    expect(called).toMatchObject({ ok: false, message: expect.stringContaining('x Bearer') })
    expect(JSON.stringify(called)).not.toContain('secret')
  })

  it('whose pages have no end is read up to the limit of all of them together', async () => {
    got = []
    const listed = await listMcpTools(safeFetch(), at('/pages'))
    expect(listed).toMatchObject({ ok: false, fault: 'too-large' })
    expect(got.length).toBeLessThan(12)
  })

  it('that says nothing is given up', { timeout: 30_000 }, async () => {
    const called = await callMcpTool(safeFetch(), at('/silent'), 'find_order', {})
    expect(called).toMatchObject({ ok: false })
  })

  it('neither inside the network nor with more than is read', async () => {
    const inside = await listMcpTools(createSafeFetch(), at('/mcp'))
    expect(inside).toMatchObject({ ok: false, fault: 'address-not-allowed' })
    expect(await callMcpTool(safeFetch(), at('/mcp'), 'large', {})).toMatchObject({
      ...{ ok: false, fault: 'too-large' },
    })
  })
})
