/** A client with Enable Chats Delegation assigns conversations to a colleague, who answers; another language and phones. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AtAgency, eachAtAgency } from './at-agency.ts'
import { lookAt } from './look-at.ts'

let started: AtAgency['started']
let team: AtAgency['team']
let owner: AtAgency['owner']
let open: AtAgency['open']

eachAtAgency(
  (given) => {
    ;({ started, team, owner, open } = given)
  },
  { expected: /$^/ },
)

const PASSWORD = 'fifteen letters'
const region = 'na' as const
const place = () => ({ params: { region, workspaceId: owner.workspaceId } })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const emailOf = (name: string) => `${name}.${owner.workspaceId}@example.com`.toLowerCase()
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const wide = (page: Page) => page.setViewportSize({ width: 1280, height: 900 })

async function harbour() {
  await owner.client.call('agency.initialize', place())
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const agentId = agentCreated.ID
  const body = { name: 'Harbour' }
  const { organisationId: orgId } = await owner.client.call('organisations.create', { ...place(), body })
  const add = async (name: string, more: object = {}) => {
    const [first = ''] = name.split(' ')
    const given = { orgId, name, email: emailOf(first), dashboardPassword: PASSWORD }
    const body = { ...given, widgetIDs: [agentId], canAccess: ['/convos'], ...more }
    return (await owner.client.call('clients.create', { ...place(), body })).clientId
  }
  return { agentId, add, cleo: await add('Cleo Client'), cole: await add('Cole Colleague') }
}

async function visitorSays(agentId: string, text: string) {
  const { conversationId, visitorToken } = await started
    .client()
    .call('conversations.start', { params: { region, agentId } })
  const params = { region, agentId, conversationId }
  const visitor = started.client(visitorToken)
  await visitor.call('conversations.send', { params, body: { id: `m${conversationId}`, text } })
  return { params, visitor }
}

async function signedIn(first: string, locale?: string): Promise<Page> {
  const page = await open(locale)
  await page.locator('input[name=email]').fill(emailOf(first))
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

test('the agency lets a client delegate, who assigns a conversation to a colleague, who answers', async () => {
  const { agentId, cleo } = await harbour()
  const { params, visitor } = await visitorSays(agentId, 'Is the kettle back?')
  const [cleos, coles] = [await signedIn('Cleo'), await signedIn('Cole')]
  await cleos.getByText('Is the kettle back?').first().click()
  expect(await cleos.getByRole('button', { name: 'Assign' }).count()).toBe(0)

  await team.goto(`${started.url}/app/na/clients?client=${cleo}`)
  const advanced = team.getByRole('group', { name: 'Advanced Settings' })
  await advanced.getByLabel('Enable Chats Delegation').check({ force: true })
  await lookAt(team, 'client-drawer-delegation')
  await wide(team)
  await press(team, 'Save')
  await team.getByText('Updated client data').waitFor()

  // It takes effect without being asked for.
  await cleos.getByRole('button', { name: 'Assign', exact: true }).waitFor()
  await cleos.keyboard.press('?')
  await cleos.getByRole('dialog').getByText('Assign', { exact: true }).waitFor()
  await cleos.keyboard.press('Escape')
  await cleos.getByRole('dialog').waitFor({ state: 'detached' })
  await cleos.keyboard.press('a')
  const menu = cleos.getByRole('menu')
  await menu.getByText('Assign to').waitFor()
  expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual([
    'Cleo Client (you)',
    'Cole Colleague',
    'Nobody',
  ])
  await lookAt(cleos, 'client-assigns')
  await wide(cleos)
  await menu.getByRole('menuitem', { name: 'Cole Colleague' }).click()
  await cleos.getByText(/^Cleo Client assigned .* to Cole Colleague/).waitFor()
  await cleos.getByRole('button', { name: 'Assigned to Cole Colleague' }).waitFor()
  await row(cleos, 'Is the kettle back?').getByTitle('Assigned to Cole Colleague').waitFor()

  // The colleague is told, finds it among its own, and answers.
  await row(coles, 'Is the kettle back?').getByTitle('Assigned to Cole Colleague').waitFor()
  await press(coles, 'Notifications')
  await coles.getByRole('button', { name: /^A conversation was assigned to you/ }).click()
  await coles
    .getByRole('heading', { name: /^Visitor/ })
    .first()
    .waitFor()
  await coles.getByRole('textbox', { name: /reply/i }).fill('On Friday!')
  await coles.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await visitor.call('conversations.messages', { params })).messages.at(-1))
    .toMatchObject({ role: 'human', author: 'Cole Colleague' })
  expect(await coles.getByRole('button', { name: /^Assign/ }).count()).toBe(0)
  await cleos.getByText('On Friday!').first().waitFor()
})

test('several are assigned and that is undone; by the keyboard, on phones and from right to left', async () => {
  const { agentId, cleo } = await harbour()
  const settings = { canDelegateChats: true, preferredLanguage: 'ar' } as const
  await owner.client.call('clients.save', { params: { ...place().params, clientId: cleo }, body: settings })
  for (const text of ['Is it open?', 'Is it far?']) await visitorSays(agentId, text)
  const page = await signedIn('Cleo', 'ar')
  const name = 'Cole Colleague'
  for (const text of ['Is it open?', 'Is it far?'])
    await row(page, text).getByRole('checkbox').click({ force: true })
  const bar = page.getByRole('toolbar')
  await bar.getByRole('button', { name: 'إسناد', exact: true }).click()
  await lookAt(page, 'client-assigns-several-ar')
  await wide(page)
  await page.getByRole('menuitem', { name }).click()
  await Promise.all(
    ['Is it open?', 'Is it far?'].map((text) => row(page, text).getByTitle(`مسندة إلى ${name}`).waitFor()),
  )
  await page.getByText(`أُسندت محادثتان إلى ${name}`).waitFor()
  await page.getByRole('button', { name: 'تراجع' }).click()
  await page.getByTitle(`مسندة إلى ${name}`).first().waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText('Is it far?').first().click()
  // The key is that of an open conversation.
  await page.getByRole('region', { name: 'نص المحادثة' }).getByText('Is it far?').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('menuitem', { name }).waitFor()
  await lookAt(page, 'client-assigns-ar')
  await page.keyboard.press('Enter')
  await page.getByText(/أسند .* إلى نفسه/).waitFor()
})
