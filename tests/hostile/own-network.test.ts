/** Addresses from people and websites that would lead the server into its operator's internal network. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { conversationsOf, startAttacked } from './attacker.ts'

const { parley, mine, agentId, call, newAgent } = await startAttacked()

const hits: string[] = []
const inside = createServer((request, response) => {
  hits.push(request.url ?? '')
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>the operator’s own secret</p>')
})
await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
const { port } = inside.address() as AddressInfo

afterAll(async () => {
  inside.close()
  await parley.stop()
})

/** Each points at this machine, or at a metadata service of a cloud. */
const addresses = [
  `http://127.0.0.1:${port}/secret`,
  `http://localhost:${port}/secret`,
  `http://[::1]:${port}/secret`,
  `http://[::ffff:127.0.0.1]:${port}/secret`,
  `http://2130706433:${port}/secret`,
  `http://0x7f.1:${port}/secret`,
  `http://0.0.0.0:${port}/secret`,
  `http://127.1:${port}/secret`,
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://[fd00::1]/',
]

describe('an internal address', () => {
  test.each(addresses)('%s is not read by a knowledge source', async (url) => {
    const path = `/api/na/v2/agents/${agentId}/knowledge/websites`
    const added = await call('POST', path, { token: mine.token, body: { url, kind: 'url' } })
    expect(added.status, added.text).toBe(200)
    const source = `/api/na/v2/agents/${agentId}/knowledge/${added.json.sourceId}`
    await vi.waitFor(async () => {
      const read = await call('GET', source, { token: mine.token })
      expect(read.json.status).toBe('ERROR')
      expect(read.text).not.toContain('own secret')
    }, 50_000)
    expect(hits).toEqual([])
  })

  test.each(addresses)('%s is not called by a tool', async (serverUrl) => {
    const settings = { name: 'Probe', description: 'x', fields: [], serverUrl, method: 'GET' }
    const made = await call('POST', '/api/na/v2/tools', { token: mine.token, body: { settings } })
    expect([200, 400]).toContain(made.status)
    if (made.status === 200) {
      const path = `/api/na/v2/tools/${made.json.id}/test`
      const tried = await call('POST', path, { token: mine.token, body: { values: {} } })
      expect(tried.json.outcome).not.toBe('ok')
      expect(tried.text).not.toContain('own secret')
    }
    expect(hits).toEqual([])
  })

  test.each(addresses)('%s is not shown in a website preview', async (url) => {
    const query = new URLSearchParams({ vg_id: agentId, website_url: url })
    const headers = { cookie: `parley_session=${mine.token}` }
    const answer = await fetch(`${parley.url}/app/na/prototype?${query}`, { headers })
    const page = await answer.text()
    expect([answer.status, page]).toEqual([200, expect.stringContaining('could not be shown')])
    expect(page).not.toContain('own secret')
    const snapshot = answer.url.replace('/prototype?', '/prototype/snapshot?')
    expect((await fetch(snapshot, { headers })).status).toBe(404)
    expect(hits).toEqual([])
  })

  test.each(addresses)('%s is not fetched for a visitor', async (link) => {
    const open = await uploading
    const answer = await call('POST', open.path, { token: open.token, body: { id: 'f1', link } })
    expect([400, 404, 413, 415, 422]).toContain(answer.status)
    expect(answer.text).not.toContain('own secret')
    expect(hits).toEqual([])
  })

  test.each(addresses.slice(0, 4))('%s is not requested by a node of a flow', async (url) => {
    const position = { x: 0, y: 0 }
    const nodes = [
      { id: 's', type: 'start', next: 'h', position },
      {
        id: 'h',
        type: 'http',
        method: 'GET',
        url,
        headers: [],
        body: '',
        saveTo: 'answer',
        next: 'm',
        position,
      },
      { id: 'm', type: 'message', text: 'It said {{answer}}', next: 'e', position },
      { id: 'e', type: 'end', position },
    ]
    const withFlow = await newAgent()
    const path = `/api/na/v2/agents/${withFlow}`
    const saved = await call('POST', path, { token: mine.token, body: { nodes, enableNodes: true } })
    expect(saved.status, saved.text).toBe(200)
    const { text } = await call('POST', conversationsOf(withFlow), { body: {} })
    expect(text).not.toContain('own secret')
    await parley.settled()
    expect(hits).toEqual([])
  })
})

const uploading = (async () => {
  const taking = await newAgent()
  const path = `/api/na/v2/agents/${taking}`
  await call('POST', path, { token: mine.token, body: { acceptFileUpload: true } })
  const { json } = await call('POST', conversationsOf(taking), { body: {} })
  return {
    path: `${conversationsOf(taking)}/${json.conversationId}/files`,
    token: String(json.visitorToken),
  }
})()
