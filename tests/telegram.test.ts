/** A bot of Telegram from end to end: connected, written to, answered with buttons, blocked, slowed down, disconnected. */
import { startTelegramDouble, type TelegramDouble } from '@parley/channel/telegram/telegram-double.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { campaignOf, draftCampaign, stateOf } from './src/campaigns.ts'
import { sizesFlow } from './src/sizes-flow.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person
let stranger: Person
let telegram: TelegramDouble
let bots = 4_710
let agentId: string
let channelId: string
let token: string
let updates = 0

const published = 'https://parley.example'
beforeAll(async () => {
  telegram = await startTelegramDouble()
  parley = await startTestPlatform({ TELEGRAM_API_URL: telegram.url, PUBLIC_URL: published })
  owner = await parley.signUp()
  stranger = await parley.signUp('eu')
})
afterAll(async () => {
  await parley?.stop()
  await telegram?.stop()
})

/** Each test has an agent with a bot of its own. */
beforeEach(async () => {
  agentId = `telegram${++bots}`
  token = telegram.bot(bots)
  const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  await owner.client.call('agents.save', { params: place(), body: { title: 'Shop', ...silentAtFirst } })
  const connected = await owner.client.call('channels.connect', { params: place(), body: connection() })
  channelId = connected.channelId
  await expect.poll(setup).toEqual({ state: 'ready' })
})

const place = () => ({ region: 'na', agentId }) as const
const connection = (of = token) => ({ kind: 'telegram' as const, credentials: { token: of } })
const listed = async () => (await owner.client.call('channels.list', { params: place() })).items
const setup = async () => (await listed())[0]?.setup
const chat = (id = 7) => ({ id, type: 'private', first_name: 'Grace' })
const from = (id = 7) => ({ id, is_bot: false, first_name: 'Grace', last_name: 'Hopper' })
const AT = 1_764_320_400
const written = (
  content: object,
  more: { id?: number; at?: number; person?: number; update?: number } = {},
) => ({
  update_id: more.update ?? ++updates,
  message: {
    ...{
      message_id: more.id ?? updates,
      date: more.at ?? AT,
      chat: chat(more.person),
      from: from(more.person),
    },
    ...content,
  },
})
const pressed = (data: string) => ({
  update_id: ++updates,
  callback_query: {
    ...{ id: `q${updates}`, from: from(), chat_instance: 'c', data },
    message: { message_id: 9, date: AT, chat: chat() },
  },
})
const deliver = (update: object, more: { secret?: string | null; of?: string } = {}) =>
  telegram.deliver(more.of ?? token, update, { origin: parley.url, ...more })
const inbox = async () =>
  (await owner.client.call('conversations.list', { params: place(), query: {} })).items
const transcript = async () => {
  await parley.settled()
  const [item] = await inbox()
  if (!item) return []
  const params = { ...place(), conversationId: item.conversationId }
  return (await owner.client.call('conversations.get', { params })).transcript
}
const sent = () => telegram.calls.filter((call) => call.token === token && call.method === 'sendMessage')
const textsSent = () => sent().map(({ parameters }) => String(parameters.text))
const isRefused = (called: Promise<unknown>, refusal: object) => expect(called).rejects.toMatchObject(refusal)

