/** A client meets the inbox rules of its organization in its inbox, as soon as its agency sets them. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AtAgency, eachAtAgency } from './at-agency.ts'
import { lookAt } from './look-at.ts'

let started: AtAgency['started']
let owner: AtAgency['owner']
let open: AtAgency['open']

eachAtAgency(
  (given) => {
    ;({ started, owner, open } = given)
  },
  { expected: /$^/ },
)

const region = 'na' as const
const email = 'cleo.inbox@example.com'
const dashboardPassword = 'fifteen letters'
const panel = (page: Page) => page.getByRole('complementary', { name: 'Visitor details' })

test('a client picks from the tags of its organization alone, and inserts canned responses', async () => {
  const { client, workspaceId } = owner
  const place = { params: { region, workspaceId } }
  await client.call('agency.initialize', place)
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const agentId = agentCreated.ID
  const { organisationId } = await client.call('organisations.create', {
    ...place,
    body: { name: 'Harbour' },
  })
  const cleo = { orgId: organisationId, name: 'Cleo', email, dashboardPassword, widgetIDs: [agentId] }
  await client.call('clients.create', { ...place, body: { ...cleo, canAccess: ['/convos'] } })
  await client.call('inbox.saveCannedResponse', {
    params: { ...place.params, cannedResponseId: 'thanks' },
    body: { shortcut: 'thanks', text: 'Thank you for your patience!' },
  })
  const visitor = await started.client().call('conversations.start', { params: { region, agentId } })
  const params = { region, agentId, conversationId: visitor.conversationId }
  const body = { id: 'm1', text: 'Is the kettle back?' }
  await started.client(visitor.visitorToken).call('conversations.send', { params, body })

  const page = await open()
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[type=password]').fill(dashboardPassword)
  await page.locator('button[type=submit]').click()
  await page.getByText('Is the kettle back?').first().click()
  const tags = panel(page).getByRole('combobox', { name: 'Tags' })
  await tags.fill('Own')
  await page.keyboard.press('Enter')
  await panel(page).getByText('Own', { exact: true }).waitFor()
  const reply = page.getByLabel('Reply to the visitor')
  const responses = page.getByRole('listbox', { name: 'Canned responses' })
  await page.getByPlaceholder('Write a reply', { exact: true }).waitFor()
  await reply.fill('/tha')
  expect(await responses.count()).toBe(0)

  const rules = { predefinedTags: ['Order', 'Return'], disallowAnyTags: true, enableCannedResponses: true }
  await client.call('organisations.save', { params: { ...place.params, organisationId }, body: rules })
  await responses.getByText('Thank you for your patience!').waitFor()
  await lookAt(page, 'client-canned-responses')
  await page.setViewportSize({ width: 1280, height: 900 })
  await reply.press('Enter')
  await expect.poll(() => reply.inputValue()).toBe('Thank you for your patience!')
  await tags.click()
  await page.getByRole('option', { name: 'Order' }).waitFor()
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['Order', 'Return', 'Own'])
  await page.getByRole('option', { name: 'Order' }).click()
  await expect
    .poll(async () => (await client.call('conversations.get', { params })).tags)
    .toEqual(['Own', 'Order'])
  await tags.fill('Made up')
  await page.keyboard.press('Enter')
  expect((await client.call('conversations.get', { params })).tags).toEqual(['Own', 'Order'])
})
