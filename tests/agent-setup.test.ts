/** What the set-up of a new agent counts as done: what really happened, one after the other. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
const dashboard = 'https://parley.example'
let parley: TestPlatform
let person: Person

beforeAll(async () => {
  parley = await startTestPlatform({ PUBLIC_URL: dashboard })
  person = await parley.signUp()
})
afterAll(() => parley?.stop())

async function create(): Promise<string> {
  const { agentCreated } = await person.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Help', agentTemplate: 'customer-support', theme: 'blue-dark' },
  })
  return agentCreated.ID
}

async function setupOf(agentId: string): Promise<string[]> {
  await parley.platform.regions.get(region)?.ports.analytics.flushLoads()
  await parley.settled()
  const setup = await person.client.call('agents.setup', { params: { region, agentId } })
  return Object.entries(setup).flatMap(([step, done]) => (done ? [step] : []))
}

/** As the website script on a page of this origin. */
async function load(agentId: string, origin: string): Promise<void> {
  const address = `${parley.url}/api/na/v2/public/agents/${agentId}/load.js`
  expect((await fetch(address, { headers: { origin } })).status).toBe(200)
}

it('counts knowledge of one’s own, not the examples of the template', async () => {
  const agentId = await create()
  const params = { region, agentId }
  expect(await setupOf(agentId)).toEqual([])

  const [first, second] = (await person.client.call('knowledge.list', { params, query: {} })).items
  expect(first?.sample).toBe(true)
  const edit = { name: 'Questions', pairs: [{ question: 'When are you open?', answer: 'From nine.' }] }
  const sourceId = (first?.kind === 'qa' ? first : second)?.sourceId ?? ''
  await person.client.call('knowledge.edit', { params: { ...params, sourceId }, body: edit })
  expect(await setupOf(agentId)).toEqual(['knowledge'])
  await person.client.call('knowledge.delete', { params: { ...params, sourceId } })
  expect(await setupOf(agentId)).toEqual([])

  const text = { name: 'Hours', content: 'We are open from nine to five.' }
  await person.client.call('knowledge.addText', { params, body: text })
  expect(await setupOf(agentId)).toEqual(['knowledge'])
})

it('counts a test once somebody wrote, and no visitor’s message', async () => {
  const agentId = await create()
  const params = { region, agentId }
  const visitor = parley.client()
  const visit = await visitor.call('conversations.start', { params })
  const said = { id: 'm1', text: 'Hello?' }
  const at = { params: { ...params, conversationId: visit.conversationId }, body: said }
  await visitor.call('conversations.send', at, { token: visit.visitorToken })
  const tested = await person.client.call('conversations.test', { params, body: {} })
  expect(await setupOf(agentId)).toEqual([])

  const test = { params: { ...params, conversationId: tested.conversationId }, body: said }
  await visitor.call('conversations.send', test, { token: tested.visitorToken })
  expect(await setupOf(agentId)).toEqual(['test'])
})

it.each([
  { theme: 'custom', customThemeJSONString: '{"primary":"#b5532a"}' },
  { fontFamily: 'Inter' },
  { ADVANCED_customCSS: '.parley { color: red }' },
])('counts a brand that is published: %o', async (body) => {
  const agentId = await create()
  const params = { region, agentId }
  await person.client.call('agents.save', { params, body: { title: 'Help desk', theme: 'blue-light' } })
  expect(await setupOf(agentId)).toEqual([])
  await person.client.call('agents.save', { params, body })
  expect(await setupOf(agentId)).toEqual(['brand'])
})

it('counts a load on a website, and none in the dashboard', async () => {
  const agentId = await create()
  await load(agentId, dashboard)
  expect(await setupOf(agentId)).toEqual([])
  await load(agentId, 'https://shop.example')
  expect(await setupOf(agentId)).toEqual(['install'])
})