describe('a bot', () => {
  test('is connected by its token alone, and shown with its name and the end of the token', async () => {
    expect(await listed()).toMatchObject([
      {
        ...{ channelId, kind: 'telegram', name: `Bot ${bots}` },
        account: { botId: String(bots), username: `bot${bots}_bot` },
        credentials: { token: { set: true, ending: token.slice(-4) } },
      },
    ])
    expect(telegram.webhooks.get(token)?.url).toBe(
      `${published}/api/na/v2/agents/${agentId}/telegram-webhook?channelId=${channelId}`,
    )
    const params = { ...place(), channelId }
    expect(await owner.client.call('channels.check', { params })).toMatchObject({
      state: 'connected',
      pending: 3,
    })
    const mine = { region: 'eu', agentId: `strange${bots}` } as const
    await stranger.client.call('agents.save', { params: mine, body: { title: 'Mine' } })
    const foreign = { ...mine, channelId }
    await isRefused(stranger.client.call('channels.check', { params: foreign }), { status: 404 })
  })

  test('belongs to one agent, whichever workspace and region another one is of, until it is disconnected', async () => {
    const mine = { region: 'eu', agentId: `other${bots}` } as const
    await stranger.client.call('agents.save', { params: mine, body: { title: 'Mine' } })
    const claim = () => stranger.client.call('channels.connect', { params: mine, body: connection() })
    const taken = {
      status: 409,
      message: 'This account is already connected to an agent. Disconnect it there first.',
    }
    await isRefused(claim(), taken)
    await isRefused(owner.client.call('channels.connect', { params: place(), body: connection() }), taken)
    await owner.client.call('channels.disconnect', { params: { ...place(), channelId } })
    await expect.poll(() => telegram.webhooks.has(token)).toBe(false)
    const claimed = await claim()
    await expect.poll(() => telegram.webhooks.get(token)?.url).toContain(claimed.channelId)
  })

  test('is refused with a token that Telegram does not know, or while Telegram can’t be reached', async () => {
    const connect = (of: string) =>
      owner.client.call('channels.connect', { params: place(), body: connection(of) })
    const invalid = { status: 400, message: 'Please provide a valid token.' }
    await isRefused(connect(''), invalid)
    await isRefused(connect('12:nobody-has-this-token-of-the-test'), invalid)
    telegram.answer('getMe', 'nonsense')
    await isRefused(connect(telegram.bot(1)), { status: 503 })
    expect(await listed()).toHaveLength(1)
  })

  test('gets another token of its own, and none of another bot', async () => {
    const params = { ...place(), channelId }
    const change = (of: string) =>
      owner.client.call('channels.changeCredentials', { params, body: { credentials: { token: of } } })
    await isRefused(change(telegram.bot(2)), { status: 400 })
    const newer = telegram.bot(bots, 'renewed_bot')
    const former = telegram.webhooks.get(token)?.secret_token ?? ''
    telegram.revoke(token)
    await change(newer)
    await expect.poll(() => telegram.webhooks.has(newer)).toBe(true)
    await expect.poll(setup).toEqual({ state: 'ready' })
    expect(await deliver(written({ text: 'Hello' }), { of: newer, secret: former })).toBe(401)
    expect(await deliver(written({ text: 'Hello' }), { of: newer })).toBe(200)
  })

  test('is not connected where Telegram refuses the address, and what it said is shown', async () => {
    telegram.answer('setWebhook', {
      error_code: 400,
      description: 'Bad Request: bad webhook: failed to resolve host',
    })
    const agent = { region: 'na', agentId: `unreachable${bots}` } as const
    await owner.client.call('agents.save', { params: agent, body: { title: 'Shop' } })
    const body = connection(telegram.bot(bots + 100_000))
    await owner.client.call('channels.connect', { params: agent, body })
    const found = async () => (await owner.client.call('channels.list', { params: agent })).items[0]?.setup
    await expect.poll(found).toEqual({
      ...{ state: 'failed', reason: 'refused' },
      description: 'Bad Request: bad webhook: failed to resolve host',
    })
  })
})

