/** The text of a campaign on WhatsApp: a template that Meta has approved, filled in for each recipient. */
import { type GraphDouble, startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignOf, draftCampaign } from '../src/campaigns.ts'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

const place = { region: 'na', agentId: 'templates0000001' } as const
const [phoneNumberId, businessId] = ['106540352242922', '419561257915477']
const appSecret = '0123456789abcdef0123456789abcdef'

let graph: GraphDouble
let started: TestPlatform
let person: Person
let page: Page
beforeAll(async () => {
  graph = await startGraphDouble()
})
eachSignedIn(
  (given) => {
    ;({ started, person, page } = given)
  },
  { env: () => ({ GRAPH_API_URL: graph.url }) },
)
afterAll(() => graph?.stop())

/** A number with an approved template. */
async function connect(): Promise<string> {
  graph.leadTo(started.url)
  graph.number(phoneNumberId, businessId)
  await person.client.call('agents.save', { params: place, body: { title: 'Shop', enableNodes: false } })
  const { channelId } = await person.client.call('channels.connect', {
    params: place,
    body: {
      ...({ kind: 'whatsapp', account: { phoneNumberId, businessId } } as const),
      credentials: { token: graph.app(appSecret, businessId), appSecret },
    },
  })
  const params = { ...place, channelId }
  const text = { bodyText: 'Hello {{1}}, your order is on its way.', samples: { 'body.1': 'Ada' } }
  const body = { name: 'order_update', ...text }
  const { templateId } = await person.client.call('channels.createTemplate', { params, body })
  graph.review(templateId, 'APPROVED', 'NONE')
  await person.client.call('channels.templates', { params, query: { refresh: '1' } })
  return channelId
}

test('a template is chosen, filled in with a variable, seen as a person gets it, and kept', async () => {
  const steps = [{ afterHours: 0, a: { text: '' } }]
  const settings = campaignOf(place.agentId, await connect(), { medium: 'whatsapp', steps })
  const csv = 'phone,name,consent\n+49 151 23456001,Ada,yes'
  const campaignId = await draftCampaign(person.client, settings, csv)
  await page.goto(`${started.url}/app/na/campaigns/${campaignId}`)
  await page.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'order_update (en)' }).click()
  await page.getByRole('textbox', { name: 'Variable 1' }).fill('{{name|there}}')
  await page.getByText('Hello Ada, your order is on its way.').waitFor()
  await lookAt(page, 'campaign-whatsapp')
  await page.getByRole('button', { name: 'Save draft' }).click()
  const kept = async () => {
    const params = { region: 'na', campaignId } as const
    return (await person.client.call('campaigns.get', { params })).settings.steps[0]?.template
  }
  const values = { 'body.1': '{{name|there}}' }
  await expect.poll(kept).toEqual({ name: 'order_update', language: 'en', values })
})
