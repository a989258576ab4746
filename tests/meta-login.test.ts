/** Continue With Meta from end to end: the way to Meta and back, and connecting the numbers and pages that were found. */
import { appIdOf, type GraphDouble, startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person
let stranger: Person
let graph: GraphDouble

const published = 'https://parley.example'
const secret = '0123456789abcdef0123456789abcdef'
const agentId = 'metalogin0000001'
const place = { region: 'na', agentId } as const
const phoneNumberId = '106540352242922'
const businessId = '419561257915477'

beforeAll(async () => {
  graph = await startGraphDouble()
  parley = await startTestPlatform({
    ...{ GRAPH_API_URL: graph.url, META_DIALOG_URL: graph.url, PUBLIC_URL: published },
    ...{ META_APP_ID: appIdOf(secret), META_APP_SECRET: secret, META_LOGIN_CONFIG_ID: '987654321' },
  })
  graph.leadTo(parley.url)
  owner = await parley.signUp()
  stranger = await parley.signUp()
  await owner.client.call('agents.save', { params: place, body: { title: 'Shop' } })
  graph.number(phoneNumberId, businessId)
})
afterAll(async () => {
  await parley?.stop()
  await graph?.stop()
})

type Kind = 'whatsapp' | 'messenger' | 'instagram'
const isRefused = (called: Promise<unknown>, refusal: object) => expect(called).rejects.toMatchObject(refusal)

/** Goes to Meta as a browser does; returns the query with which Meta sends back. */
async function answerOf(kind: Kind): Promise<string> {
  const { address } = await owner.client.call('channels.startMeta', { params: place, body: { kind } })
  const answered = await fetch(address, { redirect: 'manual' })
  const back = new URL(answered.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe(`${published}/app/connected`)
  return back.search.slice(1)
}
const finish = (answer: string, by = owner) =>
  by.client.call('channels.finishMeta', { params: place, body: { answer } })
const listed = async () => (await owner.client.call('channels.list', { params: place })).items

describe('numbers of WhatsApp', () => {
  test('are found after the sign-in, and connected with its token, which the browser never sees', async () => {
    expect(await owner.client.call('channels.metaApp', { params: place })).toEqual({ isOffered: true })
    graph.signIn(secret, { businesses: [businessId] })
    const found = await finish(await answerOf('whatsapp'))
    expect(graph.dialogs.at(-1)).toMatchObject({ client_id: appIdOf(secret), config_id: '987654321' })
    const phoneNumber = graph.numbers.get(phoneNumberId)?.display
    expect(found).toMatchObject({
      numbers: [{ phoneNumberId, businessId, phoneNumber, name: 'Lamp Shop', status: 'CONNECTED' }],
      pages: [],
    })
    const said = JSON.stringify(found) + Buffer.from(found.grant, 'base64url').toString('latin1')
    expect(said).not.toContain('EAAU')
    const body = { kind: 'whatsapp', grant: found.grant, account: { phoneNumberId, businessId } } as const
    // A grant is of one agent and one session.
    const other = { region: 'na', agentId: 'metalogin0000002' } as const
    await owner.client.call('agents.save', { params: other, body: { title: 'Other' } })
    await isRefused(owner.client.call('channels.connectMeta', { params: other, body }), { status: 410 })
    const changed = { ...body, grant: `${found.grant.slice(0, -6)}AAAAAA` }
    await isRefused(owner.client.call('channels.connectMeta', { params: place, body: changed }), {
      status: 410,
    })
    // Of another account than those that the person has shared, nothing is connected.
    graph.number('555555555555555', '777777777777777')
    const theirs = { phoneNumberId: '555555555555555', businessId: '777777777777777' }
    await isRefused(
      owner.client.call('channels.connectMeta', { params: place, body: { ...body, account: theirs } }),
      { status: 400 },
    )
    const { channelId } = await owner.client.call('channels.connectMeta', {
      params: place,
      body: { ...body, name: 'Orders' },
    })
    await expect.poll(async () => (await listed())[0]?.setup).toEqual({ state: 'ready' })
    expect(await listed()).toMatchObject([{ channelId, kind: 'whatsapp', name: 'Orders' }])
    expect(graph.numbers.get(phoneNumberId)?.webhook).toContain(`/agents/${agentId}/wa-webhook`)
  })

  test('are not found after a sign-in that was cancelled, failed, was used, is old or somebody else’s', async () => {
    graph.answerDialog({ error: 'access_denied', error_reason: 'user_denied' })
    await isRefused(finish(await answerOf('whatsapp')), {
      ...{ status: 403, message: 'Access was not granted at Meta. Nothing was connected.' },
    })
    graph.answerDialog({ error: 'server_error', error_message: 'This feature is not available.' })
    await isRefused(finish(await answerOf('whatsapp')), {
      ...{ status: 422, message: 'This feature is not available.' },
    })
    graph.signIn(secret, { businesses: [businessId] })
    const answer = await answerOf('whatsapp')
    await isRefused(finish(answer, stranger), { status: 404 })
    await isRefused(finish(answer.replace(/state=[^&]*/, 'state=x')), { status: 410 })
    await finish(answer)
    await isRefused(finish(answer), { status: 422, message: 'This authorization code has been used.' })
  })
})

describe('pages', () => {
  const [pageId, igPageId] = ['104111111111111', '17841400000000001']
  test('are listed with their Instagram accounts and whether they are verified, and connected with their own tokens', async () => {
    const linked = graph.page(secret, {
      ...{ id: pageId, name: 'Lamp Shop', instagram: { id: igPageId, username: 'lamps' } },
    })
    const plain = graph.page(secret, { id: '104222222222222', name: 'Plain' })
    graph.signIn(secret, { pageTokens: [linked, plain] })
    const found = await finish(await answerOf('instagram'))
    expect(found).toMatchObject({
      numbers: [],
      pages: [
        { pageId, pageName: 'Lamp Shop', igPageId, igPageName: 'lamps', isSubscribed: false },
        { pageId: '104222222222222', pageName: 'Plain', isSubscribed: false },
      ],
    })
    expect(JSON.stringify(found)).not.toContain('EAA')
    const connect = (kind: 'instagram' | 'messenger', of: string) =>
      owner.client.call('channels.connectMeta', {
        params: place,
        body: { kind, grant: found.grant, account: { pageId: of } },
      })
    await isRefused(connect('instagram', '104222222222222'), {
      message: 'No Instagram page is linked to this page.',
    })
    await isRefused(connect('messenger', '104333333333333'), { status: 422 })
    const { channelId } = await connect('instagram', pageId)
    await expect
      .poll(async () => (await listed()).find((one) => one.channelId === channelId)?.setup)
      .toEqual({ state: 'ready' })
    expect(graph.toldOf(pageId, secret)).toContain('messages')
    graph.signIn(secret, { pageTokens: [linked, plain] })
    expect((await finish(await answerOf('messenger'))).pages[0]).toMatchObject({ isSubscribed: true })
  })
})

test('the lists over all agents show numbers and pages with their agents, to their workspace alone', async () => {
  const list = (of: 'meta-pages' | 'whatsapp-numbers', by = owner) =>
    by.client.call('channels.ofWorkspace', {
      params: { region: 'na', workspaceId: by.workspaceId },
      query: { of },
    })
  const numbers = await list('whatsapp-numbers')
  expect(numbers.items).toMatchObject([{ kind: 'whatsapp', name: 'Orders', agentId, agent: 'Shop' }])
  expect((await list('meta-pages')).items).toMatchObject([
    { kind: 'instagram', account: { pageName: 'Lamp Shop' }, agentId, agent: 'Shop' },
  ])
  expect(JSON.stringify(numbers)).not.toContain('EAAU')
  expect((await list('whatsapp-numbers', stranger)).items).toEqual([])
  const params = { region: 'na', workspaceId: owner.workspaceId } as const
  await isRefused(stranger.client.call('channels.ofWorkspace', { params, query: { of: 'meta-pages' } }), {
    status: 404,
  })
})
