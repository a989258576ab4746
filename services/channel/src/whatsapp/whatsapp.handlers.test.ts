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
  const receive = vi.fn(async (_: object) => ({ ok: true as const, isAnswered: true }))
  const noteIgnored = vi.fn(async (..._: unknown[]) => undefined)
  const replyOutside = vi.fn(async (_: object) => ({ ok: true as const }))
  const takeChange = vi.fn(async (..._: unknown[]) => ({ ok: true as const, found: true }))
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
    ...{ replyOutside, takeChange, noteIgnored },
  })
  const deliver = (body: object) =>
    handlers['channels.whatsappWebhook']!({
      ...{ tenant: 'w1', params: { region: 'na', agentId: 'a1' }, body },
      context: { tenant: 'w1', cause: { command: 'k' } },
      request: { delivery: { id: '1', raw: Buffer.from(JSON.stringify(body)) } },
    } as never)
  return { deliver, onIgnored, receive, underWay, replyOutside, takeChange, noteIgnored }
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
  const { deliver, onIgnored, noteIgnored } = open()
  const to = { to: '16505551234', group_id: 'g' }
  const echo = { ...messageOf({ type: 'text' }), ...to }
  const [own] = deliveryOf({ message_echoes: [echo, echo, echo] }).entry
  const foreign = (nth: number) => deliveryOf({ phoneNumberId: String(nth), field: `field ${nth}` }).entry
  const kinds = (nth: number) => deliveryOf({ field: `field ${nth}` }).entry
  const many = Array.from({ length: 200 }, (_, nth) => [...foreign(nth + 1), ...kinds(nth)]).flat()
  expect(await deliver({ object: 'x', entry: [own, own, ...many] })).toMatchObject({ ok: true })
  expect(onIgnored.mock.calls.length).toBeLessThanOrEqual(5)
  expect(onIgnored).toHaveBeenCalledWith(expect.stringContaining('not the agent’s'), expect.any(Object))
  // What its own number ignores is the channel's to show.
  expect(noteIgnored).toHaveBeenCalledWith(
    ...[expect.objectContaining({ channelId: 'c1' }), ['group', 'group', 'group'], expect.any(Object)],
  )
})

test('what a person writes in the app is in the conversation, in order with what comes in', async () => {
  const { deliver, receive, replyOutside, takeChange } = open()
  const words = (id: string, timestamp: string) =>
    messageOf({ type: 'text', text: { body: id } }, { id, timestamp })
  const delivery = deliveryOf({ messages: [words('in', '1749416385')] })
  const echoes = deliveryOf({ message_echoes: [{ ...words('out', '1749416384'), to: '16505551234' }] })
  const revoke = messageOf({ type: 'revoke', revoke: { original_message_id: 'in' } })
  const revoked = deliveryOf({ messages: [revoke] })
  const entry = [...revoked.entry, ...delivery.entry, ...echoes.entry]
  expect(await deliver({ ...delivery, entry })).toMatchObject({ ok: true })
  expect(replyOutside.mock.calls).toMatchObject([
    [{ providerMessageId: 'out', contact: { id: '16505551234' }, from: 'WhatsApp Business app' }],
  ])
  const [reply, message, change] = [replyOutside, receive, takeChange].map(
    ({ mock }) => mock.invocationCallOrder[0] ?? Number.NaN,
  )
  expect([reply! < message!, message! < change!]).toEqual([true, true])
})

test('an edit of a message that is not known is that message', async () => {
  const { deliver, receive, replyOutside, takeChange } = open()
  takeChange.mockResolvedValue({ ok: true, found: false })
  const edit = { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'Monday' } } }
  const given = messageOf({ type: 'edit', edit })
  const echo = { ...given, to: '16505551234' }
  await deliver(deliveryOf({ messages: [given], message_echoes: [echo] }))
  const expected = { providerMessageId: 'wamid.0', text: '(edited) Monday' }
  expect(receive.mock.calls).toMatchObject([[expected]])
  expect(replyOutside.mock.calls).toMatchObject([[expected]])
})
