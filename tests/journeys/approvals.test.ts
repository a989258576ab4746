/** The agent wants to carry out what needs approval; somebody of the team decides in the inbox, and the visitor is told. */
import {
  type DoubleRequest,
  type ModelDouble,
  startModelDouble,
} from '@parley/conversation/models/model-double.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSecuredServer } from '../src/secured-server.ts'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let model: ModelDouble
let shop: Awaited<ReturnType<typeof startSecuredServer>>
let started: TestPlatform
let person: Person
let page: Page
beforeAll(async () => {
  shop = await startSecuredServer()
  model = await startModelDouble({ reply })
})
eachSignedIn(
  (given) => {
    ;({ started, person, page } = given)
  },
  {
    env: () => ({
      OPENAI_API_KEY: 'test',
      OPENAI_BASE_URL: `${model.url}/v1`,
      ALLOW_PRIVATE_ADDRESSES: shop.host,
    }),
  },
)
afterAll(async () => {
  await model?.stop()
  await shop?.stop()
})

/** Calls the function with what the visitor asks for, and tells its result. */
function reply({ body }: DoubleRequest) {
  const messages: { role: string; content?: unknown }[] = Object(body).messages
  const last = messages.at(-1)
  if (last?.role === 'tool') {
    const result = String(last.content)
    if (result.includes('approval')) return ['The team has to approve this first.']
    return [result.includes('declined') ? 'The team did not agree.' : 'Your money is on its way.']
  }
  const order = /refund (\S+)/.exec(String(last?.content))?.[1]
  const input = JSON.stringify({ order, reason: 'The kettle arrived broken.' })
  return order === undefined ? ['Hello.'] : { calls: [{ name: 'Refund_an_order', input }] }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const region = 'na' as const
const agentId = 'refunds'
const other = 'exchanges'

async function visit(text: string, agent = agentId) {
  const params = { region, agentId: agent }
  const { conversationId, visitorToken } = await started.client().call('conversations.start', { params })
  const of = { params: { ...params, conversationId } }
  const visitor = started.client(visitorToken)
  await visitor.call('conversations.send', { ...of, body: { id: 'm1', text } })
  const heard = async () => {
    const { messages } = await visitor.call('conversations.messages', { ...of, query: {} })
    return messages.flatMap(({ blocks }) => blocks.flatMap((one) => (one.type === 'text' ? [one.text] : [])))
  }
  return {
    conversationId,
    heard,
    at: `${started.url}/app/na/agents/${agent}/convos?conversation=${conversationId}`,
  }
}

async function openShop() {
  await page.goto(`${started.url}/app/na/integrations`)
  await button('Add function').first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Refund an order')
  await page.getByRole('textbox', { name: 'Description' }).first().fill('Pays an order back.')
  await page.getByRole('textbox', { name: 'Server URL', exact: true }).fill(`${shop.url}/refunds`)
  await page.getByRole('switch', { name: 'Needs approval' }).check({ force: true })
  await lookAt(page, 'function-needs-approval')
  await page.setViewportSize({ width: 1280, height: 900 })
  await button('Create').click()
  await page.getByText('Refund an order was saved').waitFor()
  const { items } = await person.client.call('tools.list', { params: { region } })
  const tool = items.find(({ name }) => name === 'Refund an order')
  expect(tool?.needsApproval).toBe(true)
  const field = (key: string, description: string) => ({
    in: 'body' as const,
    key,
    type: 'string' as const,
    description,
  })
  const settings = {
    ...{ name: 'Refund an order', description: 'Pays an order back.', serverUrl: `${shop.url}/refunds` },
    ...{ needsApproval: true as const, fields: [field('order', 'The number.'), field('reason', 'Why.')] },
  }
  await person.client.call('tools.save', { params: { region, toolId: tool?.id ?? '' }, body: { settings } })
  await openAgent(tool?.id ?? '')
}

async function openAgent(toolId: string, agent = agentId) {
  const answers = { title: 'Kettle shop', enableNodes: false, vg_defaultModel: 'gpt-4o' }
  const body = { ...answers, assignedToolsIds: [toolId] }
  await person.client.call('agents.save', { params: { region, agentId: agent }, body })
  await started.settled()
}

test('a refund waits until somebody approves it, and another is declined with a reason', async () => {
  await openShop()
  const visitor = await visit('Please refund A-4711')
  expect(await visitor.heard()).toContain('The team has to approve this first.')
  expect(shop.got).toEqual([])

  await page.goto(`${started.url}/app/na/agents/${agentId}/convos?view=waiting`)
  await page.getByText('Please refund A-4711').first().click()
  const waiting = page.getByRole('region', { name: 'Waiting for approval' })
  await waiting.getByText('Refund an order').waitFor()
  await waiting.getByText('The kettle arrived broken.').waitFor()
  await lookAt(page, 'inbox-approval')
  await page.setViewportSize({ width: 1280, height: 900 })
  await waiting.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Your money is on its way.').first().waitFor()
  await waiting.waitFor({ state: 'detached' })
  await page.getByText(/approved Refund an order/).waitFor()
  expect(await visitor.heard()).toContain('Your money is on its way.')
  expect(shop.got.map(({ path }) => path)).toEqual(['/refunds'])

  const second = await visit('Please refund B-12')
  await page.goto(second.at)
  await waiting.getByRole('button', { name: 'Decline' }).click()
  await waiting.getByRole('textbox', { name: 'Reason for the agent' }).fill('It is older than a year.')
  await lookAt(page, 'inbox-approval-declined')
  await page.setViewportSize({ width: 1280, height: 900 })
  await waiting.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('The team did not agree.').first().waitFor()
  expect(shop.got).toHaveLength(1)
  expect(model.requests.some(({ body }) => JSON.stringify(body).includes('older than a year'))).toBe(true)

  await page.goto(`${started.url}/app/na/audit`)
  await page.getByText('declined Refund an order', { exact: false }).first().waitFor()
})

test('whoever has taken the conversation over hands it back first', async () => {
  const settings = {
    ...{ name: 'Refund an order', description: 'Pays an order back.', serverUrl: `${shop.url}/refunds` },
    fields: [],
    needsApproval: true,
  }
  const { id } = await person.client.call('tools.create', { params: { region }, body: { settings } })
  await openAgent(id, other)
  const visitor = await visit('Please refund C-1', other)
  await page.goto(visitor.at)
  await button('Take over').click()
  const waiting = page.getByRole('region', { name: 'Waiting for approval' })
  await waiting.getByText('Hand the conversation back to the agent to approve it.').waitFor()
  await expect.poll(() => waiting.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
  await button('Hand back').click()
  await waiting.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Your money is on its way.').first().waitFor()
})
