/** Answers of authorization servers are passed on to hosts of this installation alone, as its own states name them. */
import { returnAddresses } from '@parley/integration/credential/return-address.ts'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { serveConnectedPage } from './connected-page.ts'

const publicUrl = 'https://parley.example'
const own = returnAddresses(Buffer.alloc(32, 1))
const sentBackTo = async (state: string, served: string[], path = '/app/connected/a') => {
  const server = fastify()
  server.decorateRequest('agencyHost', undefined)
  serveConnectedPage(server, (_, answer) => answer.send('page'), {
    ...{ publicUrl, returns: own, nameAt: async () => 'Parley' },
    hostOf: async (host) =>
      served.includes(host) ? { domain: host, region: 'na', agencyId: 'a' } : ('ended' as const),
  })
  const { headers, body } = await server.inject(`${path}?${new URLSearchParams({ code: 'a b', state })}`)
  return headers.location ?? body
}
const stateOf = (returns = own, origin = 'https://app.north.example', workspaceId = 'a') =>
  returns.stateFor(origin, `${publicUrl}/app/connected/a`, workspaceId)
const pageWith = (state: string) => `/app/connected?${new URLSearchParams({ code: 'a b', state })}`

test('to the domain of an agency while it is served', async () => {
  const state = stateOf()
  expect(await sentBackTo(state, ['app.north.example'])).toBe(`https://app.north.example${pageWith(state)}`)
  expect(await sentBackTo(state, [])).toBe(pageWith(state))
})

test('nowhere for a state that was signed elsewhere, was changed, or names the same host', async () => {
  const served = ['app.north.example']
  const signed = stateOf()
  for (const state of [
    ...[stateOf(returnAddresses(Buffer.alloc(32, 2))), `${signed}x`, signed.slice(0, -1), 'cn1.', ''],
    stateOf(own, publicUrl),
  ])
    expect(await sentBackTo(state, served)).toBe(pageWith(state))
})

test('not to a domain, whose owner may move it, for clients of ours or of another workspace', async () => {
  const served = ['app.north.example']
  expect(await sentBackTo(stateOf(), served, '/app/connected')).toBe('page')
  for (const [path, workspaceId] of [
    ['/app/connected/b', 'a'],
    ['/app/connected/a', 'b'],
    // Served, but of another agency than the state's workspace.
    ['/app/connected/b', 'b'],
  ] as const) {
    const state = stateOf(own, undefined, workspaceId)
    expect(await sentBackTo(state, served, path)).toBe(pageWith(state))
  }
})
