import { expect, test } from 'vitest'
import { api } from './api.ts'
import { AFTER_HEADER, createClient, POSITION_HEADER } from './client.ts'
import { routesOf } from './routes.ts'

test('a query waits for the last command of its region, and for everything where another scope was changed', async () => {
  const asked: (string | null)[] = []
  const client = createClient({
    routes: routesOf(api),
    async fetch(_address, init) {
      const headers = new Headers(init?.headers)
      if (init?.method === 'GET') asked.push(headers.get(AFTER_HEADER))
      return new Response('{}', { headers: init?.method === 'GET' ? {} : { [POSITION_HEADER]: '7' } })
    },
  })
  const agents = (region: 'na' | 'eu') => client.call('agents.list', { params: { region }, query: {} })
  await agents('na')
  await client.call('auth.session', {})
  await client.call('invites.accept', {
    params: { region: 'na' },
    body: { token: 't', email: 'a@b.example' },
  })
  await agents('na')
  await agents('eu')
  await client.call('auth.session', {})
  await client.call('auth.signOut', {})
  await agents('na')
  expect(asked).toEqual(['0', '0', '7', '0', null, null])
})

test('an id that would make the address that of another call is refused before anything is sent', async () => {
  const asked: string[] = []
  const client = createClient({
    routes: routesOf(api),
    async fetch(address) {
      asked.push(String(address))
      return new Response('{}')
    },
  })
  const place = { region: 'na', workspaceId: 'w1', agentId: 'a1' } as const
  for (const id of ['..', '.', '']) {
    const calls = [
      // At `..` stands the agent, and the workspace, which would be deleted.
      client.call('visitors.erase', { params: { ...place, visitorId: id } }),
      client.call('tokens.revoke', { params: { ...place, tokenId: id } }),
    ]
    for (const call of calls)
      await expect(call, id).rejects.toThrow(/^“.*” can’t be a (visitorId|tokenId)\.$/)
  }
  expect(asked).toEqual([])
  await client.call('visitors.erase', { params: { ...place, visitorId: '../..' } })
  await client.call('visitors.erase', { params: { ...place, visitorId: '...' } })
  expect(asked.map((address) => new URL(address, 'http://x').pathname)).toEqual([
    '/api/na/v2/agents/a1/visitors/..%2F..',
    '/api/na/v2/agents/a1/visitors/...',
  ])
})

test('names that every object has are no calls', () => {
  const client = createClient({ routes: routesOf(api) })
  for (const name of ['constructor', '__proto__', 'toString'])
    expect(() => client.url(name as never, {} as never), name).toThrow(
      `The route of ${name} is not in this bundle`,
    )
})
