/** Answers that Telegram never gives are no proper ones, or harm nothing. */
import { expect, test } from 'vitest'
import type { Channel } from '../channel.decider.ts'
import { telegramAdapter } from './telegram-adapter.ts'
import { telegramApi } from './telegram-api.ts'

const token = '4711:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const channel: Channel = {
  ...{ channelId: 'c1', agentId: 'a1', kind: 'telegram', name: 'Shop' },
  account: { botId: '4711', username: 'shop_bot' },
  credentials: { token },
}

/** What is called of a Telegram that gives one answer to everything. */
function answering(answer: unknown) {
  const body = Buffer.from(JSON.stringify(answer))
  const api = telegramApi({
    apiUrl: 'https://telegram.example',
    fetch: async (url) => ({ ok: true, status: 200, headers: {}, body, cut: false, url, redirects: [] }),
  })
  const adapter = telegramAdapter({ api, publicUrl: 'https://parley.example', region: 'na' })
  return {
    api,
    identify: () => adapter.identify?.({ token }),
    setUp: () => adapter.provider?.setUp(channel),
    check: () => adapter.provider?.check(channel),
  }
}
const answered = (result: object) => answering({ ok: true, result })

test('a bot has a name that a channel can have, and a number', async () => {
  const bot = { id: 4711, is_bot: true, first_name: 'Shop', username: 'shop_bot' }
  expect(await answered(bot).identify()).toMatchObject({ ok: true, id: '4711', name: 'Shop' })
  expect(await answered({ ...bot, first_name: `${'a'.repeat(99)}😀` }).identify()).toMatchObject({
    name: `${'a'.repeat(99)}\uFFFD`,
  })
  expect(await answered({ ...bot, first_name: ' ' }).identify()).toMatchObject({ name: 'shop_bot' })
  for (const wrong of [{ id: -4711 }, { id: 1e300 }, { username: '' }, { username: 'x'.repeat(65) }])
    expect(await answered({ ...bot, ...wrong }).identify()).toEqual({ ok: false, refused: false })
})

test.each([
  [30, 30_000],
  [1e306, 86_400_000],
  [-5, 5_000],
  ['soon', 5_000],
])('a pause of %s seconds that it asks for is one of %d ms', async (retry_after, afterMs) => {
  const patience = { ok: false, error_code: 429, description: '', parameters: { retry_after } }
  expect(await answering(patience).setUp()).toEqual({ ok: false, final: false, afterMs })
})

test('a time that can’t be written is none', async () => {
  const info = { url: '', pending_update_count: 2, last_error_message: `failed with ${token}` }
  expect(await answered({ ...info, last_error_date: 9e15 }).check()).toEqual({
    ...{ state: 'not-connected', pending: 2 },
  })
  expect(await answered({ ...info, last_error_date: 1 }).check()).toMatchObject({
    lastFailure: { at: '1970-01-01T00:00:01.000Z', description: 'failed with …' },
  })
})

test('a path of half a character is fetched as another, and throws nothing', async () => {
  expect(await answering({}).api.download(token, 'a/\uD83D', 10)).toMatchObject({ ok: true })
})
