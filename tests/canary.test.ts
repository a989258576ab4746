/** A canary version from end to end: who gets it, that conversations stay on it, its figures, and how it ends. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person
let agents = 0
let agentId: string

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na' })
  owner = await parley.signUp()
})
afterAll(() => parley?.stop())

beforeEach(async () => {
  agentId = `canary${++agents}`
  const body = { title: 'Shop', enableNodes: false, vg_initPrompt: 'Said by the published version.' }
  await owner.client.call('agents.save', { params: place(), body })
})

const place = () => ({ region: 'na', agentId }) as const
const start = (changes: object, share: number, more = {}) =>
  owner.client.call('canary.start', { params: place(), body: { draft: changes, share, ...more } })
const canary = async () => (await owner.client.call('canary.get', { params: place() })).canary
const refusal = (made: Promise<unknown>) =>
  made.then(
    () => 'accepted',
    (error) => error.code,
  )

async function visit(visitorToken?: string) {
  const body = visitorToken === undefined ? {} : { visitorToken }
  const started = await parley.client().call('conversations.start', { params: place(), body })
  const text = JSON.stringify(started.messages)
  const params = { ...place(), conversationId: started.conversationId }
  const visitor = parley.client(started.visitorToken)
  return {
    ...started,
    isCanary: text.includes('canary version'),
    handoff: () => refusal(visitor.call('conversations.requestHandoff', { params, body: {} })),
    say: () => visitor.call('conversations.send', { params, body: { id: 'm1', text: 'Do you sell lamps?' } }),
  }
}
type Visit = Awaited<ReturnType<typeof visit>>

/** Visits until there are as many of each version. */
async function visitsOfEach(most: number): Promise<{ tried: Visit[]; control: Visit[] }> {
  const found = { tried: [] as Visit[], control: [] as Visit[] }
  while (found.tried.length < most || found.control.length < most) {
    const one = await visit()
    found[one.isCanary ? 'tried' : 'control'].push(one)
  }
  return found
}

const SAID = { vg_initPrompt: 'Said by the canary version.' }
const OFFERS = { ...SAID, enableHumanHandoff: true, alwaysShowHandoff: true, showHandoffEvenIfOffline: true }

describe('a canary version', () => {
  test('answers its share of visitors, each of whom always gets the same, and conversations stay on it', async () => {
    expect(await canary()).toBeUndefined()
    await start(SAID, 50)
    const { tried, control } = await visitsOfEach(4)
    for (const before of [tried[0], control[0]])
      expect((await visit(before?.visitorToken)).isCanary).toBe(before?.isCanary)
    const listed = (await owner.client.call('conversations.list', { params: place() })).items
    expect(listed.length).toBeGreaterThanOrEqual(8)

    const { version } = (await canary()) ?? {}
    expect(
      await refusal(owner.client.call('agents.save', { params: place(), body: { title: 'Other' } })),
    ).toBe('canary-running')
    await owner.client.call('canary.withdraw', { params: place(), body: { version: version ?? 0 } })
    expect(await canary()).toBeUndefined()
    expect((await visit(tried[0]?.visitorToken)).isCanary).toBe(false)
  })

  test('keeps its conversations after it was promoted, and the published version its own', async () => {
    await start(OFFERS, 50)
    const { tried, control } = await visitsOfEach(1)
    const { version = 0 } = (await canary()) ?? {}
    await owner.client.call('canary.promote', { params: place(), body: { version } })
    expect((await owner.client.call('agents.get', { params: place() })).data).toMatchObject(OFFERS)
    expect((await visit()).isCanary).toBe(true)
    // The published version of then offered no person.
    expect(await tried[0]?.handoff()).toBe('accepted')
    expect(await control[0]?.handoff()).toBe('handoff-off')
    const { items } = await owner.client.call('agents.versions', { params: place() })
    expect(items.map((item) => item.version)).toContain(version)
  })

  test('has its figures beside those of the published version', async () => {
    await start(SAID, 50)
    const { tried, control } = await visitsOfEach(2)
    for (const one of [tried[0], tried[1], control[0]]) await one?.say()
    await parley.settled()
    const found = await canary()
    expect(found?.canary).toMatchObject({ engaged: 2, rates: { failure: { count: 0, of: 2 } } })
    expect(found?.control).toMatchObject({ engaged: 1, rates: { handoff: { count: 0, of: 1 } } })
    expect(found?.canary.rates.failure.interval?.high).toBeGreaterThan(0.5)
    expect(found?.differences).toEqual({})
  })

  test('is withdrawn by itself once clearly more of its visitors ask for a person', async () => {
    await start(OFFERS, 50)
    const { tried, control } = await visitsOfEach(20)
    for (const one of control.slice(0, 20)) await one.say()
    for (const one of tried.slice(0, 20)) await one.handoff()
    await parley.settled()
    expect(await canary()).toBeUndefined()
    const { items } = await owner.client.call('audit.timeline', {
      params: { region: 'na', workspaceId: owner.workspaceId },
      query: { agent: agentId },
    })
    const ended = items.find(({ type }) => type === 'CanaryWithdrawn')
    expect(JSON.stringify(ended)).toContain('since more of its visitors asked for a person')
    expect((await visit()).isCanary).toBe(false)
  })

  test('waits for required tests, unless a reason is given', async () => {
    await owner.client.call('testCases.add', {
      params: place(),
      body: { testCase: { lines: [{ says: 'Hello', expects: { mentions: ['lamps'] } }] } },
    })
    await owner.client.call('publishGate.set', { params: place(), body: { required: true } })
    expect(await refusal(start(SAID, 10))).toBe('tests-not-passed')
    expect(await refusal(start(SAID, 10, { untested: 'Only words' }))).toBe('accepted')
    const { version = 0 } = (await canary()) ?? {}
    const promote = (more: { untested?: string } = {}) =>
      owner.client.call('canary.promote', { params: place(), body: { version, ...more } })
    expect(await refusal(promote())).toBe('tests-not-passed')
    expect(await canary()).toMatchObject({ version })
    expect(await refusal(promote({ untested: 'A person read it' }))).toBe('accepted')
    const { items } = await owner.client.call('audit.timeline', {
      params: { region: 'na', workspaceId: owner.workspaceId },
      query: { agent: agentId },
    })
    const { stream = '', revision = 0 } = items.find(({ type }) => type === 'AgentPublished') ?? {}
    const { data } = await owner.client.call('audit.event', {
      params: { region: 'na', workspaceId: owner.workspaceId, stream, revision },
    })
    expect(data).toMatchObject({ untested: 'A person read it' })
  })
})
