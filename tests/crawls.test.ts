/** The crawler over all agents from end to end: runs, what each changed, and the answers that this touches. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person
let stranger: Person
let server: Server
let origin: string
let sourceId: string
const agentId = 'crawledshop'
const params = { region: 'na', agentId } as const
/** What the site answers at each path; other paths do not exist. */
const served: Record<string, string> = {}

const page = (title: string, text: string) =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>
  <p><a href="/returns">Returns of lamps</a> <a href="/sale">Sale of lamps</a></p></main></body></html>`

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = served[request.url ?? '']
    const status = body === undefined ? 404 : body === '' ? 500 : 200
    response.writeHead(status, { 'content-type': 'text/html' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  origin = `http://${host}/`
  parley = await startTestPlatform({ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: host })
  owner = await parley.signUp()
  stranger = await parley.signUp()
  await owner.client.call('agents.save', { params, body: { title: 'Lamps', enableNodes: false } })
  served['/'] = page('Home', 'We repair paper lamps in Leeds.')
  served['/returns'] = page('Returns', 'Handmade lamps can be returned within 45 days.')
  served['/sale'] = page('Sale', 'Umbrellas are half price in spring.')
  const body = { url: origin, kind: 'site', name: 'Lamp shop', refreshRate: '24h' } as const
  sourceId = (await owner.client.call('knowledge.addWebsite', { params, body })).sourceId
  await read()
})
afterAll(async () => {
  await parley?.stop()
  server?.close()
})

const workspace = ({ workspaceId }: Person = owner) => ({ region: 'na' as const, workspaceId })
const list = (query: object = {}, person = owner) =>
  person.client.call('crawls.list', { params: workspace(person), query })
const website = () => owner.client.call('crawls.get', { params: { ...params, sourceId } })
const run = async () => {
  await owner.client.call('knowledge.refresh', { params: { ...params, sourceId }, body: {} })
  await read()
}
const change = (body: object) =>
  owner.client.call('knowledge.change', { params: { ...params, sourceId }, body })
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error) => error.code,
  )

/** Resolves when no website is being read. */
async function read() {
  await vi.waitFor(async () => expect((await website()).state).not.toBe('reading'), 30_000)
  await parley.settled()
}

async function asked(question: string) {
  const { conversationId, visitorToken } = await parley.client().call('conversations.start', { params })
  await parley.client(visitorToken).call('conversations.send', {
    params: { ...params, conversationId },
    body: { id: 'm1', text: question },
  })
  await parley.settled()
  return conversationId
}

