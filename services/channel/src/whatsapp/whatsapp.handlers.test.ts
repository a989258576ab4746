/** What a delivery of WhatsApp may have done of Meta at a time, with an agent that has one number. */
import { expect, test, vi } from 'vitest'
import { createFileTurns } from '../received-files.ts'
import { deliveryOf, messageOf } from './sample-deliveries.ts'
import { whatsAppHandlers } from './whatsapp.handlers.ts'

const phoneNumberId = '106540352242922'
const channel = {
  ...{ channelId: 'c1', agentId: 'a1', kind: 'whatsapp', name: 'Shop' },
  account: { phoneNumberId, businessId: '1', phoneNumber: '+1' },
  credentials: { token: 't', appSecret: 's' },
}

function open() {
  const onIgnored = vi.fn()
  const underWay = new Set<() => void>()
  const receive = vi.fn(async () => ({ ok: true as const, isAnswered: true }))
  const { handlers } = whatsAppHandlers({
    ...{ region: 'na', receive, onIgnored, fileTurns: createFileTurns() },
    load: (async () => ({ state: { status: 'connected', channel } })) as never,
    refresh: async () => undefined,
    api: { call: () => new Promise<never>((resolve) => underWay.add(resolve as never)) } as never,
    accounts: {
      holderOf: async ({ accountId }) =>
        accountId === phoneNumberId
          ? { channelId: 'c1', region: 'na', workspaceId: 'w1', reservedAt: 0 }
          : undefined,
    },
    record: async () => ({ ok: true }),
    isAgent: async () => true,
    channelIdsOf: async () => [],
    handle: (async () => ({ ok: true })) as never,
  })
  const deliver = (body: object) =>
    handlers['channels.whatsappWebhook']!({
      ...{ tenant: 'w1', params: { region: 'na', agentId: 'a1' }, body },
      context: { tenant: 'w1', cause: { command: 'k' } },
      request: { delivery: { id: '1', raw: Buffer.from(JSON.stringify(body)) } },
    } as never)
  return { deliver, onIgnored, receive, underWay }
}

test('that messages are read is told of some at a time', async () => {
  const { deliver, receive, underWay } = open()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const messages = Array.from({ length: 300 }, (_, nth) =>
    messageOf({ type: 'text', text: { body: 'Hello' } }, { id: `wamid.${nth}`, timestamp }),
  )
  expect(await deliver(deliveryOf({ messages }))).toMatchObject({ ok: true })
  expect([receive.mock.calls.length, underWay.size]).toEqual([300, 50])
  for (const end of underWay) end()
  await vi.waitFor(async () => {
    await deliver(deliveryOf({ messages: messages.slice(0, 1) }))
    expect(underWay.size).toBeGreaterThan(50)
  })
})

test('what is ignored is said a few times, however often it stands in a delivery', async () => {
  const { deliver, onIgnored } = open()
  const [own] = deliveryOf({ message_echoes: [{}, {}, {}] }).entry
  const foreign = (nth: number) => deliveryOf({ phoneNumberId: String(nth), field: `field ${nth}` }).entry
  const kinds = (nth: number) => deliveryOf({ field: `field ${nth}` }).entry
  const many = Array.from({ length: 200 }, (_, nth) => [...foreign(nth + 1), ...kinds(nth)]).flat()
  expect(await deliver({ object: 'x', entry: [own, own, ...many] })).toMatchObject({ ok: true })
  expect(onIgnored.mock.calls.length).toBeLessThanOrEqual(5)
  expect(onIgnored).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ kind: 'echo' }))
})
