/** Organisations pay for the replies of their agents to visitors first, then the workspace: through HTTP, with a model. */
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

/** A reply costs 75.3 credits with this model; slightly more is held for it. */
const TOKENS = 1_000
const COST = 75.3
const MODEL = 'claude-opus-4'
const AGENT = 'organisationcredits01'
const PASSWORD = 'fifteen letters'
const na = { region: 'na' } as const

let parley: TestPlatform
let model: ModelDouble
let ada: Person
let acme: string
let elsewhere: string

beforeAll(async () => {
  model = await startModelDouble({
    record: false,
    reply: () => Array.from({ length: TOKENS }, () => 'word '),
  })
  parley = await startTestPlatform({
    REGIONS: 'na',
    CLIENT_SEATS: '10',
    RATE_LIMIT_FACTOR: '1000',
    ANTHROPIC_API_KEY: 'test',
    ANTHROPIC_BASE_URL: `${model.url}/v1`,
  })
  ada = await parley.signUp()
  await ada.client.call('agency.initialize', { params: place() })
  const body = { title: 'Desk', enableNodes: false, vg_defaultModel: MODEL, vg_maxTokens: TOKENS }
  await ada.client.call('agents.save', { params: { ...na, agentId: AGENT }, body })
  acme = await organisationOf({ name: 'Acme', allowBilling: true, widgetIDs: [AGENT] })
  elsewhere = await organisationOf({ name: 'Elsewhere', allowBilling: true })
})
afterAll(async () => {
  await parley.stop()
  await model.stop()
})

const place = () => ({ ...na, workspaceId: ada.workspaceId })
const organisationOf = async (body: object) =>
  (await ada.client.call('organisations.create', { params: place(), body })).organisationId
const transfer = (organisationId: string, from: 'workspace' | 'organisation', amount: number) =>
  ada.client.call('organisations.transferCredits', {
    params: { ...place(), organisationId },
    body: { from, amount },
  })
const history = () => ada.client.call('credits.history', { params: place(), query: {} })
async function balances() {
  const of = { params: { ...place(), organisationId: acme }, query: {} }
  const [{ balance: own }, { balance }] = [
    await history(),
    await ada.client.call('organisations.creditHistory', of),
  ]
  return { own, acme: balance }
}
/** As the ledger has them, in thousandths. */
const exact = (credits: number) => Math.round(credits * 1_000) / 1_000
const becomes = (expected: object) =>
  vi.waitFor(async () => expect(await balances()).toEqual(expected), 20_000)
const mayContinue = async () =>
  (
    await parley.client().call('public.checkCredits', {
      params: { ...na, ownerId: ada.workspaceId },
      query: { agentId: AGENT },
    })
  ).continue

/** A new visitor, or who tests the agent, asks one question; returns whether it was answered. */
async function visit(testing = false) {
  const client = testing ? ada.client : parley.client()
  const params = { ...na, agentId: AGENT }
  const start = testing ? 'conversations.test' : 'conversations.start'
  const { conversationId, visitorToken } = await client.call(start, { params, body: {} })
  const own = { params: { ...params, conversationId } }
  const bearer = { token: visitorToken }
  await client.call('conversations.send', { ...own, body: { id: 'm1', text: 'Hello' } }, bearer)
  const { messages } = await client.call('conversations.messages', { ...own, query: {} }, bearer)
  return messages.at(-1)?.role === 'agent' && !messages.at(-1)?.failed
}

test('an organisation’s credits are charged first, then the workspace’s, and nobody’s twice', {
  timeout: 120_000,
}, async () => {
  const email = 'credits@example.com'
  await ada.client.call('clients.create', {
    params: place(),
    body: { email, dashboardPassword: PASSWORD, orgId: acme, name: 'Cleo' },
  })
  const signedIn = await parley
    .client()
    .call('clientAuth.signIn', { body: { email, password: PASSWORD, agencyId: ada.workspaceId } })
  const cleo = parley.client(signedIn.token)
  const shown = async () => (await cleo.call('ownOrganisation.get', { params: na })).balance
  const before = (await history()).balance
  await transfer(acme, 'workspace', 100)
  await parley.settled()
  expect(await shown()).toBe(100)

  expect(await visit()).toBe(true)
  await becomes({ own: before - 100, acme: exact(100 - COST) })
  // What the client sees in its top bar.
  expect(await shown()).toBe(exact(100 - COST))
  // Too little is left for the next one.
  expect(await visit()).toBe(true)
  const own = exact(before - 100 - COST)
  await becomes({ own, acme: exact(100 - COST) })

  // Who tests the agent is of the workspace.
  await transfer(acme, 'workspace', 100)
  expect(await visit(true)).toBe(true)
  const paid = exact(own - 100 - COST)
  await becomes({ own: paid, acme: exact(200 - COST) })

  const { items } = await history()
  const charges = items.filter(({ kind }) => kind === 'charge')
  expect(charges).toMatchObject([
    { amount: -COST, agentId: AGENT },
    { amount: -COST, agentId: AGENT },
    { amount: -COST, agentId: AGENT, orgId: acme, organisationName: 'Acme', consumedFromOrg: true },
  ])
  expect(charges[0]).not.toHaveProperty('orgId')
  const usage = await ada.client.call('credits.usage', { params: place(), query: { timeZone: 'UTC' } })
  expect(usage.agents).toMatchObject([{ agentId: AGENT, credits: exact(3 * COST) }])

  // Nobody has anything left: what processes reserved comes back while they are idle.
  const all = async (organisationId: string, from: 'workspace' | 'organisation', amount: number) =>
    vi.waitFor(() => transfer(organisationId, from, amount), { timeout: 30_000, interval: 500 })
  await all(acme, 'organisation', exact(200 - COST))
  const rest = exact(paid + 200 - COST)
  await all(elsewhere, 'workspace', rest)
  await parley.settled()
  expect(await mayContinue()).toBe(false)
  expect(await visit()).toBe(false)
  await becomes({ own: 0, acme: 0 })

  await transfer(elsewhere, 'organisation', 200)
  await transfer(acme, 'workspace', 200)
  await parley.settled()
  expect(await mayContinue()).toBe(true)
  expect(await visit()).toBe(true)
  await becomes({ own: 0, acme: exact(200 - COST) })

  // With its billing off, its credits stay where they are.
  const params = { ...place(), organisationId: acme }
  await ada.client.call('organisations.save', { params, body: { allowBilling: false } })
  await parley.settled()
  expect(await visit()).toBe(false)
  expect(await balances()).toEqual({ own: 0, acme: exact(200 - COST) })
})