describe('the crawler', () => {
  test('lists the websites of all agents with their last run, found by words, agent and state', async () => {
    const { items } = await list()
    expect(items).toMatchObject([
      {
        ...{ sourceId, agentId, agent: 'Lamps', name: 'Lamp shop', url: origin, refreshRate: '24h' },
        ...{ state: 'scheduled', paused: false, pages: 3, failedPages: 0 },
        lastRun: { reason: 'added', outcome: 'done', added: 3, changed: 0, removed: 0, pages: 3 },
      },
    ])
    const [one] = items
    expect(Date.parse(one?.nextRunAt ?? '') - Date.parse(one?.lastRun?.endedAt ?? '')).toBe(86_400_000)
    expect((await list({ q: 'LAMP 127' })).items).toHaveLength(1)
    expect((await list({ q: 'bicycles' })).items).toEqual([])
    expect((await list({ state: 'scheduled', agentId })).items).toHaveLength(1)
    expect((await list({ state: 'errors' })).items).toEqual([])
    expect((await list({ agentId: 'another' })).items).toEqual([])
  })

  test('pauses a schedule, which keeps its interval, and resumes it', async () => {
    await change({ paused: true })
    expect(await website()).toMatchObject({ state: 'paused', paused: true, refreshRate: '24h' })
    expect(await website()).not.toHaveProperty('nextRunAt')
    const source = await owner.client.call('knowledge.get', { params: { ...params, sourceId } })
    expect(source).toMatchObject({ paused: true, refreshRate: '24h' })
    expect(source).not.toHaveProperty('nextRefreshAt')
    expect((await list({ state: 'paused' })).items).toHaveLength(1)
    await change({ paused: false })
    expect(await website()).toMatchObject({ state: 'scheduled', nextRunAt: expect.any(String) })
  })

  test('says of a run what it changed with both texts, and which answers and tests it touches', async () => {
    const conversationId = await asked('Can handmade lamps be returned?')
    const other = await asked('Do you repair paper lamps?')
    const expects = { source: 'returns' }
    const says = 'Can I return a lamp?'
    await owner.client.call('testCases.add', {
      params,
      body: { testCase: { lines: [{ says, expects }] } },
    })
    served['/returns'] = page('Returns', 'Handmade lamps can be returned within 14 days.')
    delete served['/sale']
    served['/news'] = page('News', 'We have moved to a larger workshop.')
    served['/'] = page('Home', 'We repair paper lamps in Leeds.').replace('/sale', '/news')
    await run()
    const [newest] = (await website()).runs
    expect(newest).toMatchObject({ reason: 'asked', outcome: 'done', removed: 1, added: 1, pages: 3 })
    const crawlId = newest?.crawlId ?? ''
    const at = { ...params, sourceId, crawlId }
    const { changes, more } = await owner.client.call('crawls.run', { params: at })
    expect(more).toBe(0)
    const of = (path: string) => changes.find(({ url }) => url === `${origin}${path}`)
    expect(of('returns')).toMatchObject({ change: 'changed', title: 'Returns', comparable: true })
    expect(of('sale')).toMatchObject({ change: 'removed', reason: 'The page no longer exists.' })
    expect(of('news')).toMatchObject({ change: 'added' })

    const textsOf = (path: string) =>
      owner.client.call('crawls.page', { params: { ...at, pageId: of(path)?.pageId ?? '' } })
    const compared = await textsOf('returns')
    expect(compared.before?.text).toContain('within 45 days')
    expect(compared.after?.text).toContain('within 14 days')
    const removed = await textsOf('sale')
    expect(removed.before?.text).toContain('Umbrellas')
    expect(removed).not.toHaveProperty('after')
    expect(await textsOf('news')).not.toHaveProperty('before')

    const answers = await owner.client.call('crawls.answers', { params: at })
    const returns = answers.items.filter(({ pages }) => pages.some(({ title }) => title === 'Returns'))
    expect(returns.map((answer) => answer.conversationId)).toEqual([conversationId])
    expect(returns[0]?.text).toContain('45 days')
    const tests = await owner.client.call('crawls.tests', { params: at })
    expect(tests.items).toMatchObject([{ name: says, source: 'returns' }])

    await owner.client.call('conversations.remove', { params: { ...params, conversationId } })
    await parley.settled()
    const afterwards = await owner.client.call('crawls.answers', { params: at })
    expect(afterwards.items.map((answer) => answer.conversationId)).not.toContain(conversationId)
    expect(other).not.toBe(conversationId)
  })

  test('says what could not be read and why, and keeps what was read before', async () => {
    served['/news'] = ''
    await run()
    const [{ crawlId = '' } = {}] = (await website()).runs
    const { changes } = await owner.client.call('crawls.run', { params: { ...params, sourceId, crawlId } })
    expect(changes.find(({ url }) => url === `${origin}news`)).toMatchObject({
      ...{ change: 'failed', reason: 'The site answers with an error (500).', comparable: false },
    })
    // And one that another page still links to.
    expect(await website()).toMatchObject({ failedPages: 2, pages: 3 })
    expect((await list({ state: 'errors' })).items).toHaveLength(1)
  })

  test('shows nothing of it to another workspace, nor under another agent', async () => {
    const [{ crawlId = '' } = {}] = (await website()).runs
    expect((await list({}, stranger)).items).toEqual([])
    expect((await list({ agentId }, stranger)).items).toEqual([])
    const at = { ...params, sourceId, crawlId }
    const { changes } = await owner.client.call('crawls.run', { params: at })
    const pageId = changes[0]?.pageId ?? ''
    const elsewhere = { region: 'na', agentId: 'other1' } as const
    await owner.client.call('agents.save', { params: elsewhere, body: { title: 'Other' } })
    for (const [client, place] of [
      [stranger.client, at],
      [owner.client, { ...at, ...elsewhere }],
    ] as const) {
      expect(await refusal(client.call('crawls.get', { params: place }))).toBe('not-found')
      expect(await refusal(client.call('crawls.run', { params: place }))).toBe('not-found')
      expect(await refusal(client.call('crawls.page', { params: { ...place, pageId } }))).toBe('not-found')
      expect(await refusal(client.call('crawls.answers', { params: place }))).toBe('not-found')
      expect(await refusal(client.call('crawls.tests', { params: place }))).toBe('not-found')
    }
  })

  test('forgets runs and texts with the website', async () => {
    const [{ crawlId = '' } = {}] = (await website()).runs
    await owner.client.call('knowledge.delete', { params: { ...params, sourceId } })
    await parley.settled()
    expect((await list()).items).toEqual([])
    expect(await refusal(owner.client.call('crawls.run', { params: { ...params, sourceId, crawlId } }))).toBe(
      'not-found',
    )
  })
})