describe('what a person writes', () => {
  test('is answered, the answer is delivered once, and the inbox shows both with the time of Telegram', async () => {
    const update = written({ text: 'When are you open?' })
    expect(await Promise.all([deliver(update), deliver(update)])).toContain(200)
    expect(await deliver(update)).toBe(200)
    // The same message in another update is the same message.
    expect(await deliver({ ...update, update_id: ++updates })).toBe(200)
    await expect.poll(textsSent).toHaveLength(1)
    const [asked, replied, ...others] = await transcript()
    expect(others).toEqual([])
    expect(asked).toMatchObject({ role: 'visitor', at: '2025-11-28T09:00:00.000Z' })
    expect(replied).toMatchObject({ role: 'agent', deliveryState: 'sent' })
    expect((await inbox())[0]).toMatchObject({ channel: 'telegram', visitorName: 'Grace Hopper' })
    expect(sent()[0]?.parameters.chat_id).toBe(7)
    expect(telegram.of('sendChatAction')).toContainEqual({ chat_id: 7, action: 'typing' })
  })

  test('with a wrong secret, without one, or of another bot is refused', async () => {
    const update = written({ text: 'Hello' })
    expect(await deliver(update, { secret: null })).toBe(401)
    expect(await deliver(update, { secret: 'x'.repeat(43) })).toBe(401)
    const other = `foreign${bots}`
    await owner.client.call('agents.save', {
      params: { region: 'na', agentId: other },
      body: { title: 'Other' },
    })
    const body = connection(telegram.bot(bots + 200_000))
    await owner.client.call('channels.connect', { params: { region: 'na', agentId: other }, body })
    const secret = telegram.webhooks.get(token)?.secret_token ?? ''
    await expect.poll(() => telegram.webhooks.has(body.credentials.token)).toBe(true)
    expect(await deliver(update, { of: body.credentials.token, secret })).toBe(401)
    const bare = await fetch(`${parley.url}/api/na/v2/agents/${agentId}/telegram-webhook`, { method: 'POST' })
    expect(bare.status).toBe(401)
    expect(await inbox()).toEqual([])
  })

  test('comes with its files, and those that can’t be had are named', async () => {
    const size = 60_000_000
    telegram.file('order', 'documents/file_1.txt', Buffer.from('two lamps'))
    const document = (file_id: string, more = {}) => ({
      document: { file_id, file_name: `${file_id}.txt`, ...more },
    })
    await deliver(written({ ...document('order'), caption: 'My order' }))
    await deliver(written(document('huge', { file_size: size }), { at: AT + 1 }))
    await deliver(written(document('gone'), { at: AT + 2 }))
    const asked = (await transcript())
      .filter(({ role }) => role === 'visitor')
      .flatMap(({ blocks }) => blocks)
    expect(asked).toMatchObject([
      { type: 'text', text: 'My order' },
      { type: 'file', name: 'order.txt', size: 9, url: expect.any(String) },
      { type: 'text', text: expect.stringContaining('huge.txt') },
      { type: 'text', text: expect.stringContaining('gone.txt') },
    ])
    expect(telegram.downloads).toEqual(['documents/file_1.txt'])
  })

  test('waits for files that can’t be fetched now, and is then one message', async () => {
    telegram.file('voice', 'voice/file_2.oga', Buffer.from('OggS and so on'))
    telegram.answer('getFile', { error_code: 502, description: 'Bad Gateway' })
    const at = Math.floor(Date.now() / 1000)
    const update = written({ voice: { file_id: 'voice', duration: 2 } }, { at })
    expect(await deliver(update)).toBe(503)
    expect(await inbox()).toEqual([])
    expect(await deliver(update)).toBe(200)
    const visitors = (await transcript()).filter(({ role }) => role === 'visitor')
    expect(visitors.map(({ blocks }) => blocks)).toMatchObject([[{ type: 'file', name: 'voice.ogg' }]])
  })

  test('in groups and by other bots is ignored', async () => {
    const group = { id: -7, type: 'supergroup' }
    expect(await deliver(written({ text: 'Hello', chat: group }))).toBe(200)
    expect(await deliver(written({ text: 'Hello', from: { ...from(), is_bot: true } }))).toBe(200)
    expect(await deliver({ update_id: ++updates, poll: {} })).toBe(200)
    expect(await inbox()).toEqual([])
  })

  test('as the first thing is /start, to which the agent says what it says first, once', async () => {
    const body = { vg_initMessages: ['Welcome to the shop.'] }
    await owner.client.call('agents.save', { params: place(), body })
    const start = written({ text: '/start' })
    await deliver(start)
    await deliver(start)
    await expect.poll(textsSent).toEqual(['Welcome to the shop.'])
    expect((await transcript()).map(({ role }) => role)).toEqual(['agent'])
  })
})

describe('what the agent says', () => {
  test('has its buttons, and a pressed one is its label, answered once', async () => {
    await owner.client.call('agents.save', { params: place(), body: { enableNodes: true, nodes: sizesFlow } })
    await deliver(written({ text: '/start' }))
    await expect.poll(textsSent).toHaveLength(1)
    const [first] = sent()
    expect(first?.parameters).toMatchObject({
      text: 'Which size?',
      reply_markup: {
        inline_keyboard: [
          [{ text: 'Small', callback_data: 's:Small' }],
          [{ text: 'Large', callback_data: 's:Large' }],
        ],
      },
    })
    const update = pressed('s:Large')
    expect(await deliver(update)).toBe(200)
    expect(await deliver(update)).toBe(200)
    await expect.poll(textsSent).toContain('Large it is.')
    expect(textsSent()).toHaveLength(2)
    const answered = telegram
      .of('answerCallbackQuery')
      .filter(({ callback_query_id: id }) => id === update.callback_query.id)
    expect(answered).toHaveLength(1)
    expect((await transcript()).map(({ role }) => role)).toEqual(['agent', 'visitor', 'agent'])
  })

  test('is sent after the pause that Telegram asks for, once', async () => {
    telegram.answer('sendMessage', {
      ...{ error_code: 429, description: 'Too Many Requests: retry after 3' },
      parameters: { retry_after: 3 },
    })
    const begun = Date.now()
    await deliver(written({ text: 'Hello' }))
    await expect.poll(() => sent().length).toBe(2)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(3_000)
    await expect.poll(async () => (await transcript()).at(-1)?.deliveryState).toBe('sent')
  })

  test('does not reach who has blocked the bot, and the transcript says so', async () => {
    telegram.answer('sendMessage', { error_code: 403, description: 'Forbidden: bot was blocked by the user' })
    await deliver(written({ text: 'Hello' }))
    await expect
      .poll(async () => (await transcript()).at(-1))
      .toMatchObject({ deliveryState: 'failed', deliveryFailure: 'blocked' })
    expect(sent()).toHaveLength(1)
  })

  test('waits while the token is refused, and the channel is shown as failed until it has a token', async () => {
    const former = token
    await deliver(written({ text: 'Hello' }))
    await expect.poll(textsSent).toHaveLength(1)
    const secret = telegram.webhooks.get(token)?.secret_token ?? ''
    telegram.revoke(token)
    await deliver(written({ text: 'Are you there?' }, { at: AT + 1 }), { secret })
    await expect.poll(setup).toEqual({ state: 'failed', reason: 'credentials-refused' })
    const told = async () => {
      const ofWorkspace = { params: { region: 'na' as const, workspaceId: owner.workspaceId } }
      const { items } = await owner.client.call('notifications.list', ofWorkspace)
      return items.map(({ title }) => title)
    }
    await expect.poll(told).toContain('A channel does not work')
    token = telegram.bot(bots, 'renewed_bot')
    const params = { ...place(), channelId }
    const body = { credentials: { token } }
    await owner.client.call('channels.changeCredentials', { params, body })
    await expect.poll(setup).toEqual({ state: 'ready' })
    await expect.poll(textsSent).toHaveLength(1)
    expect(former).not.toBe(token)
  })
})

