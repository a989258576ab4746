/** The first hour of an owner, in a browser: a template, the business's name, and the check-list of a new agent. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { serveCustomerSite } from './customer-site.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
let owner: Person

eachSignedIn(
  (given) => {
    ;({ started, page, person: owner } = given)
  },
  // Chromium itself reports an answer that refuses.
  { expected: /status of 400/ },
)

const region = 'na' as const
const checklist = () => page.getByRole('region', { name: 'Set up your agent' })
const step = (name: string) => checklist().getByRole('listitem').filter({ hasText: name })
const isDone = async (name: string) => (await step(name).getByText('(done)').count()) === 1

async function newAgent(): Promise<{ region: typeof region; agentId: string }> {
  const body = { agentName: 'Help', agentTemplate: 'customer-support' } as const
  const made = await owner.client.call('rpc.convertAgentTemplateToAgent', { params: { region }, body })
  return { region, agentId: made.agentCreated.ID }
}
const overview = (agentId: string) => page.goto(`${started.url}/app/na/agents/${agentId}/overview`)

test('a template of the empty page opens New Agent with it, which asks for the business', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Make Appointment' }).click()
  const drawer = page.getByRole('dialog', { name: 'New Agent' })
  expect(await drawer.getByRole('radio', { name: 'Make Appointment' }).isChecked()).toBe(true)
  expect(await drawer.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
  await drawer.getByLabel('Agent Name').fill('Bookings')
  await drawer.getByLabel('Business Name').fill('Salon Aurora')
  expect(await axeFindings(page)).toEqual([])

  // What names no business asks for none.
  await drawer.getByRole('radio', { name: 'Game NPC' }).click()
  await drawer.getByLabel('Business Name').waitFor({ state: 'detached' })
  await drawer.getByRole('radio', { name: 'Make Appointment' }).click()
  await drawer.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/\/nodes\?showDebugger=true/)
  await page
    .getByRole('log', { name: 'Conversation' })
    .getByText('for Salon Aurora around the clock')
    .waitFor()
})

test('templates are chosen by keyboard, as radio buttons are', async () => {
  await page.goto(`${started.url}/app/na/agents?newAgent=true`)
  const drawer = page.getByRole('dialog', { name: 'New Agent' })
  const cards = drawer.getByRole('radio')
  await cards.first().waitFor()
  /** Which card has the focus, and which is chosen. */
  const state = () =>
    cards.evaluateAll((all) => [
      all.indexOf(document.activeElement as HTMLElement),
      all.findIndex((card) => card.getAttribute('aria-checked') === 'true'),
    ])
  const last = (await cards.count()) - 1
  expect(last).toBeGreaterThan(1)
  await cards.first().click()
  await drawer.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(state).toEqual([0, 0])
  for (const [key, at] of [
    ['ArrowDown', 1],
    ['ArrowRight', 2],
    ['ArrowUp', 1],
    ['ArrowLeft', 0],
    ['ArrowLeft', last],
    ['ArrowDown', 0],
    ['End', last],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(state, { message: key }).toEqual([at, at])
  }
  // The group is one stop.
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await state())[0]).toBe(-1)
  await page.keyboard.press('Shift+Tab')
  await expect.poll(state).toEqual([0, 0])
  expect(await axeFindings(page)).toEqual([])
})

test('what is wrong with a new agent is said in a notice, and stays in the drawer', async () => {
  const refused = { status: 400, json: { code: 'refused', message: 'Not today.' } }
  await page.route('**/convertAgentTemplateToAgent', (route) => route.fulfill(refused))
  await page.route('**/v2/agents/*', (route) =>
    route.request().method() === 'POST' ? route.fulfill(refused) : route.continue(),
  )
  await page.goto(`${started.url}/app/na/agents?newAgent=true`)
  const drawer = page.getByRole('dialog', { name: 'New Agent' })
  const create = drawer.getByRole('button', { name: 'Create' })
  await drawer.getByLabel('Agent Name').fill('Bookings')
  await create.click()
  await page.getByRole('alert').getByText('Error: Not today.').waitFor()
  await drawer.getByText('Error: Not today.').waitFor()
  await drawer.getByLabel('Without a node flow').check()
  await create.click()
  await page.getByRole('alert').getByText('Error creating agent, Not today.').waitFor()
  await drawer.getByText('Error creating agent, Not today.').waitFor()
})

test('the check-list ticks what happened, as it happens', async () => {
  const { agentId } = await newAgent()
  const params = { region, agentId }
  await overview(agentId)
  await checklist().getByText('0 of 4 done').waitFor()
  // What is replaced while the page is examined counts as a finding.
  await expect.poll(() => page.getByLabel('Loading').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])

  await step('Add your knowledge').getByRole('link').click()
  await page.waitForURL(/\/kb$/)
  const text = { name: 'Hours', content: 'We are open from nine to five.' }
  await owner.client.call('knowledge.addText', { params, body: text })
  await page.goBack()
  await expect.poll(() => isDone('Add your knowledge')).toBe(true)

  await step('Test it').getByRole('link').click()
  await page.getByRole('textbox', { name: 'Message' }).fill('When are you open?')
  expect(await isDone('Test it')).toBe(false)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => isDone('Test it')).toBe(true)

  await owner.client.call('agents.save', { params, body: { fontFamily: 'Inter' } })
  await expect.poll(() => isDone('Match your brand')).toBe(true)
  await checklist().getByText('3 of 4 done').waitFor()
  await step('Match your brand').getByRole('link').click()
  await page.waitForURL(/settings\?.*tab=ui/)
  await page.goBack()

  await step('Install it on your website').getByRole('link').click()
  await page.getByRole('dialog', { name: 'Website Script' }).waitFor()
  await page.keyboard.press('Escape')
  await visitWebsite(agentId)
  await started.platform.regions.get(region)?.ports.analytics.flushLoads()
  await checklist().waitFor({ state: 'detached' })
  expect(Object.values(await owner.client.call('agents.setup', { params }))).not.toContain(false)
})

/** As a visitor of a website with the agent's script. */
async function visitWebsite(agentId: string): Promise<void> {
  const script = `<script async src="${started.url}/widget/na/${agentId}.js"></script>`
  const site = await serveCustomerSite(started.url, () => script)
  const visitor = await page.context().browser()!.newContext()
  const shop = await visitor.newPage()
  const counted = shop.waitForResponse((answer) => answer.url().includes('/load.js'))
  await shop.goto(site.url)
  await counted
  await visitor.close()
  await site.close()
}

test('the check-list stays away from an agent once it was dismissed there, and from no other', async () => {
  const [first, second] = [await newAgent(), await newAgent()]
  await overview(first.agentId)
  await checklist().getByRole('button', { name: 'Dismiss the check-list' }).click()
  await checklist().waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Website script').first().waitFor()
  expect(await checklist().count()).toBe(0)
  await overview(second.agentId)
  await checklist().getByText('0 of 4 done').waitFor()
})
