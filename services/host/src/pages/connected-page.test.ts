/** Answers of authorization servers are passed on to hosts of this installation alone, as its own states name them. */
import { returnAddresses } from '@parley/integration/credential/return-address.ts'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { serveConnectedPage } from './connected-page.ts'

const publicUrl = 'https://parley.example'
const own = returnAddresses(Buffer.alloc(32, 1))
const sentBackTo = async (state: string, served: string[]) => {
  const server = fastify()
  server.decorateRequest('agencyHost', undefined)
  serveConnectedPage(server, (_, answer) => answer.send('page'), {
    ...{ publicUrl, returns: own, nameAt: async () => 'Parley' },
    hostOf: async (host) =>
      served.includes(host) ? { domain: host, region: 'na', agencyId: 'a' } : ('ended' as const),
  })
  const { headers, body } = await server.inject(
    `/app/connected?${new URLSearchParams({ code: 'a b', state })}`,
  )
  return headers.location ?? body
}
const stateOf = (returns = own, origin = 'https://app.north.example') =>
  returns.stateFor(origin, `${publicUrl}/app/connected`)

test('to the domain of an agency while it is served', async () => {
  const state = stateOf()
  expect(await sentBackTo(state, ['app.north.example'])).toBe(
    `https://app.north.example/app/connected?code=a+b&state=${state}`,
  )
  expect(await sentBackTo(state, [])).toBe('page')
})

test('nowhere for a state that was signed elsewhere, was changed, or names the same host', async () => {
  const served = ['app.north.example']
  const signed = stateOf()
  for (const state of [
    ...[stateOf(returnAddresses(Buffer.alloc(32, 2))), `${signed}x`, signed.slice(0, -1), 'cn1.', ''],
    stateOf(own, publicUrl),
  ])
    expect(await sentBackTo(state, served)).toBe('page')
})