test('the token is in no event, answer or log, whatever goes wrong', async () => {
  const logged = vi.spyOn(process.stdout, 'write')
  const faults = vi.spyOn(process.stderr, 'write')
  onTestFinished(() => void vi.restoreAllMocks())
  telegram.answer('sendMessage', 'cut', {
    error_code: 400,
    description: `Bad Request: bot${token} is odd`,
  })
  await deliver(written({ text: 'Hello' }))
  await expect.poll(async () => (await transcript()).at(-1)?.deliveryState).toBe('failed')
  const params = { ...place(), channelId }
  await owner.client.call('channels.disconnect', { params })
  await expect.poll(() => telegram.webhooks.has(token)).toBe(false)
  await parley.settled()
  const { eventStore } = parley.platform.regions.get('na')!.engines
  const streams = [`channel-${channelId}`, `setup-${channelId}`]
  const events = await Promise.all(streams.map((stream) => eventStore.readStream(stream)))
  expect(events.flat().map(({ type }) => type)).toContain('ChannelTornDown')
  const timeline = await owner.client.call('audit.timeline', {
    params: { region: 'na', workspaceId: owner.workspaceId },
    query: {},
  })
  const lines = [...logged.mock.calls, ...faults.mock.calls].map(([text]) => String(text))
  expect(JSON.stringify([events, timeline, await transcript(), lines])).not.toContain(token)
})

describe('a campaign', () => {
  const params = { region: 'na' } as const
  const start = (id: string) =>
    owner.client.call('campaigns.start', { params: { ...params, campaignId: id } })
  const recipients = async (campaignId: string) => {
    const query = { params: { ...params, campaignId }, query: {} }
    const { items } = await owner.client.call('campaigns.recipients', query)
    return Object.fromEntries(items.map(({ address, state, reason }) => [address, [state, reason]]))
  }

  test('reaches people once, after the pause that Telegram asks for, and never again who blocked the bot', async () => {
    telegram.block(8)
    telegram.answer('sendMessage', {
      ...{ error_code: 429, description: 'Too Many Requests: retry after 1', parameters: { retry_after: 1 } },
    })
    const settings = campaignOf(agentId, channelId, { medium: 'telegram' })
    const csv = 'telegram,consent,name\n7,yes,Grace\n8,yes,Bob\n9,yes,Ada\nnobody,yes,x'
    const id = await draftCampaign(owner.client, settings)
    const at = { params: { ...params, campaignId: id } }
    expect(await owner.client.call('campaigns.addRecipients', { ...at, body: { csv } })).toEqual({
      added: 3,
      dropped: [{ row: 5, reason: 'invalid-address', address: 'nobody' }],
    })
    const began = Date.now()
    await start(id)
    await expect.poll(() => stateOf(owner.client, id)).toBe('finished')
    await expect
      .poll(() => recipients(id))
      .toEqual({ 7: ['sent', undefined], 8: ['failed', 'blocked'], 9: ['sent', undefined] })
    // The first of them was held up, and each was asked for once more at most.
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_000)
    expect(sent()).toHaveLength(4)
    const reached = () =>
      sent()
        .filter(({ answer }) => Object(answer).ok === true)
        .map(({ parameters }) => [parameters.chat_id, parameters.text])
    expect(reached().toSorted()).toEqual([
      [7, 'Hi Grace!'],
      [9, 'Hi Ada!'],
    ])

    // That a person blocked the bot doesn't pass: trying again writes to nobody.
    await owner.client.call('campaigns.retry', at)
    await expect.poll(() => stateOf(owner.client, id)).toBe('finished')
    await parley.settled()
    expect(sent()).toHaveLength(4)
    expect((await recipients(id))[8]).toEqual(['failed', 'blocked'])
  })
})
