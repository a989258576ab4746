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
