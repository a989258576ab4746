/** What Meta tells of its apps: messages to pages of the operator's app, that a person has removed it, and that they want their data deleted. */
import { createHmac } from 'node:crypto'
import { appIdOf, type GraphDouble, startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import { deliveryOf, eventOf } from '@parley/channel/pages/sample-deliveries.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let graph: GraphDouble
let owners: { na: Person; eu: Person }

const published = 'https://parley.example'
const secret = '0123456789abcdef0123456789abcdef'
const ownSecret = 'abcdefabcdefabcdefabcdefabcdefab'
const person = '7654321098765432'
const agents = { na: 'metaapp000000001', eu: 'metaapp000000002' } as const
const pages = { na: '104111111111111', eu: '104222222222222' } as const
const ownPage = '104333333333333'
const channelIds = { na: '', eu: '' }
type In = 'na' | 'eu'

beforeAll(async () => {
  graph = await startGraphDouble()
  parley = await startTestPlatform({
    ...{ GRAPH_API_URL: graph.url, META_DIALOG_URL: graph.url, PUBLIC_URL: published },
    ...{ META_APP_ID: appIdOf(secret), META_APP_SECRET: secret },
  })
  graph.leadTo(parley.url)
  owners = { na: await parley.signUp('na'), eu: await parley.signUp('eu') }
  const silent = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  for (const region of ['na', 'eu'] as const) {
    const { client } = owners[region]
    const place = placeOf(region)
    await client.call('agents.save', { params: place, body: { title: 'Shop', ...silent } })
    const token = graph.page(secret, { id: pages[region], name: `Shop ${region}` })
    graph.signIn(secret, { pageTokens: [token], userId: region === 'na' ? '55501' : '55502' })
    const { address } = await client.call('channels.startMeta', {
      params: place,
      body: { kind: 'messenger' },
    })
    const back = new URL((await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '')
    const { grant } = await client.call('channels.finishMeta', {
      params: place,
      body: { answer: back.search.slice(1) },
    })
    const body = { kind: 'messenger', grant, account: { pageId: pages[region] } } as const
    const { channelId } = await client.call('channels.connectMeta', { params: place, body })
    channelIds[region] = channelId
  }
  // A page of the workspace's own app.
  await owners.na.client.call('channels.connect', {
    params: placeOf('na'),
    body: {
      ...{ kind: 'messenger', account: { pageId: ownPage } },
      credentials: { token: graph.page(ownSecret, { id: ownPage, name: 'Own' }), appSecret: ownSecret },
    },
  })
})
afterAll(async () => {
  await parley?.stop()
  await graph?.stop()
})

const placeOf = (region: In) => ({ region, agentId: agents[region] })
const setups = async (region: In) =>
  (await owners[region].client.call('channels.list', { params: placeOf(region) })).items.map(
    ({ account, setup }) => [account.pageId, setup.state],
  )
const conversations = async (region: In) => {
  await parley.settled()
  return (await owners[region].client.call('conversations.list', { params: placeOf(region), query: {} }))
    .items
}
let written = 0
const entryOf = (to: string, from = person) =>
  deliveryOf(
    [eventOf({ message: { mid: `m_${++written}`, text: 'Hello' } }, { from, to, timestamp: Date.now() })],
    { id: to },
  ).entry
const deliver = (entry: object[], by = secret, path = '/api/meta/webhook') =>
  graph.deliver('', { object: 'page', entry }, { secret: by, path })
async function tell(path: string, userId: string, by = secret) {
  const payload = Buffer.from(
    JSON.stringify({ algorithm: 'HMAC-SHA256', user_id: userId, issued_at: 1_749_416_383 }),
  ).toString('base64url')
  const signature = createHmac('sha256', by).update(payload).digest('base64url')
  const answered = await fetch(`${parley.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ signed_request: `${signature}.${payload}` }),
  })
  return { status: answered.status, said: await answered.json() }
}
const stateOf = async (code: string) => {
  const answered = await fetch(`${parley.url}/api/meta/data-deletion?id=${code}`)
  return { status: answered.status, text: await answered.text() }
}

describe('the operator’s app', () => {
  test('answers the challenge of its address', async () => {
    const ask = (token: string) =>
      fetch(
        `${parley.url}/api/meta/webhook?${new URLSearchParams({
          ...{ 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': token },
        })}`,
      )
    const answered = await ask(appIdOf(secret))
    expect([answered.status, await answered.text()]).toEqual([200, '1158201444'])
    expect((await ask('other')).status).toBe(404)
  })

  test('delivers to the pages of all workspaces and regions at once, each to its own, and to no page of another app', async () => {
    const entry = [
      ...entryOf(pages.na),
      ...entryOf(pages.eu),
      ...entryOf(ownPage),
      ...entryOf('104999999999999'),
    ]
    expect(await deliver(entry, ownSecret)).toBe(401)
    expect(await deliver(entry)).toBe(200)
    expect(await deliver(entry)).toBe(200)
    expect(await conversations('na')).toHaveLength(1)
    expect(await conversations('eu')).toHaveLength(1)
    for (const region of ['na', 'eu'] as const)
      await expect
        .poll(() => graph.sentFrom(pages[region]).length + graph.sentFrom('me').length)
        .toBeGreaterThan(0)
  })

  test('deletes a person in all workspaces when Meta asks for it, and says so at the address that it gives', async () => {
    await deliver(entryOf(pages.na, '999111'))
    expect(await conversations('na')).toHaveLength(2)
    expect((await tell('/api/meta/data-deletion', person, ownSecret)).status).toBe(401)
    const { status, said } = await tell('/api/meta/data-deletion', person)
    expect(status).toBe(200)
    const { url, confirmation_code: code } = said
    expect(url).toBe(`${published}/api/meta/data-deletion?id=${code}`)
    // Of others nothing is deleted.
    expect(await conversations('na')).toHaveLength(1)
    expect(await conversations('eu')).toHaveLength(0)
    expect(await stateOf(code)).toMatchObject({
      status: 200,
      text: expect.stringMatching(/was deleted on \d{4}-/),
    })
    expect((await stateOf(code)).text).not.toContain(person)
    expect((await stateOf('0'.repeat(24))).status).toBe(404)
    // Asked again, it is the same request.
    expect((await tell('/api/meta/data-deletion', person)).said).toEqual(said)
  })

  test('is removed by a person: what they connected says so, and nothing else', async () => {
    await expect.poll(() => setups('na')).toContainEqual([pages.na, 'ready'])
    expect((await tell('/api/meta/deauthorize', '55501')).status).toBe(200)
    await expect.poll(() => setups('na')).toContainEqual([pages.na, 'failed'])
    expect(await setups('na')).toContainEqual([ownPage, 'ready'])
    expect(await setups('eu')).toEqual([[pages.eu, 'ready']])
  })
})

describe('the app of a workspace', () => {
  const path = (what: string) => `/api/na/v2/agents/${agents.na}/${what}`
  test('deletes a person in its own channels alone', async () => {
    await deliver(entryOf(ownPage), ownSecret, path('meta-webhook'))
    await deliver(entryOf(pages.eu))
    const before = (await conversations('na')).length
    expect((await tell(path('meta-data-deletion'), person, 'f'.repeat(32))).status).toBe(401)
    const { status, said } = await tell(path('meta-data-deletion'), person, ownSecret)
    expect(status).toBe(200)
    expect(await conversations('na')).toHaveLength(before - 1)
    expect(await conversations('eu')).toHaveLength(1)
    expect((await stateOf(said.confirmation_code)).status).toBe(200)
  })

  test('is removed: the channels whose tokens Meta no longer takes say so', async () => {
    expect((await tell(path('meta-deauthorize'), '1', ownSecret)).status).toBe(200)
    expect(await setups('na')).toContainEqual([ownPage, 'ready'])
    graph.answer('GET number', { status: 400, code: 190 })
    expect((await tell(path('meta-deauthorize'), '2', ownSecret)).status).toBe(200)
    await expect.poll(() => setups('na')).toContainEqual([ownPage, 'failed'])
  })
})
