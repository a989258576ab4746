import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { expect, test, vi } from 'vitest'
import type { ChannelState } from '../channel.decider.ts'
import type { ReceiveMessage } from '../receive-message.ts'
import { createFileTurns } from '../received-files.ts'
import { telegramHandlers } from './telegram.handlers.ts'
import type { TelegramApi } from './telegram-api.ts'

const state: ChannelState = {
  status: 'connected',
  channel: {
    ...{ channelId: 'c1', agentId: 'a1', kind: 'telegram', name: 'Shop' },
    account: { botId: '4711', username: 'shop_bot' },
    credentials: { token: '4711:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  },
}

function opened() {
  const downloading: (() => void)[] = []
  const most = { now: 0, of: new Map<string, number>() }
  const receive = vi.fn<ReceiveMessage>(async () => ({ ok: true }))
  const api = {
    call: async () => ({ ok: true, result: { file_path: 'a' } }),
    download: () =>
      new Promise((resolve) => {
        downloading.push(() => resolve({ ok: true, bytes: Buffer.alloc(1) }))
        most.now = Math.max(most.now, downloading.length)
      }),
  } as unknown as TelegramApi
  const load = (async () => ({ state })) as unknown as CommandHandler['load']
  const noteIgnored = vi.fn(async (..._: unknown[]) => undefined)
  const takeChange = vi.fn(async (..._: unknown[]) => ({ ok: true as const, found: true }))
  const handler = telegramHandlers({
    load,
    api,
    receive,
    takeChange,
    noteIgnored,
    fileTurns: createFileTurns(),
  })['channels.telegramWebhook']
  let updates = 0
  const deliver = (content: object, tenant = 'w1', kind = 'message') => {
    const from = { id: 7, is_bot: false, first_name: 'Grace' }
    const message = { message_id: ++updates, date: 1, chat: { id: 7, type: 'private' }, from, ...content }
    return handler!({
      ...{ tenant, params: { agentId: 'a1' }, query: { channelId: 'c1' } },
      ...{ body: { update_id: updates, [kind]: message }, context: { cause: {} } },
    } as never)
  }
  return { deliver, downloading, receive, takeChange, noteIgnored, most }
}

const picture = { document: { file_id: 'd' } }

test('a bot that delivers many files at a time holds few of them in memory, and none of others’ turns', async () => {
  const { deliver, downloading, receive, most } = opened()
  const flood = Array.from({ length: 60 }, () => deliver(picture))
  await vi.waitFor(() => expect(downloading).toHaveLength(4))
  // What Telegram would deliver again.
  const refused = await Promise.all(flood.slice(40))
  for (const one of refused) expect(one).toMatchObject({ ok: false, rejection: { code: 'unavailable' } })
  // A message without files, and one of another workspace, need not wait.
  expect(await deliver({ text: 'Hello' })).toMatchObject({ ok: true })
  const other = deliver(picture, 'w2')
  await vi.waitFor(() => expect(downloading).toHaveLength(5))
  downloading.pop()?.()
  expect(await other).toMatchObject({ ok: true })
  for (let received = 2; received < 42; received = receive.mock.calls.length) {
    downloading.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const one of await Promise.all(flood.slice(0, 40))) expect(one).toMatchObject({ ok: true })
  expect(most.now).toBeLessThanOrEqual(5)
  // The places are free again.
  const later = deliver(picture)
  await vi.waitFor(() => expect(downloading).toHaveLength(1))
  downloading.pop()?.()
  expect(await later).toMatchObject({ ok: true })
})

test('an edit changes its message, and is that message where it is not known', async () => {
  const { deliver, receive, takeChange } = opened()
  const edit = () => deliver({ text: 'Monday', edit_date: 2 }, 'w1', 'edited_message')
  expect(await edit()).toMatchObject({ ok: true })
  expect(takeChange).toHaveBeenCalledWith(
    ...[expect.objectContaining({ channelId: 'c1' }), 'w1'],
    ...[expect.objectContaining({ change: { kind: 'edit', text: 'Monday' } }), {}],
  )
  expect(receive).not.toHaveBeenCalled()
  takeChange.mockResolvedValue({ ok: true, found: false })
  expect(await edit()).toMatchObject({ ok: true })
  expect(receive.mock.calls).toMatchObject([[{ providerMessageId: '2', text: '(edited) Monday' }]])
})

test('what is of a group or another bot is noted for the channel, and no message', async () => {
  const { deliver, receive, noteIgnored } = opened()
  const group = { text: 'Hi', chat: { id: -7, type: 'group' } }
  const bot = { text: 'Hi', from: { id: 8, is_bot: true, first_name: 'Bot' } }
  for (const message of [group, bot]) expect(await deliver(message)).toMatchObject({ ok: true })
  expect(noteIgnored.mock.calls.map(([, kinds]) => kinds)).toEqual([['group'], ['bot']])
  expect(receive).not.toHaveBeenCalled()
})
