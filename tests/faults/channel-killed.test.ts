/** The server is killed while a channel's messages come in and go out: none is lost, and none is delivered twice. */
import { createClient } from '@parley/contracts/client.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChannelDouble, startChannelDouble } from '../src/channel-double.ts'
import { createKillableServer, type KillableServer } from '../src/killable-server.ts'
import { routes } from '../src/test-platform.ts'

const params = { region: 'na', agentId: 'killedchannel001' } as const
let shop: ChannelDouble
let server: KillableServer

beforeAll(async () => {
  shop = await startChannelDouble()
  server = await createKillableServer({ ALLOW_PRIVATE_ADDRESSES: 'true' })
})
afterAll(async () => {
  await server?.remove()
  await shop?.stop()
})

test('messages of contacts and replies to them survive SIGKILL at the worst moments', async () => {
  let url = await server.start()
  const token = await server.signUp()
  const owner = () => createClient({ routes, baseUrl: url, token: () => token })
  const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  await owner().call('agents.save', { params, body: { title: 'Shop', ...silentAtFirst } })
  const { channelId } = await owner().call('channels.connect', {
    params,
    body: {
      kind: 'webhook',
      name: 'Orders',
      account: { url: shop.url },
      credentials: { secret: shop.secret },
    },
  })
  const address = () => `${url}/api/na/v2/agents/${params.agentId}/channels/${channelId}/deliveries`
  const deliver = (nth: number) => {
    const contact = { id: `contact ${nth}` }
    const message = { id: `m${nth}`, text: 'Hello', contact, sentAt: '2026-11-22T10:00:00Z' }
    return shop.deliver(address(), { messages: [message] }, { id: `delivery ${nth}` })
  }
  const repliesTo = () => [...shop.taken.values()].map(({ contact }) => contact.id).toSorted()

  // Killed while the reply is being sent: the server of the shop has taken it, but its answer is lost.
  shop.answer('cut')
  expect(await deliver(1)).toBe(200)
  await expect.poll(() => shop.requests.length, { timeout: 20_000 }).toBe(1)
  await server.kill()
  url = await server.start()
  await expect.poll(() => shop.requests.at(-1)?.status, { timeout: 30_000 }).toBe(200)
  expect(repliesTo()).toEqual(['contact 1'])

  // Killed while deliveries come in, which are then delivered again, as every provider does.
  const cut = Array.from({ length: 10 }, (_, nth) => deliver(nth + 1).catch(() => 'cut'))
  await Promise.race(cut)
  await server.kill()
  await Promise.all(cut)
  url = await server.start()
  // A delivery that the killed process was handling is refused with 409 until its lease ends.
  for (let nth = 1; nth <= 10; nth++)
    await expect.poll(() => deliver(nth), { timeout: 30_000, interval: 500 }).toBe(200)
  const everybody = Array.from({ length: 10 }, (_, nth) => `contact ${nth + 1}`).toSorted()
  await expect.poll(repliesTo, { timeout: 60_000 }).toEqual(everybody)

  const shown = async () => (await owner().call('conversations.list', { params, query: {} })).items
  await expect
    .poll(async () => (await shown()).map(({ messages }) => messages), { timeout: 20_000 })
    .toEqual(Array.from({ length: 10 }, () => 2))
  const states = async () =>
    Promise.all(
      (await shown()).map(async ({ conversationId }) => {
        const ofConversation = { params: { ...params, conversationId } }
        return (await owner().call('conversations.get', ofConversation)).transcript.at(-1)?.deliveryState
      }),
    )
  await expect.poll(states, { timeout: 30_000 }).toEqual(Array.from({ length: 10 }, () => 'sent'))
}, 240_000)
