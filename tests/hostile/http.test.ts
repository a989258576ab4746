/** Addresses, headers, cookies and cursors that our clients never send. */

import { afterAll, describe, expect, test } from 'vitest'
import type { Person } from '../src/test-platform.ts'
import { inRegion, raw, startAttacked } from './attacker.ts'

const { parley, mine, theirs, agentId, statusOf, newAgent } = await startAttacked()
afterAll(() => parley.stop())

describe('addresses and headers', () => {
  test.each([
    '/api/na/v2/agents/%00',
    '/api/na/v2/agents/..%2f..%2fx',
    '/api/na/v2/agents/%ff',
    '/api/na/v2/agents/%',
    `/api/na/v2/agents/${'a'.repeat(3_000)}`,
    `/api/na/v2/agents?q=${'a'.repeat(20_000)}`,
    '/api/na/v2/agents with spaces',
    '/assets/%00',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/index.html',
    '/widget/assets/..%5c..%5cframe.html',
    '/widget/na/%2e%2e%2fx.js',
    '/widget/toString/x.js',
    '//evil.example/..',
  ])('%s is refused as a problem, without internal details', async (path) => {
    const answer = await raw(parley.url, path, `authorization: Bearer ${mine.token}\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).not.toMatch(/FST_|node_modules|\/work\/|at \w+ \(|"dependencies"/)
    if (!path.startsWith('/widget/')) expect(answer).toContain('application/problem+json')
  })

  test('an invalid cursor, or that of another list, is refused as input', async () => {
    await newAgent(mine)
    const { next } = await mine.client.call('agents.list', { params: inRegion, query: { limit: 1 } })
    expect(next).toBeDefined()
    const lists: [string, Person][] = [
      ['agents', theirs],
      [`agents/${agentId}/knowledge`, mine],
      [`agents/${agentId}/conversations`, mine],
      [`workspaces/${mine.workspaceId}/audit`, mine],
    ]
    for (const [path, { token }] of lists) {
      for (const cursor of [next ?? '', 'x', '\0', 'W251bGwsbnVsbF0']) {
        const address = `/api/na/v2/${path}?cursor=${encodeURIComponent(cursor)}`
        expect(await statusOf('GET', address, token), address).toBe(400)
      }
    }
  })

  test('an invalid cookie signs nobody in and causes no error', async () => {
    for (const cookie of ['parley_session=%', 'parley_session=%ff', 'parley_session==', ';;=;parley_session'])
      expect(await statusOf('GET', '/api/auth/session', undefined, { cookie })).toBe(401)
  })

  test('the demo page’s server survives invalid requests', async () => {
    const { origin } = new URL(parley.demoUrl)
    for (const path of ['//', 'http://[', '/%00.html', '/x%', '/..%2f..%2fpackage.json'])
      expect(await raw(origin, path)).toMatch(/^HTTP\/1\.1 (404|400|200) /)
    expect((await fetch(parley.demoUrl)).status).toBe(200)
    const marked = await (await fetch(`${parley.demoUrl}?agent=x&mode=%22%3E%3Cscript%3E`)).text()
    expect(marked).not.toContain('"><script>')
  })

  test('no private call is open to pages of other origins, with or without cookies', async () => {
    const headers = { origin: 'https://evil.example', cookie: `parley_session=${mine.token}` }
    for (const path of ['/api/na/v2/agents', '/api/auth/session', `/api/na/v2/agents/${agentId}`]) {
      for (const method of ['GET', 'OPTIONS']) {
        const response = await fetch(parley.url + path, { method, headers })
        expect(response.headers.get('access-control-allow-origin')).toBeNull()
        expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      }
    }
  })
})
