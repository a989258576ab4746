/**
 * The adapter of Discord against its double, with each request and each answer held against the published contract.
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
import { discordAdapter } from './discord-adapter.ts'
import { type DiscordApi, discordApi } from './discord-api.ts'
import { type DiscordContract, discordContract } from './discord-contract.ts'
import { type DiscordDouble, startDiscordDouble } from './discord-double.ts'
import { discordParts, MOST_OF_TEXT, requestOf } from './requests.ts'

const contract = published(discordContract())

const origin = 'https://parley.example'
const person = '4234567890123456'

describe.skipIf(!contract)('with the published contract', () => {
  const { faultsOfRequest, faultsOfAnswer, version } = contract ?? ({} as DiscordContract)
  let discord: DiscordDouble
  let adapter: ChannelAdapter
  let api: DiscordApi
  let guildId: string
  let channelId: string
  let webhookUrl: string

  beforeAll(async () => {
    discord = await startDiscordDouble()
    guildId = discord.guild()
    channelId = discord.channel(guildId)
    webhookUrl = discord.webhook(channelId)
    const { host } = new URL(discord.url)
    const fetch = createSafeFetch({ allowPrivateAddresses: [host] })
    api = discordApi({ apiUrl: discord.url, botToken: discord.token, publicUrl: origin, fetch })
    adapter = discordAdapter({ api, publicUrl: origin, isOffered: true })
  })
  afterAll(async () => {
    await discord?.stop()
  })

  /** Every request so far, with what is wrong with it or its answer. */
  const faults = () =>
    discord.requests.flatMap((request) => [
      ...faultsOfRequest(request),
      ...(request.status === 0 ? [] : faultsOfAnswer(request)),
    ])
  const channel = (more: Partial<Channel> = {}): Channel => ({
    ...{ channelId: 'c1', agentId: 'a1', kind: 'discord', name: 'Shop' },
    account: { discordChannelId: channelId, serverId: guildId },
    credentials: { webhookUrl },
    ...more,
  })
  const message = (blocks: Block[]): MessageView => ({ id: 'm1', index: 1, role: 'agent', blocks, at: '' })
  const send = (blocks: Block[], of = channel()) =>
    adapter.send(of, { conversationId: 'x', contactId: person, message: message(blocks), key: 'm1' })
  const hello: Block[] = [{ type: 'text', text: 'Hello' }]

  test('is the one of version 10', () => {
    expect(version).toBe('10')
  })

  test('finds what is wrong', () => {
    const path = '/webhooks/3234567890123456/token'
    const faultsOf = (body: object, query = '?wait=true') =>
      faultsOfRequest({ method: 'POST', path, query, body })
    expect(faultsOf({ content: 'Hello', allowed_mentions: { parse: [] } })).toEqual([])
    expect(faultsOf({ content: 'x'.repeat(2_001) })).not.toEqual([])
    expect(faultsOf({ content: 7 })).not.toEqual([])
    expect(faultsOf({ content: 'Hello', colour: 'red' })).not.toEqual([])
    expect(faultsOf({ content: 'Hello', embeds: [{ title: 'x'.repeat(257) }] })).not.toEqual([])
    expect(faultsOf({ content: 'Hello' }, '?later=true')).not.toEqual([])
    expect(faultsOfRequest({ method: 'GET', path: '/nowhere', query: '', body: undefined })).not.toEqual([])
    expect(faultsOfAnswer({ method: 'POST', path, status: 200, answer: { id: '1' } })).not.toEqual([])
    expect(faultsOfAnswer({ method: 'GET', path: '/gateway/bot', status: 200, answer: {} })).not.toEqual([])
  })

  test('a channel is connected, checked and disconnected', async () => {
    expect(await adapter.identify?.({ webhookUrl })).toEqual({
      ...{
        ok: true,
        id: channelId,
        account: { discordChannelId: channelId, serverId: guildId },
        name: 'Shop agent',
      },
    })
    expect(await adapter.provider?.setUp(channel())).toEqual({ ok: true })
    expect(await adapter.provider?.check(channel())).toEqual({ state: 'connected' })
    expect(await adapter.provider?.tearDown(channel())).toEqual({ ok: true })
    expect(faults()).toEqual([])
  })

  test('what Discord refuses is told apart', async () => {
    const unknown = 'https://discord.com/api/webhooks/3234567890123456/nobody-has-this-token'
    expect(await adapter.identify?.({ webhookUrl: unknown })).toEqual({ ok: false, refused: true })
    expect(await adapter.identify?.({ webhookUrl: 'https://evil.example/' })).toEqual({
      ok: false,
      refused: true,
    })
    expect(await send(hello, channel({ credentials: { webhookUrl: unknown } }))).toEqual({
      ...{ ok: false, final: false, away: true, channelFailed: 'credentials-refused' },
    })
    expect(await send(hello, channel({ credentials: { webhookUrl: `${webhookUrl}x` } }))).toMatchObject({
      channelFailed: 'credentials-refused',
    })
    expect(await adapter.provider?.setUp(channel({ credentials: { webhookUrl: unknown } }))).toEqual({
      ...{ ok: false, final: true, reason: 'credentials-refused' },
    })
    discord.removeBot(guildId)
    expect(await adapter.provider?.setUp(channel())).toMatchObject({
      ...{ ok: false, final: true, reason: 'refused' },
      description: expect.stringContaining('Add it to the server'),
    })
    expect(await adapter.provider?.check(channel())).toEqual({ state: 'not-connected' })
    discord.addBot(guildId)
    discord.answer('GET /channels', 'nonsense', 'cut', { status: 500, body: {} })
    for (let nth = 0; nth < 3; nth++)
      expect(await adapter.provider?.setUp(channel())).toEqual({ ok: false, final: false })
    discord.answer('GET /webhooks', 'nonsense')
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
      { type: 'form', formId: 'f', title: 'You', fields: [{ name: 'n', label: 'Name', type: 'text' }] },
      { type: 'carousel', cards: [{ title: 'Lamp', imageUrl: '/l.png', buttons: [{ label: 'Buy' }] }] },
    ]
    for (const part of discordParts(all, MOST_OF_TEXT, origin)!)
      expect(await send(part)).toMatchObject({ ok: true })
    await adapter.showTyping?.(channel(), person)
    expect(discord.requests.at(-1)).toMatchObject({ path: `/channels/${channelId}/typing`, status: 204 })
    await api.asBot({ method: 'GET', path: '/gateway/bot' }, z.unknown())
    await api.asBot({ method: 'GET', path: `/channels/${channelId}/messages?after=1&limit=100` }, z.unknown())
    expect(discord.written(channelId).at(0)).toContain(`<@${person}> **Hello**`)
    expect(faults()).toEqual([])
  })

  test('a pause that Discord asks for is kept without another request, by the webhook or by all', async () => {
    const limited = (global: boolean, retry_after: number) => ({
      status: 429,
      body: { message: 'You are being rate limited.', code: 0, retry_after, global },
    })
    discord.answer('POST /webhooks', limited(false, 0.3))
    expect(await send(hello)).toEqual({ ok: false, final: false, away: false, afterMs: 300 })
    const asked = discord.requests.length
    expect(await send(hello)).toMatchObject({ final: false, afterMs: expect.any(Number) })
    expect(discord.requests).toHaveLength(asked)
    await expect.poll(() => send(hello)).toMatchObject({ ok: true })
    discord.answer('POST /webhooks', limited(true, 0.3))
    expect(await send(hello)).toMatchObject({ afterMs: 300 })
    expect(await adapter.provider?.setUp(channel())).toMatchObject({
      ok: false,
      final: false,
      afterMs: expect.any(Number),
    })
    await expect.poll(() => adapter.provider?.setUp(channel())).toEqual({ ok: true })
    // The last request of a time is followed by a pause, so that none is refused.
    const { guild_id: _, ...taken } = discord.write(channelId, 'Hello')
    discord.answer('POST /webhooks', {
      ...{ status: 200, body: taken },
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '0.2' },
    })
    expect(await send(hello)).toMatchObject({ ok: true })
    expect(await send(hello)).toMatchObject({ final: false, away: false })
    await expect.poll(() => send(hello)).toMatchObject({ ok: true })
    expect(faults()).toEqual([])
  })

  test('nothing that an agent may say yields a request that the contract refuses', () => {
    fc.assert(
      fc.property(randomBlocks, (blocks) => {
        for (const part of discordParts(blocks, MOST_OF_TEXT, origin) ?? []) {
          const request = requestOf(part, { mention: person, origin })
          for (const each of [request, request?.instead])
            if (each)
              expect(
                faultsOfRequest({
                  method: 'POST',
                  path: '/webhooks/1/t',
                  query: '?wait=true',
                  body: each.body,
                }),
              ).toEqual([])
        }
      }),
      { numRuns: 100 },
    )
  })
})
