/** What stands around the pages of an agent: both layouts, full screen, test, demo, publishing, search and guided tour. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
let person: Person
let agents = 0

eachSignedIn(
  (given) => {
    ;({ started, page, person } = given)
  },
  { tour: true },
)

const nav = () => page.getByRole('navigation', { name: 'Agent', exact: true })
const sideNav = () => page.locator('[data-part=side-nav]')

async function newAgent(title = 'Lamps', enableNodes = true): Promise<string> {
  const params = { region: 'na' as const, agentId: `frame-agent-${++agents}` }
  return (await person.client.call('agents.save', { params, body: { title, enableNodes } })).data.ID
}

async function openAgent(title?: string): Promise<string> {
  const agentId = await newAgent(title)
  await page.goto(`${started.url}/app/na/agents/${agentId}/overview`)
  await nav().getByRole('link', { name: 'Overview' }).waitFor()
  return agentId
}

/** Agents note the second of their last change. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000)
  const now = second()
  await expect.poll(second).toBeGreaterThan(now)
}

test('the pages stand in a column or in a row, and stay so', async () => {
  await openAgent()
  await nav().getByRole('button', { name: 'Horizontal navigation' }).click()
  await nav().getByRole('button', { name: 'Vertical navigation' }).waitFor()
  expect((await nav().boundingBox())?.height).toBeLessThan(60)
  await page.reload()
  await nav().getByRole('button', { name: 'Vertical navigation' }).waitFor()
  expect((await nav().boundingBox())?.height).toBeLessThan(60)
  await nav().getByRole('combobox', { name: 'Search settings' }).waitFor()
  const last = await nav().getByRole('link', { name: 'Settings' }).boundingBox()
  const tools = await nav().getByRole('button', { name: 'Show Test' }).boundingBox()
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(tools?.x ?? 0)
  await lookAt(page, 'agent-frame-row')
  await page.setViewportSize({ width: 1440, height: 900 })
  await nav().getByRole('link', { name: 'Canvas' }).click()
  await page.getByRole('link', { name: 'Switch to Prompt View' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(
    0,
  )
  await nav().getByRole('button', { name: 'Vertical navigation' }).click()
  await expect.poll(async () => (await nav().boundingBox())?.width).toBe(250)
  await lookAt(page, 'agent-frame-column')
})

test('full screen gives the room of the side nav to the page', async () => {
  await openAgent()
  await nav().getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(async () => (await nav().boundingBox())?.x).toBe(0)
  await page.reload()
  await nav().getByRole('button', { name: 'Exit full screen' }).click()
  await expect.poll(async () => (await nav().boundingBox())?.x).toBe(65)
  await sideNav().getByRole('link', { name: 'Agents', exact: true }).click()
  await page.getByRole('heading', { name: 'Agents' }).waitFor()
})

test('Show Test stands at the side and opens 450 px, Hide Test closes them', async () => {
  await openAgent('Lamps and lanterns of Leeds')
  await nav().getByRole('button', { name: 'Show Test' }).click()
  const panel = page.getByRole('complementary', { name: 'Test panel' })
  await panel.waitFor()
  expect((await panel.boundingBox())?.width).toBe(450)
  // The names of workspace and agent keep their room beside it.
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const name of [/^Workspace: /, /^Agent: /]) {
    const words = page.getByRole('banner').getByRole('button', { name }).locator('.mantine-Button-label')
    expect(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await nav().getByRole('button', { name: 'Hide Test' }).click()
  await panel.waitFor({ state: 'detached' })
})

test('Switch to Canvas and back to the Prompt View', async () => {
  const agentId = await newAgent()
  await page.goto(`${started.url}/app/na/agents/${agentId}/nodes`)
  await page.getByRole('link', { name: 'Switch to Canvas' }).click()
  await page.waitForURL(`**/${agentId}/prompt`)
  await page.getByRole('link', { name: 'Switch to Prompt View' }).click()
  await page.waitForURL(`**/${agentId}/nodes`)
})

test('the demo menu opens the standard demo, and the preview of a website that is entered with Enter', async () => {
  const agentId = await openAgent()
  const menu = page.getByRole('banner').getByRole('button', { name: 'Demo' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Standard Demo' }).waitFor()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Standard Demo', 'Website Preview'])
  const [demo] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', { name: 'Standard Demo' }).click(),
  ])
  await demo.getByRole('heading', { name: 'Lamps' }).waitFor()
  expect(demo.url()).toContain(`/app/na/prototype?vg_id=${agentId}`)
  await demo.close()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Website Preview' }).click()
  const field = page.getByRole('textbox', { name: 'Website Preview' })
  await field.fill('lamps')
  await field.press('Enter')
  await page.getByText('Please enter a valid website URL or domain').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await lookAt(page, 'demo-menu')
  // Phones have no menu of their own for it.
  await page.setViewportSize({ width: 1280, height: 900 })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Website Preview' }).click()
  await field.fill('http://127.0.0.1:9/')
  const [preview] = await Promise.all([page.context().waitForEvent('page'), field.press('Enter')])
  await preview.getByRole('alert').getByText('This website could not be shown').waitFor()
  await preview.close()
})

test('the publish menu has its entries in order, without Export for an agent without nodes', async () => {
  await openAgent()
  const entries = async () => {
    await page.getByRole('button', { name: 'More publishing options' }).click()
    await page.getByRole('menuitem', { name: 'Version History' }).waitFor()
    return page.getByRole('menuitem').allTextContents()
  }
  expect(await entries()).toEqual([
    'Copy Agent ID',
    'Export Agent Template',
    'Website Script',
    'Connect to NumberComing Soon',
    'WhatsApp',
    'Telegram',
    'Instagram',
    'Messenger',
    'Version History',
    'Canary',
  ])
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export Agent Template' }).click()
  await downloading
  await page.getByText('Not included: secrets and channels.').waitFor()
  const without = await newAgent('Prompted', false)
  await page.goto(`${started.url}/app/na/agents/${without}/overview`)
  expect(await entries()).toEqual([
    'Copy Agent ID',
    'Website Script',
    'Connect to NumberComing Soon',
    'WhatsApp',
    'Telegram',
    'Instagram',
    'Messenger',
    'Version History',
    'Canary',
  ])
})

test('the agent switcher lists agents by their last change, with names of at most 20 characters', async () => {
  await newAgent('The oldest of them all')
  await nextSecond()
  await newAgent('Middle')
  await nextSecond()
  await openAgent('A name that is much longer than that')
  await page.getByRole('button', { name: /^Agent: / }).click()
  const options = page.getByRole('listbox', { name: 'Agents' }).getByRole('option')
  await options.nth(2).waitFor()
  const names = await options.allTextContents()
  expect(names).toEqual(['A name that is much…', 'Middle', 'The oldest of them…'])
  for (const name of names) expect([...name].length).toBeLessThanOrEqual(20)
})

test('the search in the navigation finds screens by what is meant and opens sure ones', async () => {
  const agentId = await openAgent()
  const search = nav().getByRole('combobox', { name: 'Search settings' })
  await search.fill('teach it my website')
  await page.getByText('Searching...').waitFor()
  await page.getByRole('option', { name: /Knowledge Base/ }).click()
  await page.waitForURL(`**/${agentId}/kb`)
  await search.fill('statistics')
  await page.getByRole('option', { name: /Analytics\s*(Good|Possible match)/ }).waitFor()
  expect(await page.getByRole('option').count()).toBeLessThanOrEqual(5)
  // Not the inbox, which folds the navigation away.
  await search.fill('analytics')
  await page.waitForURL(`**/${agentId}/analytics`)
  await search.fill('zebra crossing')
  await page.getByText('No results found').waitFor()
})

test('the guided tour runs once in dark mode, can be asked for again, and is remembered on the server', async () => {
  const params = { region: 'na' as const, workspaceId: person.workspaceId }
  const completed = async () =>
    (await person.client.call('workspaces.get', { params })).internal.completedDriverOnboarding
  const popover = page.locator('.driver-popover')
  await openAgent()
  // In light mode it waits to be asked for.
  await page.getByRole('button', { name: 'Tutorial Walkthrough' }).waitFor()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.reload()
  await popover.getByText('Your agent').waitFor()
  await page.screenshot({ path: 'test-results/looks/tour-dark.png' })
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await popover.waitFor({ state: 'detached' })
  // It was seen, so it does not start again.
  await page.reload()
  await nav().getByRole('link', { name: 'Overview' }).waitFor()
  await page.getByRole('button', { name: 'Tutorial Walkthrough' }).click()
  await popover.getByText('1 of 8').waitFor()
  await expect.poll(completed).toBe(false)
  for (let step = 1; step < 8; step++) {
    await popover.getByText(`${step} of 8`).waitFor()
    await popover.getByRole('button', { name: 'Next' }).click()
  }
  await popover.getByRole('button', { name: 'Done' }).click()
  await expect.poll(completed).toBe(true)

  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('button', { name: 'Tutorial Walkthrough' }).click()
  await popover.getByText('1 of 8').waitFor()
  await page.screenshot({ path: 'test-results/looks/tour-light.png' })
  expect(await axeFindings(page)).toEqual([])
  await expect.poll(completed).toBe(false)
  await popover.getByRole('button', { name: 'Skip & Never Show Again' }).click()
  await expect.poll(completed).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem('parley_skip_tour_forever'))).toBe('true')
})

test('the tour does not start where the server remembers that it is over', async () => {
  const params = { region: 'na' as const, workspaceId: person.workspaceId }
  await person.client.call('workspaces.save', {
    params,
    body: { internal: { completedDriverOnboarding: true } },
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  const asked = page.waitForResponse((answer) => answer.url().endsWith(`/workspaces/${person.workspaceId}`))
  await openAgent()
  await asked
  await nav().getByRole('link', { name: 'Knowledge Base' }).click()
  await page.getByRole('heading', { name: 'Knowledge' }).first().waitFor()
  expect(await page.locator('.driver-popover').count()).toBe(0)
})

test('/share lists the agents without navigation, and leads to the page of each', async () => {
  await newAgent('Lamps to share')
  await page.goto(`${started.url}/share`)
  await page.getByRole('link', { name: 'Lamps to share' }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Search agents' }).fill('nothing of the kind')
  await page.getByText('No agent matches').waitFor()
  await page.getByRole('searchbox', { name: 'Search agents' }).fill('lamps')
  await page.getByRole('link', { name: 'Lamps to share' }).waitFor()
  await lookAt(page, 'share-list')
  await page.getByRole('link', { name: 'Lamps to share' }).click()
  await page.waitForURL('**/share/na/frame-agent-*')
  await page.frameLocator('iframe').getByRole('log').waitFor()
})
