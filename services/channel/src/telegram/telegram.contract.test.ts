/**
 * The adapter of Telegram against its double, with each request and each answer held against the published contract.
 * `CONTRACTS=<folder> npm run test:contracts`; skipped where the folder is absent.
 */
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Channel } from '../channel.decider.ts'
import type { ChannelAdapter } from '../channel-adapter.ts'
import { published } from '../contracts-folder.ts'
import { randomBlocks } from '../random-blocks.ts'
import { type BotApiContract, botApiContract } from './bot-api-contract.ts'
import { MOST_OF_TEXT, requestOf, telegramParts } from './requests.ts'
import { telegramAdapter } from './telegram-adapter.ts'
import { type TelegramApi, telegramApi } from './telegram-api.ts'
import { startTelegramDouble, type TelegramDouble } from './telegram-double.ts'

const contract = published(botApiContract())

describe.skipIf(!contract)('with the published contract', () => {
  // Read also where it is skipped.
  const { faultsOfCall, faultsOfAnswer, version } = contract ?? ({} as BotApiContract)
  let double: TelegramDouble
  let api: TelegramApi
  let adapter: ChannelAdapter
  let token: string

  beforeAll(async () => {
    double = await startTelegramDouble()
    const { host } = new URL(double.url)
    api = telegramApi({
      apiUrl: double.url,
      fetch: createSafeFetch({ allowPrivateAddresses: [host] }),
    })
    adapter = telegramAdapter({ api, publicUrl: 'https://parley.example', region: 'na' })
    token = double.bot(4_711)
  })
  afterAll(async () => {
    await double?.stop()
  })

  /** Every call so far, with what is wrong with it or its answer. */
  const faults = () =>
    double.calls.flatMap(({ method, parameters, answer }) => [
      ...faultsOfCall(method, parameters),
      ...(typeof answer === 'string' ? [] : faultsOfAnswer(method, answer)),
    ])
  const channel = (more: Partial<Channel> = {}): Channel => ({
    ...{ channelId: 'c1', agentId: 'a1', kind: 'telegram', name: 'Shop' },
    account: { botId: '4711', username: 'bot4711_bot' },
    credentials: { token },
    ...more,
  })
  const message = (blocks: Block[]): MessageView => ({ id: 'm1', index: 1, role: 'agent', blocks, at: '' })
  const send = (blocks: Block[]) =>
    adapter.send(channel(), { conversationId: 'x', contactId: '7', message: message(blocks), key: 'm1' })

  test('is the one of version 10 or later', () => {
    expect(Number(/(\d+)\.\d+/.exec(version)?.[1])).toBeGreaterThanOrEqual(10)
  })

  test('finds what is wrong', () => {
    const good = { chat_id: 7, text: 'Hello' }
    expect(faultsOfCall('sendMessage', good)).toEqual([])
    expect(faultsOfCall('sendMessage', { chat_id: 7 })).not.toEqual([])
    expect(faultsOfCall('sendMessage', { ...good, chat_id: 7.5 })).not.toEqual([])
    expect(faultsOfCall('sendMessage', { ...good, colour: 'red' })).not.toEqual([])
    expect(faultsOfCall('sendMessage', { ...good, text: 'x'.repeat(4_097) })).not.toEqual([])
    expect(
      faultsOfCall('sendMessage', { ...good, entities: [{ type: 'bold', offset: 3, length: 9 }] }),
    ).not.toEqual([])
    const keyboard = (button: object) => ({ ...good, reply_markup: { inline_keyboard: [[button]] } })
    expect(faultsOfCall('sendMessage', keyboard({ text: 'x', callback_data: 'x' }))).toEqual([])
    expect(faultsOfCall('sendMessage', keyboard({ text: 'x', callback_data: 'x'.repeat(65) }))).not.toEqual(
      [],
    )
    expect(faultsOfAnswer('getMe', { ok: true, result: { id: 1 } })).not.toEqual([])
  })

  test('a bot is connected, checked and disconnected', async () => {
    expect(await adapter.identify?.({ token })).toEqual({
      ok: true,
      id: '4711',
      account: { botId: '4711', username: 'bot4711_bot' },
      name: 'Bot 4711',
    })
    const own = channel()
    expect(await adapter.provider?.setUp(own)).toEqual({ ok: true })
    expect(double.webhooks.get(token)).toMatchObject({
      url: 'https://parley.example/api/na/v2/agents/a1/telegram-webhook?channelId=c1',
      allowed_updates: ['message', 'edited_message', 'callback_query', 'message_reaction'],
    })
    expect(await adapter.provider?.check(own)).toMatchObject({ state: 'connected', pending: 3 })
    const elsewhere = channel({ channelId: 'c2' })
    expect(await adapter.provider?.check(elsewhere)).toMatchObject({ state: 'not-connected' })
    // What another channel has set up stays.
    expect(await adapter.provider?.tearDown(elsewhere)).toEqual({ ok: true })
    expect(double.webhooks.size).toBe(1)
    expect(await adapter.provider?.tearDown(own)).toEqual({ ok: true })
    expect(double.webhooks.size).toBe(0)
    expect(faults()).toEqual([])
  })

  test('what Telegram refuses is told apart', async () => {
    const local = telegramAdapter({ api, publicUrl: 'http://localhost:4000', region: 'na' })
    expect(await local.provider?.setUp(channel())).toMatchObject({
      ...{ ok: false, final: true, reason: 'refused' },
      description: 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
    })
    const unknown = channel({ credentials: { token: '1:nobody' } })
    const refused = { ok: false, final: true, reason: 'credentials-refused' }
    expect(await adapter.provider?.setUp(unknown)).toEqual(refused)
    expect(await adapter.identify?.(unknown.credentials)).toEqual({ ok: false, refused: true })
    expect(await adapter.provider?.check(unknown)).toEqual({ state: 'credentials-refused' })
    double.answer('setWebhook', 'nonsense', 'cut', { error_code: 500, description: 'Internal Server Error' })
    for (let nth = 0; nth < 3; nth++)
      expect(await adapter.provider?.setUp(channel())).toEqual({ ok: false, final: false })
    expect(faults()).toEqual([])
  })

  test('everything that an agent says is a request of the contract', async () => {
    const all: Block[] = [
      { type: 'text', text: '**Hello** [there](https://shop.example/)' },
      { type: 'buttons', buttons: [{ id: 'b', label: 'Yes' }] },
      { type: 'image', url: 'https://shop.example/a.png' },
      { type: 'video', url: 'https://shop.example/v', title: 'A lamp' },
      { type: 'file', name: 'a.pdf', mimeType: 'application/pdf', url: '/files/a.pdf' },
      { type: 'file', name: 'a.csv', mimeType: 'text/csv', url: '/files/a.csv' },
      { type: 'form', formId: 'f', title: 'You', fields: [{ name: 'n', label: 'Name', type: 'text' }] },
      { type: 'carousel', cards: [{ title: 'Lamp', imageUrl: '/l.png', buttons: [{ label: 'Buy' }] }] },
    ]
    const before = double.calls.length
    for (const part of telegramParts(all, MOST_OF_TEXT)!) expect(await send(part)).toMatchObject({ ok: true })
    await adapter.showTyping?.(channel(), '7')
    expect(double.calls.slice(before).map(({ method }) => method)).toEqual([
      ...[
        'sendMessage',
        'sendPhoto',
        'sendMessage',
        'sendDocument',
        'sendMessage',
        'sendMessage',
        'sendPhoto',
      ],
      'sendChatAction',
    ])
    await api.call(token, 'answerCallbackQuery', { callback_query_id: 'q' }, z.unknown())
    double.file('v1', 'voice/file_1.oga', Buffer.from('OggS'))
    const found = await api.call(token, 'getFile', { file_id: 'v1' }, z.object({ file_path: z.string() }))
    expect(found).toMatchObject({ ok: true, result: { file_path: 'voice/file_1.oga' } })
    expect(await api.download(token, 'voice/file_1.oga', 100)).toMatchObject({ ok: true })
    expect(await api.download(token, 'voice/file_1.oga', 2)).toEqual({ ok: false, kind: 'too-large' })
    const asked = double.calls.length
    for (const path of ['../../etc/passwd', '/etc/passwd', 'a/./b', `../bot${token}/getMe`])
      expect(await api.download(token, path, 100)).toEqual({ ok: false, kind: 'gone' })
    expect(double.calls.length).toBe(asked)
    expect(faults()).toEqual([])
  })

  test('a refusal to send says what may help', async () => {
    const hello: Block[] = [{ type: 'text', text: 'Hello' }]
    const fault = (error_code: number, description: string, more = {}) => ({
      error_code,
      description,
      ...more,
    })
    double.answer(
      'sendMessage',
      fault(403, 'Forbidden: bot was blocked by the user'),
      fault(400, 'Bad Request: chat not found'),
      fault(429, 'Too Many Requests: retry after 7', { parameters: { retry_after: 7 } }),
      fault(502, 'Bad Gateway'),
      fault(401, 'Unauthorized'),
    )
    expect(await send(hello)).toEqual({ ok: false, final: true, reason: 'blocked' })
    expect(await send(hello)).toEqual({ ok: false, final: true, reason: 'refused' })
    expect(await send(hello)).toEqual({ ok: false, final: false, away: false, afterMs: 7_000 })
    expect(await send(hello)).toEqual({ ok: false, final: false, away: true })
    expect(await send(hello)).toEqual({
      ok: false,
      final: false,
      away: true,
      channelFailed: 'credentials-refused',
    })
    double.answer('sendPhoto', fault(400, 'Bad Request: failed to get HTTP URL content'))
    expect(await send([{ type: 'image', url: 'https://shop.example/a.png' }])).toMatchObject({ ok: true })
    expect(double.of('sendMessage').at(-1)?.text).toBe('https://shop.example/a.png')
    expect(faults()).toEqual([])
  })

  test('nothing that an agent may say yields a request that the contract refuses', () => {
    fc.assert(
      fc.property(randomBlocks, (blocks) => {
        for (const part of telegramParts(blocks, MOST_OF_TEXT) ?? []) {
          const request = requestOf(part, { chatId: 7, origin: 'https://parley.example' })
          for (const each of [request, request?.instead])
            if (each) expect(faultsOfCall(each.method, each.parameters)).toEqual([])
        }
      }),
      { numRuns: 100 },
    )
  })
})
