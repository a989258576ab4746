/** What a plan does not include is refused where it is asked for, and clients have no page of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let ada: Person

beforeAll(async () => {
  parley = await startTestPlatform({
    ...{ REGIONS: 'na', CLIENT_SEATS: '5', RATE_LIMIT_FACTOR: '1000', MAX_AGENTS: '2' },
    ...{ PLAN_CHANNELS: 'whatsapp', ALLOW_ANALYTICS: 'false', ALLOW_LEADS: 'false' },
    ...{ MAX_KB_DOCS_CHAR_COUNT: '1000', MAX_MONTHLY_CREDITS: '50' },
  })
  ada = await parley.signUp()
})
afterAll(() => parley.stop())

const region = 'na' as const
const place = () => ({ region, workspaceId: ada.workspaceId })
const newAgent = async (agentName: string) => {
  const body = { agentName, agentTemplate: 'blank-template' as const }
  const { agentCreated } = await ada.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body,
  })
  return agentCreated.ID
}
const limitsOf = (client = ada.client) => client.call('workspaces.limits', { params: place() })

let agentId: string

test('shows what is used, and refuses another agent in the words of the specification', async () => {
  agentId = await newAgent('One')
  expect((await limitsOf()).agents).toEqual({ max: 2, used: 1, reached: false })
  await newAgent('Two')
  expect((await limitsOf()).agents).toEqual({ max: 2, used: 2, reached: true })
  await expect(newAgent('Three')).rejects.toMatchObject({
    status: 403,
    message:
      'You have reached the maximum number of agents (2) for your current subscription plan. Please upgrade to add more agents.',
  })
})

test('refuses channels that the plan leaves out, and no others', async () => {
  const params = { region, agentId }
  const telegram = { kind: 'telegram' as const, credentials: { token: `12345678:${'a'.repeat(35)}` } }
  await expect(ada.client.call('channels.connect', { params, body: telegram })).rejects.toMatchObject({
    ...{ status: 403, code: 'channel-not-in-plan' },
    message:
      'Your current subscription plan does not include access to Telegram. Please upgrade to access this channel.',
  })
  expect((await limitsOf()).channels).toEqual(['whatsapp'])
  const webhook = {
    ...{ kind: 'webhook' as const, name: 'Own', account: { url: 'https://shop.example/in' } },
    credentials: { secret: 'a secret of the shop' },
  }
  await ada.client.call('channels.connect', { params, body: webhook })
})

test('refuses knowledge beyond its characters: texts at once, files when they are read', async () => {
  const params = { region, agentId }
  const addText = (content: string) =>
    ada.client.call('knowledge.addText', { params, body: { name: 'Notes', content } })
  const message =
    'You have reached the maximum number of knowledge characters (1,000) for your current subscription plan. Please delete some that are no longer needed, or upgrade to add more.'
  const { sourceId } = await addText('a'.repeat(600))
  await parley.settled()
  const { max, used, reached } = (await limitsOf()).knowledgeCharacters
  expect({ max, used, reached }).toEqual({ max: 1_000, used: 600, reached: false })
  await expect(addText('b'.repeat(401))).rejects.toMatchObject({ code: 'knowledge-limit-reached', message })
  const edit = (content: string) =>
    ada.client.call('knowledge.edit', { params: { ...params, sourceId }, body: { name: 'Notes', content } })
  await expect(edit('a'.repeat(1_001))).rejects.toMatchObject({ code: 'knowledge-limit-reached' })
  // What a source has by now makes room for its new text.
  await edit('a'.repeat(900))
  await parley.settled()

  const document = { fileName: 'long.txt', base64Payload: Buffer.from('c'.repeat(200)).toString('base64') }
  const added = await ada.client.call('knowledge.addDocument', { params, body: document })
  await parley.settled()
  const read = await ada.client.call('knowledge.get', { params: { ...params, sourceId: added.sourceId } })
  expect(read).toMatchObject({ status: 'ERROR', error: message })
  await addText('d'.repeat(100))
})

test('clients have neither the pages that the plan leaves out, nor what is behind them', async () => {
  await ada.client.call('agency.initialize', { params: place() })
  const made = { params: place(), body: { name: 'Harbour Tea' } }
  const { organisationId: orgId } = await ada.client.call('organisations.create', made)
  const signIn = { email: 'cleo@example.com', password: 'fifteen letters', agencyId: ada.workspaceId }
  const body = {
    ...{ orgId, name: 'Cleo', email: signIn.email, dashboardPassword: signIn.password },
    canAccess: ['/home', '/analytics', '/leads', '/convos'],
    widgetIDs: [agentId],
  }
  await ada.client.call('clients.create', { params: place(), body })
  const { token } = await parley.client().call('clientAuth.signIn', { body: signIn })
  const cleo = parley.client(token)

  const { clientData } = await cleo.call('clientAuth.refresh', { body: {} })
  expect(clientData.canAccess).toEqual(['/home', '/convos'])
  const params = { region, agentId }
  const refused = { status: 403, code: 'not-allowed' }
  await expect(cleo.call('leads.list', { params })).rejects.toMatchObject(refused)
  await expect(cleo.call('analytics.summary', { params })).rejects.toMatchObject(refused)
  await cleo.call('conversations.list', { params })
  // The team’s own pages are not limited.
  await ada.client.call('leads.list', { params })

  const seen = await limitsOf(cleo)
  expect(seen.agents).toEqual({ max: 2, reached: true })
  expect(seen).toMatchObject({ allowAnalytics: false, allowLeads: false, allowVoiceChannel: true })
})
