/** What there is to do for an agent: visitors who wait, questions without an answer, and what failed; it all comes live. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'

const region = 'na' as const
let parley: TestPlatform
let person: Person
let browser: Browser
let page: Page
let agentId: string

beforeAll(async () => {
  parley = await startTestPlatform()
  person = await parley.signUp()
  agentId = await openShop()
  browser = await launchBrowser()
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })
  await context.addCookies([{ name: 'parley_session', value: person.token, url: parley.url }])
  page = await context.newPage()
  page.setDefaultTimeout(patience)
  await page.goto(overview())
})
afterAll(async () => {
  await browser?.close()
  await parley?.stop()
})

const overview = () => `${parley.url}/app/na/agents/${agentId}/overview`
const part = (name: string) => page.getByRole('region', { name, exact: true })

async function openShop(): Promise<string> {
  const { client } = person
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const params = { region, agentId: agentCreated.ID }
  const { data } = await client.call('agents.get', { params })
  await client.call('agents.save', {
    params,
    body: { ...data, enableHumanHandoff: true, showHandoffEvenIfOffline: true },
  })
  return agentCreated.ID
}

async function visit(text: string) {
  const params = { region, agentId }
  const { conversationId, visitorToken } = await parley
    .client()
    .call('conversations.start', { params, body: {} })
  const path = `/api/na/v2/public/agents/${agentId}/conversations/${conversationId}/messages`
  const response = await fetch(parley.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${visitorToken}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ id: `m-${conversationId}`, text }),
  })
  expect(response.status).toBe(200)
  return { conversationId, call: parley.client(visitorToken) }
}

it('says that there is nothing to do, and what is not set up', async () => {
  await part('Waiting for a person').getByText('Nobody waits for a person.').waitFor()
  await part('Not answered').getByText('The agent had an answer to everything').waitFor()
  await part('Problems').getByText('No model is configured').waitFor()
  await part('Set up your agent').waitFor()
})

it('shows who waits for a person as soon as they do, and leads to them', async () => {
  const { conversationId, call } = await visit('Where is my parcel?')
  await call.call('conversations.requestHandoff', { params: { region, agentId, conversationId } })
  const row = part('Waiting for a person').getByRole('listitem')
  await row.getByText('Where is my parcel?').waitFor()
  await row.getByText(/^waiting \d+ min$/).waitFor()
  await row.getByRole('link', { name: /^Visitor / }).click()
  await page.waitForURL(new RegExp(`/convos\\?.*conversation=${conversationId}`))
  await page.goBack()
  const params = { region, agentId, conversationId }
  await person.client.call('conversations.takeOver', { params })
  await part('Waiting for a person').getByText('Nobody waits for a person.').waitFor()
})

it('turns a question without an answer into knowledge', async () => {
  const section = part('Not answered')
  await section.getByRole('button', { name: 'Answer this: Where is my parcel?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Answer this question' })
  await dialog.getByLabel('Answer', { exact: true }).fill('It is on its way.')
  await dialog.getByRole('button', { name: 'Add to knowledge' }).click()
  await page.getByText('Answer added to the knowledge base').waitFor()
  await section.getByText('The agent had an answer to everything').waitFor()
})

it('shows a source that could not be read, and leads to it', async () => {
  const params = { region, agentId }
  await person.client.call('knowledge.addWebsite', {
    params,
    body: { url: 'http://127.0.0.1:1/closed', kind: 'url' },
  })
  const row = part('Problems').getByRole('listitem').filter({ hasText: 'could not be read' })
  await row.getByRole('link', { name: 'Open source' }).click()
  await page.waitForURL(/\/kb\?.*source=/)
})

it('explains its figures', async () => {
  await page.goto(overview())
  await part('Last 7 days').getByRole('button', { name: 'What Unanswered questions means' }).hover()
  await page.getByRole('tooltip').getByText('said that it does not know').waitFor()
  await part('Last 7 days').getByRole('link', { name: 'See analytics' }).click()
  await page.waitForURL(/\/analytics\?.*days=7/)
})
