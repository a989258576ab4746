/** Visits over all agents from end to end: who is there now, who was, and what nobody gets to see. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person
let stranger: Person
const lamps = { region: 'na', agentId: 'visitedlamps' } as const
const private_ = { region: 'na', agentId: 'visitedprivate' } as const

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na' })
  owner = await parley.signUp()
  stranger = await parley.signUp()
  await owner.client.call('agents.save', { params: lamps, body: { title: 'Lamps', enableNodes: false } })
  const unrecorded = { title: 'Private', enableNodes: false, recordChatHistory: false }
  await owner.client.call('agents.save', { params: private_, body: unrecorded })
})
afterAll(() => parley?.stop())

const workspace = ({ workspaceId }: Person = owner) => ({ region: 'na' as const, workspaceId })
const live = async (query: object = {}, person = owner) =>
  (await person.client.call('visits.live', { params: workspace(person), query })).items
const past = async (query: object = {}, person = owner) =>
  (await person.client.call('visits.list', { params: workspace(person), query })).items

/** A visitor who opens the chat on a page; `leave` closes it. */
async function visitor(place: { region: 'na'; agentId: string }, pageUrl: string) {
  const body = { pageUrl, browser: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/131.0' }
  const { conversationId, visitorToken } = await parley.client().call('conversations.start', {
    params: place,
    body,
  })
  const client = parley.client(visitorToken)
  const params = { ...place, conversationId }
  const chat = new AbortController()
  const path = `/api/na/v2/public/agents/${place.agentId}/conversations/${conversationId}/follow`
  const answer = await fetch(`${parley.url}${path}`, {
    headers: { authorization: `Bearer ${visitorToken}`, accept: 'text/event-stream' },
    signal: chat.signal,
  })
  expect(answer.status).toBe(200)
  return {
    conversationId,
    write: (text: string) => client.call('conversations.send', { params, body: { id: 'm1', text } }),
    open: (url: string) => client.call('conversations.moved', { params, body: { pageUrl: url } }),
    leave: () => chat.abort(),
    // A response that nothing holds is collected, and its connection closed.
    answer,
  }
}

describe('visits', () => {
  test('are live while the chat is open, with page and state, and past afterwards', async () => {
    const ada = await visitor(lamps, 'https://lamps.example/paper')
    await vi.waitFor(async () =>
      expect(await live()).toMatchObject([
        {
          ...{ conversationId: ada.conversationId, agent: 'Lamps', state: 'opened', outcome: 'silent' },
          ...{ pageUrl: 'https://lamps.example/paper', pages: 1, messages: 0, visits: 1 },
          browser: expect.stringContaining('Firefox'),
        },
      ]),
    )
    expect(await past()).toEqual([])
    await ada.open('https://lamps.example/returns')
    await ada.write('Can I return a lamp?')
    await parley.settled()
    expect(await live()).toMatchObject([
      { state: 'chatting', pageUrl: 'https://lamps.example/returns', pages: 2, messages: 1 },
    ])
    expect(await live({ agentId: 'another' })).toEqual([])
    ada.leave()
    await vi.waitFor(async () => expect(await live()).toEqual([]))
    expect(await past()).toMatchObject([{ conversationId: ada.conversationId, messages: 1, visits: 1 }])
  })

  test('are found by agent, day and words, page by page', async () => {
    const ben = await visitor(lamps, 'https://lamps.example/brass')
    ben.leave()
    await parley.settled()
    await vi.waitFor(async () => expect(await past()).toHaveLength(2))
    expect(await past({ agentId: lamps.agentId })).toHaveLength(2)
    expect(await past({ agentId: 'another' })).toEqual([])
    expect(await past({ q: 'brass' })).toMatchObject([{ conversationId: ben.conversationId }])
    expect(await past({ q: 'bicycles' })).toEqual([])
    const today = new Date().toISOString().slice(0, 10)
    expect(await past({ from: today, to: today })).toHaveLength(2)
    expect(await past({ to: '2020-01-01' })).toEqual([])
    const params = workspace()
    const first = await owner.client.call('visits.list', { params, query: { limit: 1 } })
    const second = await owner.client.call('visits.list', {
      params,
      query: { limit: 1, ...(first.next && { cursor: first.next }) },
    })
    expect([first, second].map(({ items }) => items.length)).toEqual([1, 1])
    expect(first.items[0]?.conversationId).toBe(ben.conversationId)
    expect(second.items[0]?.conversationId).not.toBe(ben.conversationId)
    expect(second.next).toBeUndefined()
  })

  test('are not shown where the agent records nothing, nor to another workspace', async () => {
    const secret = await visitor(private_, 'https://private.example/')
    const shown = await visitor(lamps, 'https://lamps.example/')
    await vi.waitFor(async () => expect(await live()).toHaveLength(1))
    expect((await live())[0]?.conversationId).toBe(shown.conversationId)
    expect(await live({}, stranger)).toEqual([])
    expect(await live({ agentId: lamps.agentId }, stranger)).toEqual([])
    expect(await past({}, stranger)).toEqual([])
    secret.leave()
    shown.leave()
    await vi.waitFor(async () => expect(await live()).toEqual([]))
    expect(JSON.stringify(await past())).not.toContain(secret.conversationId)
  })

  test('show no page address with what opens something, wherever it came in', async () => {
    const eva = await visitor(lamps, 'https://eva:password1@lamps.example/reset?token=opens1&lang=en')
    await eva.open('https://lamps.example/#access_token=opens2&state=x')
    await vi.waitFor(async () => expect((await live())[0]).toMatchObject({ pages: 2 }))
    expect((await live())[0]?.pageUrl).toBe('https://lamps.example/#access_token=…&state=x')
    const params = { ...lamps, conversationId: eva.conversationId }
    const detail = JSON.stringify(await owner.client.call('conversations.get', { params }))
    expect(detail).toContain('https://lamps.example/reset?token=…&lang=en')
    for (const secret of ['password1', 'opens1', 'opens2']) {
      expect(detail).not.toContain(secret)
      expect(await past({ q: secret })).toEqual([])
    }
    eva.leave()
    await vi.waitFor(async () => expect(await live()).toEqual([]))
  })

  test('of other agents are not even counted for whoever may see some alone', async () => {
    const own = { region: 'na', agentId: 'visitedown' } as const
    await owner.client.call('agents.save', { params: own, body: { title: 'Own', enableNodes: false } })
    const body = { name: 'x', permissions: ['conversation.read' as const], agentIds: [own.agentId] }
    const { token } = await owner.client.call('tokens.create', { params: workspace(), body })
    const narrowed = parley.client(token)
    const list = (query: object = {}) => narrowed.call('visits.list', { params: workspace(), query })
    expect((await past()).length).toBeGreaterThan(1)
    expect(await list()).toEqual({ items: [], searched: { visits: 0 } })
    expect(await list({ agentId: lamps.agentId })).toEqual({ items: [], searched: { visits: 0 } })
    const dora = await visitor(own, 'https://own.example/')
    const other = await visitor(lamps, 'https://lamps.example/other')
    await vi.waitFor(async () => expect(await live()).toHaveLength(2))
    const seen = await narrowed.call('visits.live', { params: workspace(), query: {} })
    expect(seen.items.map(({ conversationId }) => conversationId)).toEqual([dora.conversationId])
    dora.leave()
    other.leave()
    await vi.waitFor(async () => expect(await live()).toEqual([]))
    const [ended] = (await list()).items
    expect(await list()).toMatchObject({ searched: { visits: 1, backTo: ended?.lastAt } })
    expect(ended?.conversationId).toBe(dora.conversationId)
  })

  test('of an erased visitor are gone', async () => {
    const cleo = await visitor(lamps, 'https://lamps.example/erased')
    await vi.waitFor(async () => expect(await live()).toHaveLength(1))
    const [{ visitorId = '' } = {}] = await live()
    cleo.leave()
    await vi.waitFor(async () => expect(await past({ q: 'erased' })).toHaveLength(1))
    await owner.client.call('visitors.erase', { params: { ...lamps, visitorId } })
    await parley.settled()
    expect(await past({ q: 'erased' })).toEqual([])
    expect(JSON.stringify(await past())).not.toContain(visitorId)
  })
})
