/** A client with Allow Create Agents creates agents in its dashboard; another language, phones, and the limit of the plan. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AtAgency, eachAtAgency } from './at-agency.ts'
import { keepLook } from './browser.ts'
import { lookAt } from './look-at.ts'

let started: AtAgency['started']
let team: AtAgency['team']
let owner: AtAgency['owner']
let open: AtAgency['open']

eachAtAgency(
  (given) => {
    ;({ started, team, owner, open } = given)
  },
  { expected: /status of 403 .*\/client\/agents$/ },
)

const PASSWORD = 'fifteen letters'
const region = 'na' as const
const place = () => ({ params: { region, workspaceId: owner.workspaceId } })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const emailOf = (name: string) => `${name}.${owner.workspaceId}@example.com`.toLowerCase()
const wide = (page: Page) => page.setViewportSize({ width: 1280, height: 900 })

async function harbour(withAgent: boolean) {
  await owner.client.call('agency.initialize', place())
  const widgetIDs: string[] = []
  if (withAgent) {
    const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
      params: { region },
      body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
    })
    widgetIDs.push(agentCreated.ID)
  }
  const { organisationId: orgId } = await owner.client.call('organisations.create', {
    ...place(),
    body: { name: 'Harbour' },
  })
  const add = async (first: string, more: object = {}) => {
    const given = { orgId, name: `${first} Client`, email: emailOf(first), dashboardPassword: PASSWORD }
    const body = { ...given, widgetIDs, canAccess: ['/convos', '/home'], clientTabOrder: ['convos'], ...more }
    return (await owner.client.call('clients.create', { ...place(), body })).clientId
  }
  return { add }
}

async function signedIn(first: string, locale?: string): Promise<Page> {
  const page = await open(locale)
  await page.locator('input[name=email]').fill(emailOf(first))
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

test('the agency lets a client create agents, who creates one and is led to its first page', async () => {
  const { add } = await harbour(true)
  const [cleo] = [await add('Cleo'), await add('Cole')]
  const page = await signedIn('Cleo')
  const picker = () => page.getByRole('button', { name: /^Agent: / })
  await picker().click()
  await page.getByPlaceholder('Find an agent').waitFor()
  expect(await page.getByRole('option', { name: 'New Agent' }).count()).toBe(0)
  await page.keyboard.press('Escape')

  await team.goto(`${started.url}/app/na/clients?client=${cleo}`)
  const advanced = team.getByRole('group', { name: 'Advanced Settings' })
  await advanced.getByLabel('Allow Create Agents').check({ force: true })
  await lookAt(team, 'client-drawer-create-agents')
  await wide(team)
  await press(team, 'Save')
  await team.getByText('Updated client data').waitFor()

  // It takes effect without being asked for.
  await picker().click()
  await page.getByRole('option', { name: 'New Agent' }).waitFor()
  await keepLook(page, 'client-agent-picker')
  await page.getByRole('option', { name: 'New Agent' }).click()
  const drawer = page.getByRole('dialog', { name: /New Agent/ })
  await drawer.getByText('Create a new AI agent').waitFor()
  const name = drawer.getByLabel('Agent Name')
  await name.waitFor()
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await drawer.getByRole('button', { name: 'Create', exact: true }).isDisabled()).toBe(true)
  await page.keyboard.press('Tab')
  await drawer.getByText('Please provide a name for the agent.').waitFor()
  expect(await drawer.getByLabel('Business Name').inputValue()).toBe('Harbour')
  // What only the team has.
  for (const absent of ['Agent Wizard', 'Without a node flow', 'Choose Platform', 'Import'])
    expect(await drawer.getByText(absent).count()).toBe(0)
  await name.fill('Kettle')
  await drawer.getByRole('tab', { name: 'Customer Support' }).click()
  await drawer.getByRole('radio', { name: /^Customer Support/ }).click()
  await lookAt(page, 'client-new-agent')
  await wide(page)
  await press(page, 'Create')
  await page.getByText('Agent created successfully, redirecting...').waitFor()
  await page.getByRole('button', { name: 'Agent: Kettle' }).waitFor()
  await drawer.waitFor({ state: 'detached' })
  await page.waitForURL(/\/app\/na\/agents\/\w+\/convos/)
  await picker().click()
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual(['Kettle', 'Harbour Tea', 'New Agent'])

  // Its agency sees whose it is; a colleague does not have it.
  const { items } = await owner.client.call('organisations.list', place())
  const [agentId] = /[\w-]{16}/.exec(page.url()) ?? []
  expect(items[0]?.widgetIDs).toEqual([agentId])
  const coles = await signedIn('Cole')
  await coles.getByRole('button', { name: /^Agent: / }).click()
  await expect.poll(() => coles.getByRole('option').allInnerTexts()).toEqual(['Harbour Tea'])
})

test('a client without agents begins with one, on a phone and from right to left', async () => {
  const { add } = await harbour(false)
  await add('Cleo', { allowCreateAgents: true, preferredLanguage: 'ar' })
  const page = await signedIn('Cleo', 'ar')
  await page.getByRole('button', { name: 'وكيل جديد' }).waitFor()
  await lookAt(page, 'client-without-agents-ar')
  await page.setViewportSize({ width: 390, height: 844 })
  await press(page, 'وكيل جديد')
  await page.getByLabel('اسم الوكيل').fill('إبريق')
  await lookAt(page, 'client-new-agent-ar')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('اسم الوكيل').press('Enter')
  await page.getByText('أُنشئ الوكيل بنجاح').waitFor()
  await page.waitForURL(/\/app\/na\/agents\/\w+\/convos/)
  await page.getByRole('button', { name: /إبريق/ }).waitFor()
})

test('is told that the plan has no room before it fills in anything, and when it fills up meanwhile', async () => {
  const { add } = await harbour(true)
  await add('Cleo', { allowCreateAgents: true })
  const page = await signedIn('Cleo')
  const full =
    'You have reached the maximum number of agents (2) for your current subscription plan. Please upgrade to add more agents.'
  let reached = false
  await page.route('**/client/agents/limit', (route) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify({ maxAgents: 2, reached }) }),
  )
  await page.route('**/client/agents', (route) => {
    reached = true
    const body = JSON.stringify({ code: 'agent-limit-reached', message: full })
    return route.fulfill({ status: 403, contentType: 'application/json', body })
  })
  const begin = async () => {
    await page.getByRole('button', { name: /^Agent: / }).click()
    await page.getByRole('option', { name: 'New Agent' }).click()
  }
  await begin()
  const drawer = page.getByRole('dialog', { name: /New Agent/ })
  await drawer.getByLabel('Agent Name').fill('Kettle')
  await press(page, 'Create')
  await page.getByText(`Error: ${full}`).waitFor()
  await drawer.getByText(full).waitFor()
  await press(page, 'Cancel')
  await drawer.waitFor({ state: 'detached' })
  await begin()
  await drawer.getByText(full).waitFor()
  expect(await drawer.getByLabel('Agent Name').count()).toBe(0)
  expect(await drawer.getByRole('button', { name: 'Create', exact: true }).isDisabled()).toBe(true)
  await lookAt(page, 'client-new-agent-full')
})
