/** Messenger and Instagram from end to end: connected, written to, answered, read, forged, closed by the window, removed. */
import { createHmac } from 'node:crypto'
import { type GraphDouble, startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import { deliveryOf, eventOf } from '@parley/channel/pages/sample-deliveries.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sizesFlow } from './src/sizes-flow.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person
let stranger: Person
let graph: GraphDouble
let pages = 104_111_111_111_100
let messages = 0
let agentId: string
let pageId: string
let igPageId: string
let token: string
let channels: Record<Kind, string>

type Kind = 'messenger' | 'instagram'
const both: Kind[] = ['messenger', 'instagram']
const secret = '0123456789abcdef0123456789abcdef'
const otherSecret = 'f'.repeat(32)
const DAY_MS = 86_400_000
const person = '7654321098765432'
beforeAll(async () => {
  graph = await startGraphDouble()
  parley = await startTestPlatform({ GRAPH_API_URL: graph.url, PUBLIC_URL: 'https://parley.example' })
  graph.leadTo(parley.url)
  owner = await parley.signUp()
  stranger = await parley.signUp('eu')
})
afterAll(async () => {
  await parley?.stop()
  await graph?.stop()
})

/** Each test has an agent with a page and its Instagram account. */
beforeEach(async () => {
  pageId = String(++pages)
  igPageId = pageId.replace('104', '178')
  agentId = `page${pages}`
  token = graph.page(secret, {
    ...{ id: pageId, name: 'Lamp Shop' },
    instagram: { id: igPageId, username: 'lamps' },
  })
  graph.person(person, { name: 'Sheena Nelson', username: 'sheena' })
  await newAgent(agentId)
  channels = { messenger: await connect('messenger'), instagram: await connect('instagram') }
})

const place = (of = agentId) => ({ region: 'na', agentId: of }) as const
const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
const newAgent = (id: string) =>
  owner.client.call('agents.save', { params: place(id), body: { title: 'Shop', ...silentAtFirst } })
const connection = (kind: Kind, more: { token?: string; appSecret?: string; page?: string } = {}) => ({
  kind,
  account: { pageId: more.page ?? pageId },
  credentials: { token: more.token ?? token, appSecret: more.appSecret ?? secret },
})
async function connect(kind: Kind, more: Parameters<typeof connection>[1] = {}, of = agentId) {
  const { channelId } = await owner.client.call('channels.connect', {
    params: place(of),
    body: connection(kind, more),
  })
  await expect.poll(async () => (await shown(channelId, of))?.setup).toEqual({ state: 'ready' })
  return channelId
}
const listed = async (of = agentId) => (await owner.client.call('channels.list', { params: place(of) })).items
const shown = async (channelId: string, of = agentId) =>
  (await listed(of)).find((one) => one.channelId === channelId)
const disconnect = (kind: Kind) =>
  owner.client.call('channels.disconnect', { params: { ...place(), channelId: channels[kind] } })
const idOf = (kind: Kind) => (kind === 'messenger' ? pageId : igPageId)
const written = (
  kind: Kind,
  content: object,
  { mid = `m_in${++messages}`, at = Date.now(), from = person } = {},
) => event(kind, { message: { mid, ...content } }, { at, from })
const event = (kind: Kind, content: object, { at = Date.now(), from = person } = {}) =>
  eventOf(content, { from, to: idOf(kind), timestamp: at })
const bodyOf = (kind: Kind, events: readonly unknown[]) =>
  deliveryOf(events, { object: kind === 'messenger' ? 'page' : 'instagram', id: idOf(kind) })
const post = (
  body: object | string,
  more: { secret?: string; signature?: string | null; path?: string } = {},
) => graph.deliver('', body, { secret, path: `/api/na/v2/agents/${agentId}/meta-webhook`, ...more })
const deliver = (kind: Kind, ...events: object[]) => post(bodyOf(kind, events))
const inbox = async (of = agentId) =>
  (await owner.client.call('conversations.list', { params: place(of), query: {} })).items
const transcript = async () => {
  await parley.settled()
  const [item] = await inbox()
  if (!item) return []
  const params = { ...place(), conversationId: item.conversationId }
  return (await owner.client.call('conversations.get', { params })).transcript
}
const visitors = async () =>
  (await transcript()).filter(({ role }) => role === 'visitor').flatMap(({ blocks }) => blocks)
const sent = () =>
  graph.sentFrom(pageId).flatMap(({ body }) => ('message' in body ? [body as { message: object }] : []))
const isRefused = (called: Promise<unknown>, refusal: object) => expect(called).rejects.toMatchObject(refusal)

describe('a page', () => {
  test('is connected by its id, token and secret, for Messenger and for Instagram', async () => {
    const account = { pageId, pageName: 'Lamp Shop' }
    expect(await shown(channels.messenger)).toMatchObject({ kind: 'messenger', name: 'Lamp Shop', account })
    expect(await shown(channels.instagram)).toMatchObject({
      ...{ kind: 'instagram', name: 'lamps', account: { ...account, igPageId, igPageName: 'lamps' } },
      credentials: {
        token: { set: true, ending: token.slice(-4) },
        appSecret: { set: true, ending: secret.slice(-4) },
      },
    })
    expect(graph.toldOf(pageId, secret)).toContain('messages')
    for (const kind of both) {
      const params = { ...place(), channelId: channels[kind] }
      expect(await owner.client.call('channels.check', { params })).toEqual({ state: 'connected' })
    }
  })

  test('belongs to one agent of all workspaces and regions, for each kind, until it is removed', async () => {
    const mine = { region: 'eu', agentId: `strange${pages}` } as const
    await stranger.client.call('agents.save', { params: mine, body: { title: 'Mine' } })
    for (const kind of both) {
      const claim = () => stranger.client.call('channels.connect', { params: mine, body: connection(kind) })
      await isRefused(claim(), { status: 409, code: 'account-taken' })
      await disconnect(kind)
      await claim()
    }
    // The former address delivers nothing any more.
    expect(await deliver('messenger', written('messenger', { text: 'Hello' }))).toBe(401)
  })

  test('tells of its messages until neither kind is connected', async () => {
    await disconnect('messenger')
    const { eventStore } = parley.platform.regions.get('na')!.engines
    const torn = async (kind: Kind) =>
      (await eventStore.readStream(`channel-${channels[kind]}`)).map(({ type }) => type)
    await expect.poll(() => torn('messenger')).toContain('ChannelTornDown')
    expect(graph.toldOf(pageId, secret)).toContain('messages')
    await disconnect('instagram')
    await expect.poll(() => torn('instagram')).toContain('ChannelTornDown')
    expect(graph.toldOf(pageId, secret)).toBeUndefined()
  })

  test('is refused with a wrong token, secret or page, in Meta’s words, and while Meta can’t be reached', async () => {
    const claim = (more: Parameters<typeof connection>[1]) =>
      owner.client.call('channels.connect', { params: place(), body: connection('messenger', more) })
    const invalid = (message: RegExp) => ({ status: 400, message: expect.stringMatching(message) })
    await isRefused(claim({ page: 'x' }), invalid(/Please provide a valid page ID/))
    await isRefused(claim({ token: 'x'.repeat(40) }), invalid(/Invalid OAuth access token/))
    await isRefused(claim({ appSecret: otherSecret }), invalid(/Invalid appsecret_proof/))
    await isRefused(claim({ page: '77777777' }), invalid(/not the one of the page/))
    graph.answer('GET number', 'nonsense')
    await isRefused(claim({}), { status: 503 })
    expect(await listed()).toHaveLength(2)
  })

  test('gets another token, and none of another page', async () => {
    const params = { ...place(), channelId: channels.messenger }
    const change = (credentials: { token: string; appSecret: string }) =>
      owner.client.call('channels.changeCredentials', { params, body: { credentials } })
    const other = graph.page(secret, { id: '66666666', name: 'Other' })
    await isRefused(change({ token: other, appSecret: secret }), { status: 400 })
    const newer = graph.page(otherSecret, { id: pageId, name: 'Lamp Shop' })
    await change({ token: newer, appSecret: otherSecret })
    const body = bodyOf('messenger', [written('messenger', { text: 'Hello' })])
    // The former secret stops working at once.
    expect(await post(body)).toBe(401)
    expect(await post(body, { secret: otherSecret })).toBe(200)
  })
})

test('the challenge of the address is answered with the agent’s verify token alone, as plain text', async () => {
  const challenge = (of: string, query: Record<string, string>) =>
    fetch(
      `${parley.url}/api/na/v2/agents/${of}/meta-webhook?${new URLSearchParams({
        ...{ 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': of, ...query },
      })}`,
    )
  const answered = await challenge(agentId, {})
  expect([answered.status, await answered.text()]).toEqual([200, '1158201444'])
  expect((await challenge(agentId, { 'hub.verify_token': 'wrong' })).status).toBe(404)
  expect((await challenge(agentId, { 'hub.challenge': '<script>' })).status).toBe(400)
  expect((await challenge('nobodysagent0001', {})).status).toBe(404)
})

describe.each(both)('what a person writes on %s', (kind) => {
  test('is answered once, is shown with the person’s name and Meta’s time, and is read first', async () => {
    const at = Date.now() - 5_000
    const message = written(kind, { text: 'When are you open?' }, { at })
    expect(await Promise.all([deliver(kind, message), deliver(kind, message)])).toContain(200)
    expect(await deliver(kind, message)).toBe(200)
    await expect.poll(async () => (await transcript()).at(-1)?.role).toBe('agent')
    const all = await transcript()
    expect(all.filter(({ role }) => role === 'visitor')).toMatchObject([{ at: new Date(at).toISOString() }])
    expect((await inbox())[0]).toMatchObject({ channel: kind, visitorName: 'Sheena Nelson' })
    await expect.poll(() => sent().length).toBe(all.filter(({ role }) => role === 'agent').length)
    expect(sent()[0]).toMatchObject({ recipient: { id: person }, messaging_type: 'RESPONSE' })
    const acts = () =>
      graph.calls.filter(({ token: by }) => by === token).flatMap(({ body }) => body.sender_action ?? [])
    await expect.poll(acts).toEqual(['mark_seen', 'typing_on'])
  })

  test('has the choices of a flow as quick replies, and a chosen one is its label', async () => {
    await owner.client.call('agents.save', { params: place(), body: { enableNodes: true, nodes: sizesFlow } })
    await deliver(kind, written(kind, { text: 'Hello' }))
    await expect.poll(() => JSON.stringify(sent())).toContain('"payload":"s:Large"')
    const chosen = written(kind, { text: 'Large', quick_reply: { payload: 's:Large' } })
    expect(await deliver(kind, chosen)).toBe(200)
    expect(await deliver(kind, chosen)).toBe(200)
    await expect.poll(() => JSON.stringify(sent())).toContain('Large it is.')
    expect(JSON.stringify(sent()).match(/Large it is\./g)).toHaveLength(1)
  })

  test('comes with its files, from Meta’s hosts alone', async () => {
    graph.file(`order${pages}.txt`, Buffer.from('two lamps'), { phoneNumberId: '' })
    const file = (url: string) => ({ attachments: [{ type: 'file', payload: { url } }] })
    const at = Date.now() - 9_000
    await deliver(
      kind,
      written(kind, file(`${graph.url}/media/order${pages}.txt`), { at }),
      written(kind, file('https://evil.example/steal.txt'), { at: at + 1 }),
    )
    expect(await visitors()).toMatchObject([
      { type: 'file', name: `order${pages}.txt`, size: 9, url: expect.any(String) },
      { type: 'text', text: expect.stringContaining('steal.txt') },
    ])
    expect(graph.calls.some(({ path }) => path.includes('steal.txt'))).toBe(false)
  })

  test('of another app’s own, deleted or unknown is no message of a person', async () => {
    expect(await deliver(kind, written(kind, { is_deleted: true }, { at: Date.now() - 120_000 }))).toBe(200)
    expect(await deliver(kind, event(kind, { optin: {} }))).toBe(200)
    expect(await inbox()).toEqual([])
    expect(sent()).toEqual([])
  })

  test('in Meta’s own app is answered there, and the agent is silent until it is handed back', async () => {
    const page = idOf(kind)
    const echo = (more: object, mid = 'm_e') =>
      eventOf(
        { message: { mid: `${mid}${messages}`, text: 'From the app', is_echo: true, ...more } },
        { from: page, to: person, timestamp: Date.now() + 1 },
      )
    await deliver(kind, written(kind, { text: 'When are you open?' }))
    await expect.poll(async () => (await transcript()).at(-1)?.deliveryState).toBe('sent')
    const answers = sent().length
    // What we sent comes back, too.
    const [ours] = graph.sentFrom(pageId).filter(({ body }) => 'message' in body)
    const mid: string = Object(ours).answer.message_id
    const own = eventOf(
      { message: { mid, text: 'We are open', is_echo: true } },
      { from: page, to: person, timestamp: Date.now() },
    )
    expect(await deliver(kind, own)).toBe(200)
    expect((await transcript()).some(({ role }) => role === 'human')).toBe(false)
    expect(await deliver(kind, echo({ app_id: 5 }))).toBe(200)
    await deliver(kind, echo({ app_id: 5 }), written(kind, { text: 'Thank you' }, { at: Date.now() + 2 }))
    await expect.poll(async () => (await transcript()).at(-1)?.role).toBe('visitor')
    const human = (await transcript()).filter(({ role }) => role === 'human')
    expect(human).toMatchObject([{ outside: true, blocks: [{ text: 'From the app' }] }])
    expect((await inbox())[0]?.owner).toBe('human')
    const like = { reaction: { mid, action: 'react', reaction: 'love', emoji: '❤' } }
    expect(await deliver(kind, event(kind, like))).toBe(200)
    await expect
      .poll(async () => (await transcript()).find(({ role }) => role === 'agent')?.reaction)
      .toBe('❤')
    expect(sent()).toHaveLength(answers)
  })

  test('forged, unsigned, signed by another app, or changed after signing is refused', async () => {
    const body = JSON.stringify(bodyOf(kind, [written(kind, { text: 'Hello' })]))
    expect(await post(body, { signature: null })).toBe(401)
    expect(await post(body, { signature: 'sha256=00' })).toBe(401)
    expect(await post(body, { secret: otherSecret })).toBe(401)
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    expect(await post(body.replace('Hello', 'Hallo'), { signature })).toBe(401)
    expect(await inbox()).toEqual([])
    expect(await post(body, { signature })).toBe(200)
    // Replayed, it is the same delivery.
    expect(await post(body, { signature })).toBe(200)
    await expect.poll(() => inbox()).toHaveLength(1)
    expect(await visitors()).toHaveLength(1)
  })
})

test('what people write arrives once each, however it is batched, repeated and mixed', async () => {
  const people = ['7654321098765491', '7654321098765492', '7654321098765493']
  const at = Date.now() - 3_000_000
  const history = Array.from({ length: 24 }, (_, nth) =>
    written('messenger', { text: `message ${nth}` }, { from: people[nth % 3]!, at: at + nth }),
  )
  const batches = fc.array(
    fc
      .subarray(history, { minLength: 1, maxLength: 10 })
      .chain((some) => fc.shuffledSubarray(some, { minLength: some.length })),
    { minLength: 8, maxLength: 12 },
  )
  const [mixed = []] = fc.sample(batches, { numRuns: 1, seed: 41 })
  // Whatever the batches leave out comes at last.
  for (const batch of [...mixed, history]) {
    const answers = await Promise.all([deliver('messenger', ...batch), deliver('messenger', ...batch)])
    // One that is under way is refused, to be repeated.
    expect(answers).toContain(200)
    for (const status of answers) expect([200, 409, 503]).toContain(status)
  }
  await parley.settled()
  const said = await Promise.all(
    (await inbox()).map(async ({ conversationId }) => {
      const params = { ...place(), conversationId }
      return (await owner.client.call('conversations.get', { params })).transcript
    }),
  )
  expect(said).toHaveLength(3)
  const texts = said.flatMap((all) => all.flatMap(({ role, blocks }) => (role === 'visitor' ? blocks : [])))
  expect(texts.map((block) => ('text' in block ? block.text : '')).toSorted()).toEqual(
    history.map((_, nth) => `message ${nth}`).toSorted(),
  )
  const replies = said.flat().filter(({ role }) => role === 'agent').length
  await expect.poll(() => sent().length).toBe(replies)
}, 120_000)

test('a page of another app or workspace is refused, however well a delivery is signed', async () => {
  const of = `foreign${pages}`
  await newAgent(of)
  const theirToken = graph.page(otherSecret, { id: '33333333', name: 'Theirs' })
  await connect('messenger', { page: '33333333', token: theirToken, appSecret: otherSecret }, of)
  const theirs = deliveryOf([eventOf({ message: { mid: 'm_t', text: 'Give me all' } }, { to: '33333333' })], {
    id: '33333333',
  })
  const strangers = deliveryOf(
    [eventOf({ message: { mid: 'm_s', text: 'Give me all' } }, { to: '44444444' })],
    {
      id: '44444444',
    },
  )
  const mine = { region: 'eu', agentId: `strange2${pages}` } as const
  await stranger.client.call('agents.save', { params: mine, body: { title: 'Mine' } })
  const strangersToken = graph.page(secret, { id: '44444444', name: 'Strangers' })
  const body = connection('messenger', { page: '44444444', token: strangersToken })
  await stranger.client.call('channels.connect', { params: mine, body })
  // Signed by our app.
  expect(await post(theirs)).toBe(401)
  expect(await post(strangers)).toBe(401)
  // Hidden in a delivery of ours, it is left out.
  const ours = bodyOf('messenger', [written('messenger', { text: 'Hello' })])
  expect(await post({ ...ours, entry: [...ours.entry, ...theirs.entry, ...strangers.entry] })).toBe(200)
  // The page whose secret signs it stands where nothing is read, and the one that is read is written in another way.
  const decoy = { decoy: { id: pageId }, ...theirs }
  expect(await post(decoy)).toBe(200)
  const hidden = JSON.stringify(decoy).replace('"id":"33333333"', '"\\u0069d":"33333333"')
  expect(hidden).toContain('u0069')
  expect(await post(hidden)).toBe(200)
  await parley.settled()
  expect(await inbox(of)).toEqual([])
  expect(JSON.stringify(await transcript())).not.toContain('Give me all')
  // As another kind of account it is nobody’s.
  expect(
    await post({ ...bodyOf('messenger', [written('messenger', { text: 'x' })]), object: 'instagram' }),
  ).toBe(200)
  expect(await visitors()).toHaveLength(1)
})

test('a delivery with more than Meta puts into one is refused', async () => {
  const many = Array.from({ length: 300 }, (_, nth) => written('messenger', { text: `${nth}` }))
  const { entry, ...one } = bodyOf('messenger', many)
  expect(await post({ ...one, entry: [...entry, ...entry, ...entry, ...entry] })).toBe(400)
  // Also within one list.
  const messaging = Array.from({ length: 1_001 }, (_, nth) => written('messenger', { text: `${nth}` }))
  expect(await post(bodyOf('messenger', messaging))).toBe(400)
  expect(await inbox()).toEqual([])
})

test('pages of all agents of a workspace that have the same app are delivered to the address of any', async () => {
  const of = `second${pages}`
  await newAgent(of)
  const second = pageId.replace('104', '204')
  await connect('messenger', { page: second, token: graph.page(secret, { id: second, name: 'Second' }) }, of)
  const message = { message: { mid: 'm_2', text: 'Hello' } }
  expect(await post(deliveryOf([eventOf(message, { to: second })], { id: second }))).toBe(200)
  await expect.poll(() => inbox(of)).toHaveLength(1)
  expect(await inbox()).toEqual([])
})

test('too large, too deep, or no delivery at all is refused, and what can’t be read is left out', async () => {
  const hello = (text: string) => written('messenger', { text })
  expect(await deliver('messenger', hello('x'.repeat(3_300_000)))).toBe(413)
  const name = `"id":"${pageId}"`
  expect(await post(`{${name},"object":"page","entry":${'['.repeat(9_000)}${']'.repeat(9_000)}}`)).toBe(400)
  expect(await post(`{${name}`)).toBe(400)
  expect(await post({ object: 'page', entry: [] })).toBe(401)
  expect(await inbox()).toEqual([])
  expect(await post(bodyOf('messenger', [null, { odd: true }, hello('Hello')]))).toBe(200)
  await expect.poll(() => inbox()).toHaveLength(1)
})

describe('what the agent says', () => {
  // Chatwoot closes the composer there (#12635), and tags every reply of its bots (#15887).
  test('and a person may say once a story mention opened the window, and nothing within it is tagged', async () => {
    const hours = (ago: number) => Date.now() - ago * 3_600_000
    await deliver('instagram', written('instagram', { text: 'Hello' }, { at: hours(9 * 24) }))
    await expect.poll(async () => (await transcript()).at(-1)?.deliveryFailure).toBe('window-closed')
    const story = { attachments: [{ type: 'story_mention', payload: { url: 'https://x.example/s' } }] }
    await deliver('instagram', written('instagram', story, { at: hours(23) }))
    await expect.poll(async () => (await transcript()).at(-1)?.deliveryState).toBe('sent')
    const params = { ...place(), conversationId: (await inbox())[0]?.conversationId ?? '' }
    await owner.client.call('conversations.reply', { params, body: { id: 'human1', text: 'Thank you!' } })
    await expect.poll(async () => (await transcript()).at(-1)?.deliveryState).toBe('sent')
    const bodies = sent().map((body) => Object(body))
    expect(bodies.length).toBeGreaterThanOrEqual(2)
    expect(bodies.map(({ messaging_type: type, tag }) => [type, tag])).toEqual(
      bodies.map(() => ['RESPONSE', undefined]),
    )
  })

  const state = async () => (await transcript()).at(-1)?.deliveryState

  test('is shown as delivered and read, by the time that Meta names, and never goes back', async () => {
    await deliver('messenger', written('messenger', { text: 'Hello' }))
    await expect.poll(state).toBe('sent')
    const told = (content: object, from = person) =>
      deliver('messenger', event('messenger', content, { from }))
    const long = Date.now() - DAY_MS
    await told({ read: { watermark: long } })
    await told({ read: { watermark: Date.now() } }, '999')
    expect(await state()).toBe('sent')
    await told({ delivery: { mids: ['m_1'], watermark: Date.now() } })
    await expect.poll(state).toBe('delivered')
    await told({ read: { watermark: Date.now() } })
    await expect.poll(state).toBe('read')
    await told({ delivery: { mids: ['m_1'], watermark: Date.now() } })
    expect(await state()).toBe('read')
  })

  test.each(both)(
    'is not sent on %s after 24 hours, but a person’s answer is, with the tag, for seven days',
    async (kind) => {
      await deliver(kind, written(kind, { text: 'Hello' }, { at: Date.now() - DAY_MS - 60_000 }))
      await expect
        .poll(async () => (await transcript()).at(-1))
        .toMatchObject({ role: 'agent', deliveryState: 'failed', deliveryFailure: 'window-closed' })
      expect(sent()).toEqual([])
      const [item] = await inbox()
      const params = { ...place(), conversationId: item!.conversationId }
      await owner.client.call('conversations.reply', {
        params,
        body: { id: 'late1', text: 'Sorry' },
      })
      await expect
        .poll(() => sent())
        .toMatchObject([{ messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT', message: { text: 'Sorry' } }])
      // In time there is no tag.
      await deliver(kind, written(kind, { text: 'Thanks' }))
      await owner.client.call('conversations.reply', {
        params,
        body: { id: 'soon1', text: 'Bye' },
      })
      await expect
        .poll(() => sent().at(-1))
        .toMatchObject({ messaging_type: 'RESPONSE', message: { text: 'Bye' } })
      expect(sent().at(-1)).not.toHaveProperty('tag')
    },
  )

  test('is sent after the pause that Meta asks for, once', async () => {
    graph.answer('POST messages', { status: 400, code: 613, headers: { 'retry-after': '3' } })
    const begun = Date.now()
    // Written a while ago, so that nothing shows before that the agent writes.
    await deliver('messenger', written('messenger', { text: 'Hello' }, { at: Date.now() - 600_000 }))
    await expect.poll(() => sent().length).toBe(1)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(3_000)
  })

  test('waits while the token is refused, and the channel is shown as failed until it has a token', async () => {
    graph.revoke(token)
    await deliver('messenger', written('messenger', { text: 'Hello' }, { at: Date.now() - 600_000 }))
    const setup = async () => (await shown(channels.messenger))?.setup
    await expect.poll(setup).toMatchObject({ state: 'failed', reason: 'credentials-refused' })
    token = graph.page(secret, { id: pageId, name: 'Lamp Shop' })
    const params = { ...place(), channelId: channels.messenger }
    await owner.client.call('channels.changeCredentials', { params, body: { credentials: { token } } })
    await expect.poll(setup).toEqual({ state: 'ready' })
    await expect.poll(() => sent().length).toBe(1)
  })
})

test('token and secret are in no event, answer or log, whatever goes wrong', async () => {
  const logged = vi.spyOn(process.stdout, 'write')
  const faults = vi.spyOn(process.stderr, 'write')
  onTestFinished(() => void vi.restoreAllMocks())
  const odd = { status: 400, code: 100, message: `The token ${token} of ${secret} is odd` }
  graph.answer('POST messages', odd, odd, odd)
  await deliver('messenger', written('messenger', { text: 'Hello' }, { at: Date.now() - 600_000 }))
  await expect.poll(async () => (await transcript()).at(-1)?.deliveryState).toBe('failed')
  await disconnect('messenger')
  await parley.settled()
  const { eventStore } = parley.platform.regions.get('na')!.engines
  const streams = [`channel-${channels.messenger}`, `setup-${channels.messenger}`]
  const events = await Promise.all(streams.map((stream) => eventStore.readStream(stream)))
  const lines = [...logged.mock.calls, ...faults.mock.calls].map(([line]) => String(line))
  const said = JSON.stringify([events, await transcript(), lines])
  expect(said).not.toContain(token)
  expect(said).not.toContain(secret)
})
