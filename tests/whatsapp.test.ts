/** A number of WhatsApp from end to end: connected, written to, answered, read, forged, closed by its window, disconnected. */
import { createHmac } from 'node:crypto'
import { type GraphDouble, startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import { deliveryOf, messageOf } from '@parley/channel/whatsapp/sample-deliveries.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sizesFlow } from './src/sizes-flow.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person
let stranger: Person
let graph: GraphDouble
let numbers = 106_540_352_242_900
let messages = 0
let agentId: string
let channelId: string
let phoneNumberId: string
let businessId: string
let token: string

const published = 'https://parley.example'
const secret = '0123456789abcdef0123456789abcdef'
const otherSecret = 'f'.repeat(32)
const DAY = 86_400
beforeAll(async () => {
  graph = await startGraphDouble()
  parley = await startTestPlatform({ GRAPH_API_URL: graph.url, PUBLIC_URL: published })
  graph.leadTo(parley.url)
  owner = await parley.signUp()
  stranger = await parley.signUp('eu')
})
afterAll(async () => {
  await parley?.stop()
  await graph?.stop()
})

/** Each test has an agent with a number and an account of its own. */
beforeEach(async () => {
  phoneNumberId = String(++numbers)
  businessId = `4195${numbers}`.slice(0, 15)
  agentId = `whatsapp${numbers}`
  graph.number(phoneNumberId, businessId)
  token = graph.app(secret, businessId)
  await newAgent(agentId)
  const connected = await owner.client.call('channels.connect', { params: place(), body: connection() })
  channelId = connected.channelId
  await expect.poll(setup).toEqual({ state: 'ready' })
})

const place = (of = agentId) => ({ region: 'na', agentId: of }) as const
const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
const newAgent = (id: string) =>
  owner.client.call('agents.save', { params: place(id), body: { title: 'Shop', ...silentAtFirst } })
const connection = (
  more: { token?: string; appSecret?: string; phone?: string; business?: string } = {},
) => ({
  kind: 'whatsapp' as const,
  account: { phoneNumberId: more.phone ?? phoneNumberId, businessId: more.business ?? businessId },
  credentials: { token: more.token ?? token, appSecret: more.appSecret ?? secret },
})
const listed = async (of = agentId) => (await owner.client.call('channels.list', { params: place(of) })).items
const setup = async () => (await listed())[0]?.setup
const now = () => Math.floor(Date.now() / 1000)
const written = (content: object, { id = `wamid.in${++messages}`, at = now(), from = '16505551234' } = {}) =>
  messageOf(content, { id, timestamp: String(at), from })
const text = (body: string) => ({ type: 'text', text: { body } })
const deliver = (
  given: object[] | object | string,
  more: { secret?: string; signature?: string | null; path?: string } = {},
) => {
  const body = Array.isArray(given) ? deliveryOf({ phoneNumberId, messages: given }) : given
  return graph.deliver(phoneNumberId, body, { secret, ...more })
}
const inbox = async () =>
  (await owner.client.call('conversations.list', { params: place(), query: {} })).items
const transcript = async () => {
  await parley.settled()
  const [item] = await inbox()
  if (!item) return []
  const params = { ...place(), conversationId: item.conversationId }
  return (await owner.client.call('conversations.get', { params })).transcript
}
const sent = () => graph.sentFrom(phoneNumberId).map(({ body }) => body)
const tried = () =>
  graph.calls.filter(({ path: [id, edge], body }) => id === phoneNumberId && edge === 'messages' && body.to)
const isRefused = (called: Promise<unknown>, refusal: object) => expect(called).rejects.toMatchObject(refusal)

describe('a number', () => {
  test('is connected by its ids, token and secret, once Meta has had the challenge of its address answered', async () => {
    expect(await listed()).toMatchObject([
      {
        ...{ channelId, kind: 'whatsapp', name: 'Lamp Shop' },
        account: { phoneNumberId, businessId, phoneNumber: graph.numbers.get(phoneNumberId)?.display },
        credentials: {
          token: { set: true, ending: token.slice(-4) },
          appSecret: { set: true, ending: secret.slice(-4) },
        },
      },
    ])
    expect(graph.numbers.get(phoneNumberId)?.webhook).toBe(
      `${published}/api/na/v2/agents/${agentId}/wa-webhook`,
    )
    const params = { ...place(), channelId }
    expect(await owner.client.call('channels.check', { params })).toEqual({ state: 'connected' })
    const mine = { region: 'eu', agentId: `strange${numbers}` } as const
    await stranger.client.call('agents.save', { params: mine, body: { title: 'Mine' } })
    await isRefused(stranger.client.call('channels.check', { params: { ...mine, channelId } }), {
      status: 404,
    })
  })

  test('belongs to one agent, whichever workspace and region another one is of, until it is disconnected', async () => {
    const mine = { region: 'eu', agentId: `other${numbers}` } as const
    await stranger.client.call('agents.save', { params: mine, body: { title: 'Mine' } })
    const claim = () => stranger.client.call('channels.connect', { params: mine, body: connection() })
    const taken = { status: 409 }
    await isRefused(claim(), taken)
    await isRefused(owner.client.call('channels.connect', { params: place(), body: connection() }), taken)
    await owner.client.call('channels.disconnect', { params: { ...place(), channelId } })
    await expect.poll(() => graph.numbers.get(phoneNumberId)?.webhook).toBe('')
    await claim()
    await expect
      .poll(() => graph.numbers.get(phoneNumberId)?.webhook)
      .toContain(`/api/eu/v2/agents/${mine.agentId}/`)
    // The former address delivers nothing any more.
    const path = `/api/na/v2/agents/${agentId}/wa-webhook`
    expect(await deliver([written(text('Hello'))], { path })).toBe(401)
  })

  test('is refused with a wrong token, secret, account or number, in Meta’s words, and while Meta can’t be reached', async () => {
    const connect = (more: Parameters<typeof connection>[0]) =>
      owner.client.call('channels.connect', { params: place(), body: connection(more) })
    await isRefused(connect({ token: 'short' }), { status: 400, message: 'Please provide a valid token.' })
    const invalid = (message: RegExp) => ({ status: 400, message: expect.stringMatching(message) })
    await isRefused(connect({ token: 'x'.repeat(40) }), invalid(/Invalid OAuth access token/))
    await isRefused(connect({ appSecret: otherSecret }), invalid(/Invalid appsecret_proof/))
    await isRefused(connect({ business: '77777777' }), invalid(/does not exist/))
    graph.number('88888888', '77777777')
    await isRefused(connect({ phone: '88888888' }), invalid(/no number with this ID/))
    graph.answer('GET phone_numbers', 'nonsense')
    await isRefused(connect({}), { status: 503 })
    expect(await listed()).toHaveLength(1)
  })

  test('gets another token of its account, and none that does not reach the number', async () => {
    const params = { ...place(), channelId }
    const change = (credentials: object) =>
      owner.client.call('channels.changeCredentials', { params, body: { credentials } as never })
    await isRefused(change({ token: graph.app(secret, '77777777') }), { status: 400 })
    await isRefused(change({ appSecret: otherSecret }), { status: 400 })
    const newer = graph.app(otherSecret, businessId)
    await change({ token: newer, appSecret: otherSecret })
    await expect.poll(setup).toEqual({ state: 'ready' })
    // The former secret stops working at once.
    expect(await deliver([written(text('Hello'))])).toBe(401)
    expect(await deliver([written(text('Hello'))], { secret: otherSecret })).toBe(200)
  })

  test('is not connected where Meta refuses the address, and what it said is shown', async () => {
    const of = `refused${numbers}`
    await newAgent(of)
    graph.number('55555555', '66666666')
    const own = graph.app(secret, '66666666')
    graph.answer('POST number', {
      ...{ status: 400, code: 2_200 },
      more: { error_user_msg: 'The callback URL or verify token couldn’t be validated.' },
    })
    const body = connection({ token: own, phone: '55555555', business: '66666666' })
    await owner.client.call('channels.connect', { params: place(of), body })
    await expect
      .poll(async () => (await listed(of))[0]?.setup)
      .toEqual({
        ...{ state: 'failed', reason: 'refused' },
        description: 'The callback URL or verify token couldn’t be validated.',
      })
  })
})

describe('the challenge of an agent’s address', () => {
  const challenge = (of: string, query: Record<string, string>) =>
    fetch(
      `${parley.url}/api/na/v2/agents/${of}/wa-webhook?${new URLSearchParams({
        ...{ 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': of, ...query },
      })}`,
    )
  test('is answered with the agent’s verify token alone, as plain text', async () => {
    const answered = await challenge(agentId, {})
    expect([answered.status, await answered.text()]).toEqual([200, '1158201444'])
    expect(answered.headers.get('content-type')).toMatch(/^text\/plain/)
    expect((await challenge(agentId, { 'hub.verify_token': 'wrong' })).status).toBe(404)
    expect((await challenge(agentId, { 'hub.mode': 'unsubscribe' })).status).toBe(400)
    expect((await challenge(agentId, { 'hub.challenge': '<script>alert(1)</script>' })).status).toBe(400)
    expect((await challenge('nobodysagent0001', {})).status).toBe(404)
  })
})

describe('what a person writes', () => {
  test('is answered, the answer is delivered once, and the inbox shows both with the time of WhatsApp', async () => {
    const at = now() - 5
    const message = written(text('When are you open?'), { at })
    expect(await Promise.all([deliver([message]), deliver([message])])).toContain(200)
    expect(await deliver([message])).toBe(200)
    // The same message in another delivery is the same message.
    expect(await deliver([message, written(text('And on Sunday?'), { at: at + 1 })])).toBe(200)
    await expect
      .poll(async () => (await transcript()).filter(({ role }) => role === 'visitor').length)
      .toBe(2)
    await expect.poll(async () => (await transcript()).at(-1)?.role).toBe('agent')
    const all = await transcript()
    expect(all[0]).toMatchObject({ role: 'visitor', at: new Date(at * 1000).toISOString() })
    await expect.poll(() => sent().length).toBe(all.filter(({ role }) => role === 'agent').length)
    expect((await inbox())[0]).toMatchObject({ channel: 'whatsapp', visitorName: 'Sheena Nelson' })
    expect(sent()[0]).toMatchObject({ to: '16505551234', recipient_type: 'individual', type: 'text' })
    const marks = graph.calls.filter(({ body }) => body.status === 'read' && body.message_id === message.id)
    expect(marks.map(({ body }) => body)).toEqual([
      {
        ...{ messaging_product: 'whatsapp', status: 'read', message_id: message.id },
        typing_indicator: { type: 'text' },
      },
    ])
  })

  test('answered in the WhatsApp Business app is left to that person, and changes there are shown here', async () => {
    const at = now() - 30
    const question = written(text('When are you open?'), { at })
    await deliver([question])
    await expect.poll(async () => (await transcript()).at(-1)?.deliveryState).toBe('sent')
    const answers = sent().length
    const echo = { ...written(text('I am on it, give me a minute'), { at: now() + 1 }), to: question.from }
    const echoed = { field: 'smb_message_echoes', phoneNumberId, message_echoes: [echo] }
    expect(await deliver(deliveryOf(echoed))).toBe(200)
    await deliver(deliveryOf(echoed))
    await deliver([written(text('Thank you'), { at: now() + 2 })])
    await expect.poll(async () => (await transcript()).at(-1)?.role).toBe('visitor')
    const human = (await transcript()).filter(({ role }) => role === 'human')
    expect(human).toMatchObject([{ author: 'WhatsApp Business app', outside: true }])
    expect((await inbox())[0]).toMatchObject({ owner: 'human', preview: 'Thank you' })
    const params = { ...place(), conversationId: (await inbox())[0]?.conversationId ?? '' }
    await owner.client.call('conversations.handBack', { params })
    await expect.poll(async () => (await transcript()).at(-1)?.role).toBe('agent')
    // Nothing but the agent's words is sent, and what was sent is known by WhatsApp's id of it.
    await expect.poll(() => sent().length).toBe(answers + 1)
    expect(JSON.stringify(sent())).not.toContain('give me a minute')
    await expect.poll(async () => (await transcript()).at(-1)?.deliveryState).toBe('sent')
    const [first] = graph.sentFrom(phoneNumberId)
    const like = {
      type: 'reaction',
      reaction: { message_id: Object(first).answer.messages[0].id, emoji: '👍' },
    }
    const edit = { original_message_id: question.id, message: text('When are you open on Sunday?') }
    await deliver([written(like), written({ type: 'edit', edit })])
    await deliver([
      written({ type: 'revoke', revoke: { original_message_id: question.id } }, { at: now() + 1 }),
    ])
    await expect.poll(async () => (await transcript())[0]).toMatchObject({ deleted: true, blocks: [] })
    const all = await transcript()
    expect(all.find(({ role }) => role === 'agent')?.reaction).toBe('👍')
    expect(all.filter(({ role }) => role === 'visitor')).toHaveLength(2)
    expect(JSON.stringify(all)).not.toContain('open on Sunday')
    expect(sent()).toHaveLength(answers + 1)
  })

  test('in a group is ignored, and the channel says so', async () => {
    await deliver([{ ...written(text('Hello all')), group_id: 'g1' }])
    await parley.settled()
    expect(await inbox()).toEqual([])
    const { items } = await owner.client.call('channels.health', { params: place() })
    expect(items).toMatchObject([{ channelId, ignored: [{ what: 'group', lastAt: expect.any(String) }] }])
  })

  test('is one conversation per person and number, in the order of writing', async () => {
    const at = now() - 60
    const hello = (from: string, body: string, seconds: number) =>
      written(text(body), { from, at: at + seconds })
    await deliver([hello('491', 'two', 2), hello('492', 'other', 1), hello('491', 'one', 1)])
    await parley.settled()
    const items = await inbox()
    expect(items).toHaveLength(2)
    const transcripts = await Promise.all(
      items.map(async ({ conversationId }) => {
        const { transcript } = await owner.client.call('conversations.get', {
          params: { ...place(), conversationId },
        })
        return transcript.filter(({ role }) => role === 'visitor').map(({ blocks }) => blocks)
      }),
    )
    const texts = transcripts.map((all) => all.flat().map((block) => ('text' in block ? block.text : '')))
    expect(texts.toSorted()).toEqual([['one', 'two'], ['other']])
  })

  test('forged, unsigned, signed by another app, or changed after signing is refused', async () => {
    const body = JSON.stringify(deliveryOf({ phoneNumberId, messages: [written(text('Hello'))] }))
    expect(await deliver(body, { signature: null })).toBe(401)
    expect(await deliver(body, { signature: 'sha256=00' })).toBe(401)
    expect(await deliver(body, { secret: otherSecret })).toBe(401)
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    expect(await deliver(body.replace('Hello', 'Hallo'), { signature })).toBe(401)
    expect(await deliver(body.replace('"object"', ' "object"'), { signature })).toBe(401)
    expect(await inbox()).toEqual([])
    expect(await deliver(body, { signature })).toBe(200)
    // Replayed, it is the same delivery.
    expect(await deliver(body, { signature })).toBe(200)
    await expect.poll(inbox).toHaveLength(1)
    expect((await transcript()).filter(({ role }) => role === 'visitor')).toHaveLength(1)
  })

  test('to a number of another agent or workspace is refused, however well it is signed', async () => {
    const of = `foreign${numbers}`
    await newAgent(of)
    const foreign = { phone: '33333333', business: '44444444' }
    graph.number(foreign.phone, foreign.business)
    const body = {
      ...connection({ ...foreign, token: graph.app(otherSecret, foreign.business), appSecret: otherSecret }),
    }
    await owner.client.call('channels.connect', { params: place(of), body })
    await expect.poll(async () => (await listed(of))[0]?.setup).toEqual({ state: 'ready' })
    const theirs = deliveryOf({ phoneNumberId: foreign.phone, messages: [written(text('Give me all'))] })
    // At our address, signed by our app and by theirs.
    expect(await deliver(theirs)).toBe(401)
    expect(await deliver(theirs, { secret: otherSecret })).toBe(401)
    // Hidden in a delivery of ours, it is left out.
    const ours = deliveryOf({ phoneNumberId, messages: [written(text('Hello'))] })
    expect(await deliver({ ...ours, entry: [...ours.entry, ...theirs.entry] })).toBe(200)
    expect(await deliver({ ...ours, entry: [...theirs.entry, ...ours.entry] })).toBe(200)
    await parley.settled()
    const everybody = await owner.client.call('conversations.list', { params: place(of), query: {} })
    expect(everybody.items).toEqual([])
    expect(JSON.stringify(await transcript())).not.toContain('Give me all')
    expect(await deliver(deliveryOf({ phoneNumberId: '22222222', messages: [] }))).toBe(401)
  })

  test('to a number of another app is left out, although it is the same agent’s', async () => {
    const second = { phone: `${numbers}`.replace('106', '306'), business: `777${numbers}`.slice(0, 15) }
    graph.number(second.phone, second.business)
    const own = graph.app(otherSecret, second.business)
    const body = connection({ ...second, token: own, appSecret: otherSecret })
    await owner.client.call('channels.connect', { params: place(), body })
    await expect.poll(async () => (await listed()).map((one) => one.setup.state)).toEqual(['ready', 'ready'])
    const theirs = deliveryOf({ phoneNumberId: second.phone, messages: [written(text('Of the other app'))] })
    const ours = deliveryOf({ phoneNumberId, messages: [written(text('Hello'))] })
    expect(await deliver({ ...ours, entry: [...theirs.entry, ...ours.entry] })).toBe(401)
    expect(await deliver({ ...ours, entry: [...ours.entry, ...theirs.entry] })).toBe(200)
    await expect.poll(inbox).toHaveLength(1)
    expect(JSON.stringify(await transcript())).not.toContain('Of the other app')
    // The number whose secret signs it stands where nothing is read, and the one that is read is written in another way.
    const decoy = { decoy: { phone_number_id: phoneNumberId }, ...theirs }
    expect(await deliver(decoy)).toBe(200)
    const hidden = JSON.stringify(decoy).replace(/"phone_number_id"(?=:"306)/, '"phone_number_\\u0069d"')
    expect(hidden).toContain('u0069')
    expect(await deliver(hidden)).toBe(200)
    await parley.settled()
    expect(JSON.stringify(await transcript())).not.toContain('Of the other app')
    expect(await inbox()).toHaveLength(1)
    expect(await deliver(theirs, { secret: otherSecret })).toBe(200)
    await expect.poll(inbox).toHaveLength(2)
  })

  test('with more messages and statuses than Meta puts into one is refused', async () => {
    const many = Array.from({ length: 300 }, (_, nth) => written(text(`${nth}`)))
    const { entry } = deliveryOf({ phoneNumberId, messages: many })
    const one = { object: 'whatsapp_business_account' }
    expect(await deliver({ ...one, entry: [...entry, ...entry, ...entry, ...entry] })).toBe(400)
    // Also within one list.
    expect(await deliver(Array.from({ length: 1_001 }, (_, nth) => written(text(`${nth}`))))).toBe(400)
    expect(await inbox()).toEqual([])
  })

  test('arrives once each, however it is batched, repeated and mixed', async () => {
    const people = ['491', '492', '493']
    const at = now() - 3_000
    const history = Array.from({ length: 24 }, (_, nth) =>
      written(text(`message ${nth}`), { from: people[nth % 3]!, at: at + nth }),
    )
    const batches = fc.array(
      fc
        .subarray(history, { minLength: 1, maxLength: 10 })
        .chain((some) => fc.shuffledSubarray(some, { minLength: some.length })),
      {
        ...{ minLength: 8, maxLength: 12 },
      },
    )
    const [mixed = []] = fc.sample(batches, { numRuns: 1, seed: 41 })
    // Whatever the batches leave out comes at last.
    for (const batch of [...mixed, history]) {
      const answers = await Promise.all([deliver(batch), deliver(batch)])
      // One that is under way is refused, to be repeated.
      expect(answers).toContain(200)
      for (const status of answers) expect([200, 409, 503]).toContain(status)
    }
    await parley.settled()
    const items = await inbox()
    expect(items).toHaveLength(3)
    const said = await Promise.all(
      items.map(async ({ conversationId }) => {
        const params = { ...place(), conversationId }
        return (await owner.client.call('conversations.get', { params })).transcript
      }),
    )
    const texts = said.flat().flatMap(({ role, blocks }) => (role === 'visitor' ? blocks : []))
    const all = texts.map((block) => ('text' in block ? block.text : ''))
    expect(all.toSorted()).toEqual(history.map((_, nth) => `message ${nth}`).toSorted())
    const replies = said.flat().filter(({ role }) => role === 'agent').length
    await expect.poll(() => sent().length).toBe(replies)
  }, 120_000)

  test('too large, too deep, or no delivery at all is refused', async () => {
    const hello = written(text('x'.repeat(3_300_000)))
    expect(await deliver([hello])).toBe(413)
    const name = `"phone_number_id":"${phoneNumberId}"`
    expect(await deliver(`{${name},"object":"x","entry":${'['.repeat(9_000)}${']'.repeat(9_000)}}`)).toBe(400)
    expect(await deliver(`{${name}`)).toBe(400)
    expect(await deliver(`[${name.replace(':', ',')}]`)).toBe(401)
    expect(await inbox()).toEqual([])
    // What can't be read is left out, and the rest is read.
    const odd = deliveryOf({
      phoneNumberId,
      messages: [{ odd: true }, written(text('Hello')), null as never],
    })
    expect(await deliver(odd)).toBe(200)
    await expect.poll(inbox).toHaveLength(1)
  })

  test('comes with its files, of its own number alone, and those that can’t be had are named', async () => {
    const document = (id: string, filename: string) => ({ type: 'document', document: { id, filename } })
    const key = (name: string) => `${name}${numbers}`
    graph.file(key('order'), Buffer.from('two lamps'), { phoneNumberId })
    graph.file(key('theirs'), Buffer.from('secret'), { phoneNumberId: '1' })
    graph.file(key('huge'), Buffer.from('x'), { phoneNumberId, size: 60_000_000 })
    const { document: order } = document(key('order'), 'order.txt')
    const at = now() - 9
    await deliver([
      written({ type: 'document', document: { ...order, caption: 'My order' } }, { at }),
      written(document(key('huge'), 'huge.txt'), { at: at + 1 }),
      written(document(key('theirs'), 'theirs.txt'), { at: at + 2 }),
    ])
    const asked = (await transcript())
      .filter(({ role }) => role === 'visitor')
      .flatMap(({ blocks }) => blocks)
    expect(asked).toMatchObject([
      { type: 'text', text: 'My order' },
      { type: 'file', name: 'order.txt', size: 9, url: expect.any(String) },
      { type: 'text', text: expect.stringContaining('huge.txt') },
      { type: 'text', text: expect.stringContaining('theirs.txt') },
    ])
  })

  test('waits for files that can’t be fetched now, and is then one message', async () => {
    const id = `voice${numbers}`
    graph.file(id, Buffer.from('OggS and so on'), { phoneNumberId, mimeType: 'audio/ogg' })
    graph.answer('GET media', { status: 500, code: 2 })
    const voice = { id, mime_type: 'audio/ogg; codecs=opus', voice: true }
    const message = written({ type: 'audio', audio: voice })
    expect(await deliver([message])).toBe(503)
    expect(await inbox()).toEqual([])
    expect(await deliver([message])).toBe(200)
    const visitors = (await transcript()).filter(({ role }) => role === 'visitor')
    expect(visitors.map(({ blocks }) => blocks)).toMatchObject([[{ type: 'file', name: 'voice.ogg' }]])
  })
})

describe('what the agent says', () => {
  test('has its buttons, and a pressed one is its label, answered once', async () => {
    await owner.client.call('agents.save', { params: place(), body: { enableNodes: true, nodes: sizesFlow } })
    await deliver([written(text('Hello'))])
    await expect.poll(() => sent().map(({ type }) => type)).toContain('interactive')
    const menu = sent().find(({ type }) => type === 'interactive')
    expect(menu?.interactive).toMatchObject({
      ...{ type: 'button', body: { text: 'Which size?' } },
      action: { buttons: [{ reply: { id: 's:Small' } }, { reply: { id: 's:Large', title: 'Large' } }] },
    })
    const pressed = written({
      ...{ type: 'interactive', context: { from: '1', id: 'wamid.0' } },
      interactive: { type: 'button_reply', button_reply: { id: 's:Large', title: 'Large' } },
    })
    expect(await deliver([pressed])).toBe(200)
    expect(await deliver([pressed])).toBe(200)
    await expect.poll(() => JSON.stringify(sent())).toContain('Large it is.')
    const answers = sent().filter((body) => JSON.stringify(body).includes('Large it is.'))
    expect(answers).toHaveLength(1)
  })

  const status = (more: object) => ({
    id: 'wamid.9',
    timestamp: String(now()),
    recipient_id: '16505551234',
    ...more,
  })
  const report = (...statuses: object[]) => deliver(deliveryOf({ phoneNumberId, statuses }))

  test('is shown as sent, delivered and read, in whichever order WhatsApp says so, and to nobody else’s message', async () => {
    await deliver([written(text('Hello'))])
    await expect.poll(() => sent().length).toBe(1)
    const reference = String(sent()[0]?.biz_opaque_callback_data)
    const state = async () => (await transcript()).at(-1)?.deliveryState
    await expect.poll(state).toBe('sent')
    // Another number of the same app may not say anything of it.
    const of = `second${numbers}`
    await newAgent(of)
    const [phone, business] = [`${numbers}`.replace('106', '206'), businessId]
    graph.number(phone, business)
    await owner.client.call('channels.connect', { params: place(of), body: connection({ phone }) })
    await expect.poll(async () => (await listed(of))[0]?.setup).toEqual({ state: 'ready' })
    const failed = status({
      status: 'failed',
      biz_opaque_callback_data: reference,
      errors: [{ code: 131_026 }],
    })
    expect(
      await graph.deliver(phone, deliveryOf({ phoneNumberId: phone, statuses: [failed] }), { secret }),
    ).toBe(200)
    expect(await state()).toBe('sent')
    await report(status({ status: 'read', biz_opaque_callback_data: reference }))
    await expect.poll(state).toBe('read')
    await report(status({ status: 'delivered', biz_opaque_callback_data: reference }))
    expect(await state()).toBe('read')
    expect(await report(status({ status: 'read', biz_opaque_callback_data: 'nobodys/message/1/1' }))).toBe(
      200,
    )
  })

  test('is shown as failed with the reason that WhatsApp gives later', async () => {
    await deliver([written(text('Hello'))])
    await expect.poll(() => sent().length).toBe(1)
    const reference = String(sent()[0]?.biz_opaque_callback_data)
    await report(
      status({
        status: 'failed',
        biz_opaque_callback_data: reference,
        errors: [{ code: 131_026, title: 'x' }],
      }),
    )
    await expect
      .poll(async () => (await transcript()).at(-1))
      .toMatchObject({ deliveryState: 'failed', deliveryFailure: 'unreachable' })
  })

  test('is sent after the pause that WhatsApp asks for one person, once', async () => {
    graph.answer('POST messages', { status: 400, code: 131_056, headers: { 'retry-after': '3' } })
    const begun = Date.now()
    // Written a while ago, so that no mark that it was read is sent before.
    await deliver([written(text('Hello'), { at: now() - 600 })])
    await expect.poll(() => sent().length).toBe(1)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(3_000)
    expect(tried()).toHaveLength(2)
    await expect.poll(async () => (await transcript()).at(-1)?.deliveryState).toBe('sent')
  })

  test('is not sent more than 24 hours after the person wrote, and the transcript says so, until they write again', async () => {
    await deliver([written(text('Hello'), { at: now() - DAY - 60 })])
    await expect
      .poll(async () => (await transcript()).at(-1))
      .toMatchObject({ role: 'agent', deliveryState: 'failed', deliveryFailure: 'window-closed' })
    expect(tried()).toEqual([])
    await deliver([written(text('Are you there?'))])
    await expect.poll(() => sent().length).toBe(1)
  })

  test('waits while the token is refused, and the channel is shown as failed until it has a token', async () => {
    graph.revoke(token)
    await deliver([written(text('Are you there?'), { at: now() - 600 })])
    await expect.poll(setup).toMatchObject({ state: 'failed', reason: 'credentials-refused' })
    expect(sent()).toEqual([])
    token = graph.app(secret, businessId)
    const params = { ...place(), channelId }
    await owner.client.call('channels.changeCredentials', { params, body: { credentials: { token } } })
    await expect.poll(setup).toEqual({ state: 'ready' })
    await expect.poll(() => sent().length).toBe(1)
  })
})

describe('a test message', () => {
  const test_ = (body: { to: string; text: string }, params: object = { ...place(), channelId }) =>
    owner.client.call('channels.sendTestMessage', { params: params as never, body })

  test('goes to a person with a country code, and says why it can’t', async () => {
    expect(await test_({ to: '+1 (650) 555-1234', text: 'Does it **work**?' })).toEqual({ sent: true })
    expect(sent()).toMatchObject([{ to: '16505551234', text: { body: 'Does it *work*?' } }])
    graph.answer('POST messages', { status: 400, code: 131_047 }, 'nonsense')
    expect(await test_({ to: '+16505551234', text: 'x' })).toEqual({ sent: false, reason: 'window-closed' })
    expect(await test_({ to: '+16505551234', text: 'x' })).toEqual({ sent: false })
    const refused = (message: string) => ({ status: 400, message })
    const unreachable = 'Please provide a valid phone number and ensure the ID is reachable.'
    await isRefused(test_({ to: '', text: 'x' }), refused(unreachable))
    await isRefused(
      test_({ to: '16505551234', text: 'x' }),
      refused('Please include the country code in the phone number.'),
    )
    await isRefused(test_({ to: '+1 nobody', text: 'x' }), refused(unreachable))
    await isRefused(test_({ to: '+16505551234', text: ' ' }), refused('Please enter a message to send.'))
    await isRefused(test_({ to: '+16505551234', text: 'x' }, { ...place(), channelId: 'nobodys' }), {
      status: 404,
    })
  })
})

test('token and secret are in no event, answer or log, whatever goes wrong', async () => {
  const logged = vi.spyOn(process.stdout, 'write')
  const faults = vi.spyOn(process.stderr, 'write')
  onTestFinished(() => void vi.restoreAllMocks())
  graph.answer('POST messages', 'cut', {
    ...{ status: 400, code: 131_009 },
    message: `The token ${token} of ${secret} is odd`,
  })
  await deliver([written(text('Hello'), { at: now() - 600 })])
  await expect.poll(async () => (await transcript()).at(-1)?.deliveryState).toBe('failed')
  await owner.client.call('channels.disconnect', { params: { ...place(), channelId } })
  await expect.poll(() => graph.numbers.get(phoneNumberId)?.webhook).toBe('')
  await parley.settled()
  const { eventStore } = parley.platform.regions.get('na')!.engines
  const streams = [`channel-${channelId}`, `setup-${channelId}`]
  const events = await Promise.all(streams.map((stream) => eventStore.readStream(stream)))
  expect(events.flat().map(({ type }) => type)).toContain('ChannelTornDown')
  const timeline = await owner.client.call('audit.timeline', {
    params: { region: 'na', workspaceId: owner.workspaceId },
    query: {},
  })
  const lines = [...logged.mock.calls, ...faults.mock.calls].map(([line]) => String(line))
  const said = JSON.stringify([events, timeline, await transcript(), lines])
  expect(said).not.toContain(token)
  expect(said).not.toContain(secret)
})
