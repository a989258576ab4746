/** The frame of the dashboard in a browser: the side nav, the command palette, and the navigation on phones. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { joinWorkspace } from '../src/join-workspace.ts'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
let person: Person

eachSignedIn(
  (given) => {
    ;({ started, page, person } = given)
  },
  // Chromium itself reports that an agent is not found.
  { expected: /status of 40[34]/ },
)

const newAgent = async (title: string) =>
  (
    await person.client.call('agents.save', {
      params: { region: 'na', agentId: `agent-${title.toLowerCase().replaceAll(' ', '-')}-1` },
      body: { title, enableNodes: true },
    })
  ).data.ID
const palette = () => page.getByRole('dialog', { name: 'Search' })
/** Types once the palette has been loaded. */
async function look(text: string): Promise<void> {
  await palette().locator('input').fill(text)
}
const option = (name: RegExp) => palette().getByRole('option', { name })

test('the palette opens screens, agents and settings by a few letters, and does what is done often', async () => {
  const agentId = await newAgent('Lamps')
  await page.keyboard.press('ControlOrMeta+k')
  await look('lam')
  await option(/^Lamps/).waitFor()
  await lookAt(page, 'palette')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/agents/${agentId}/overview`)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await look('audit')
  await option(/^Audit/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/na/audit')

  await page.goBack()
  await page.waitForURL(`**/agents/${agentId}/overview`)
  await page.keyboard.press('ControlOrMeta+k')
  await look('launch message')
  await palette().getByRole('group', { name: 'Settings' }).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/agents/${agentId}/nodes`)
  await page.keyboard.press('ControlOrMeta+k')
  await look('show test')
  await option(/^Show Test/).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Test', exact: true }).waitFor()
})

test('the palette finds what visitors said and who they are, in the open agent and from the list of agents', async () => {
  const params = { region: 'na' as const, agentId: await newAgent('Teapots') }
  const { conversationId, visitorToken } = await started
    .client()
    .call('conversations.start', { params, body: { lang: 'en' } })
  const visitor = started.client(visitorToken)
  const own = { ...params, conversationId }
  await visitor.call('conversations.identify', { params: own, body: { name: 'Marta Kowalska' } })
  await visitor.call('conversations.send', {
    params: own,
    body: { id: 'm1', text: 'Is the oolong in stock?' },
  })

  await page.keyboard.press('ControlOrMeta+k')
  await look('oolong')
  await option(/Marta Kowalska.*Teapots.*oolong/).waitFor()
  await lookAt(page, 'palette-conversations')
  await option(/Marta Kowalska.*Teapots.*oolong/).click()
  await page.waitForURL(`**/agents/${params.agentId}/convos?*conversation=${conversationId}*`)
  await page.getByRole('region', { name: 'Transcript' }).getByText('Is the oolong in stock?').waitFor()

  await page.keyboard.press('ControlOrMeta+k')
  await look('kowalska')
  await palette()
    .getByRole('group', { name: 'People' })
    .getByRole('option', { name: 'Marta Kowalska' })
    .click()
  await page.waitForURL(`**/agents/${params.agentId}/leads?*lead=*`)
})

test('the palette says when nothing is found, and Escape returns to where one was', async () => {
  const search = page.getByRole('button', { name: 'Search', exact: true })
  await search.click()
  await look('zzzz')
  await palette().getByText('No results found').waitFor()
  await page.keyboard.press('Escape')
  await palette().waitFor({ state: 'detached' })
  await expect.poll(() => search.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('groups stay collapsed, and an agent has the side nav as a rail until it is expanded there', async () => {
  const functions = page.getByRole('link', { name: 'Functions', exact: true })
  await page.getByRole('button', { name: 'Integrations', exact: true }).click()
  await functions.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('link', { name: 'Agents', exact: true }).waitFor()
  expect(await functions.isVisible()).toBe(false)

  const agentId = await newAgent('Vases')
  await page.goto(`${new URL(page.url()).origin}/app/na/agents/${agentId}/overview`)
  const nav = page.locator('[data-part=side-nav]')
  await nav.waitFor()
  await expect.poll(async () => (await nav.boundingBox())?.width).toBeLessThan(70)
  await functions.waitFor()
  await nav.getByRole('button', { name: 'Expand', exact: true }).click()
  await expect.poll(async () => (await nav.boundingBox())?.width).toBeGreaterThan(190)
  await page.reload()
  await nav.waitFor()
  await expect.poll(async () => (await nav.boundingBox())?.width).toBeGreaterThan(190)
})

test('on a phone the navigation is a dialog that Escape closes and that returns the focus', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const burger = page.getByRole('button', { name: 'Open navigation' })
  await burger.click()
  const dialog = page.getByRole('dialog', { name: 'Navigation' })
  await dialog.getByRole('link', { name: 'Audit', exact: true }).waitFor()
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => burger.evaluate((button) => button === document.activeElement)).toBe(true)
  await burger.click()
  await dialog.getByRole('link', { name: 'Audit', exact: true }).click()
  await page.waitForURL('**/na/audit')
  await dialog.waitFor({ state: 'detached' })
})

test('on a phone the navigation leads to the palette, whose rows have two lines', async () => {
  await newAgent('Mugs')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog', { name: 'Navigation' }).getByRole('button', { name: 'Search' }).click()
  await look('mug')
  await option(/^Mugs/).click()
  await page.getByRole('heading', { name: 'Mugs', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog', { name: 'Navigation' }).getByRole('button', { name: 'Search' }).click()
  await look('knowledge')
  const label = option(/^Knowledge Base/).getByText('Knowledge Base')
  const detail = option(/^Knowledge Base/).getByText('Mugs')
  const [above, below] = await Promise.all([label.boundingBox(), detail.boundingBox()])
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1)
})

test('the profile menu switches the theme', async () => {
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: /Dark theme/ }).click()
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
})

test('while a page loads, the navigation marks the one that is shown', async () => {
  // The parts of pages that are not there yet wait until they are let through.
  let letThrough = () => {}
  const allowed = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/**', async (route) => {
    await allowed
    await route.continue()
  })
  // What was marked beside which heading, in every frame.
  await page.evaluate(() => {
    const marked = new Set<string>()
    Object.assign(window, { marked })
    const look = () => {
      const entry = document.querySelector('[data-part=side-nav] [data-part=nav-entry][aria-current=page]')
      marked.add(`${document.querySelector('h1')?.textContent}: ${entry?.getAttribute('aria-label')}`)
      requestAnimationFrame(look)
    }
    look()
  })
  const asked = page.waitForRequest('**/assets/**')
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await asked
  await page.waitForURL('**/na/audit')
  expect(await page.getByRole('link', { name: 'Agents', exact: true }).getAttribute('aria-current')).toBe(
    'page',
  )
  letThrough()
  await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor()
  const marked = await page.evaluate(() => [...(window as unknown as { marked: Set<string> }).marked])
  expect(marked.sort()).toEqual(['Agents: Agents', 'Audit: Audit'])
})

test('all entries of the specification, in groups, fit a screen of 768 px', async () => {
  await page.setViewportSize({ width: 1280, height: 768 })
  const nav = page.locator('[data-part=side-nav]')
  await nav.getByRole('link', { name: 'Audit', exact: true }).waitFor()
  // Those of the specification whose screens don't exist yet look like those that do.
  const entries = await nav.evaluate((side) => {
    for (const [name, count] of Object.entries({
      Integrations: 4,
      Utilities: 4,
      Whitelabel: 2,
      Workspace: 2,
    })) {
      const title = [...side.querySelectorAll('button')].find((one) => one.textContent === name)
      const list = title?.parentElement?.querySelector('ul')
      while (list?.lastElementChild && list.children.length < count)
        list.append(list.lastElementChild.cloneNode(true))
    }
    return side.querySelectorAll('ul a').length
  })
  expect(entries).toBeGreaterThanOrEqual(15)
  const overflow = await nav.evaluate((side) =>
    Math.max(...[side, ...side.querySelectorAll('div')].map((one) => one.scrollHeight - one.clientHeight)),
  )
  expect(overflow).toBeLessThanOrEqual(0)
  const foot = await nav.getByRole('button', { name: 'Collapse', exact: true }).boundingBox()
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(768)
})

test('addresses without a region open the page of the workspace, and a tab is chosen by its number', async () => {
  for (const path of ['agency', 'events', 'clients', 'credentials', 'automations', 'sessions', 'prompts']) {
    await page.goto(`${started.url}/${path}`)
    await page.waitForURL(`**/app/na/${path}`)
  }
  await page.goto(`${started.url}/app/na/agency?activeTabIndex=7`)
  await page.getByText('Terms page').first().waitFor()
  const agentId = await newAgent('Bowls')
  await page.goto(`${started.url}/app/na/agents/${agentId}/settings?activeTabIndex=1`)
  await page.getByRole('switch', { name: 'Dark mode' }).waitFor()
})

test('a page that does not exist says so in its title too', async () => {
  await page.goto(`${started.url}/app/na/nowhere`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(await page.title()).toBe('Page not found')
})

test('an agent of the other region opens there', async () => {
  const owner = await started.signUp('eu')
  await joinWorkspace(started, owner, person)
  const { data } = await owner.client.call('agents.save', {
    params: { region: 'eu', agentId: `far-away-0001` },
    body: { title: 'Far away', enableNodes: true },
  })
  await page.goto(`${started.url}/app/na/agents/${data.ID}/overview`)
  await page.waitForURL(`**/app/eu/agents/${data.ID}/overview`)
  await page.getByRole('heading', { name: 'Far away', level: 1 }).waitFor()

  await page.goto(`${started.url}/app/na/agents/nobodysagent0000/overview`)
  await page.getByText('This agent was deleted, or you may not open it.').waitFor()
  await page.waitForURL('**/app/na/agents')
})

const onPhone = { width: 390, height: 844 }

test('on a phone the name of the agent has room, and the menu has the demo and the tour', async () => {
  const agentId = await newAgent('Harbour and Pine')
  await page.setViewportSize(onPhone)
  await page.goto(`${started.url}/app/na/agents/${agentId}/nodes`)
  const name = page.getByRole('button', { name: /^Agent: / })
  await name.waitFor()
  const cutOff = () =>
    name.evaluate((button) => {
      const label = button.querySelector('.mantine-Button-label')
      return (label?.scrollWidth ?? 0) - (label?.clientWidth ?? 0)
    })
  expect(await cutOff()).toBeLessThanOrEqual(0)
  await lookAt(page, 'phone-top-bar')
  await page.setViewportSize(onPhone)
  await page.getByRole('button', { name: 'More publishing options' }).click()
  await page.getByRole('menuitem', { name: 'Standard Demo' }).waitFor()
  await page.getByRole('menuitem', { name: 'Tutorial Walkthrough' }).waitFor()
  await page.getByRole('menuitem', { name: 'Website Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Website Preview' })
  await dialog.getByLabel('Website Preview').fill('nothing')
  await page.keyboard.press('Enter')
  await dialog.getByText('Please enter a valid website URL or domain').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More publishing options' }).click()
  await page.getByRole('menuitem', { name: 'Standard Demo' }).waitFor()
  await lookAt(page, 'phone-publish-menu')
})

test('the search of an agent is behind a button where its navigation is narrow', async () => {
  const agentId = await newAgent('Saucers')
  await page.goto(`${started.url}/app/na/agents/${agentId}/overview`)
  const nav = page.getByRole('navigation', { name: 'Agent', exact: true })
  await nav.getByRole('button', { name: 'Collapse agent navigation' }).click()
  await nav.getByRole('button', { name: 'Search settings' }).click()
  await page.getByRole('combobox', { name: 'Search settings' }).fill('statistics')
  await page.getByRole('option', { name: /Analytics/ }).click()
  await page.waitForURL(`**/${agentId}/analytics`)
  await page.getByRole('combobox', { name: 'Search settings' }).waitFor({ state: 'detached' })

  await page.setViewportSize(onPhone)
  await nav.getByRole('button', { name: 'Search settings' }).click()
  await page.getByRole('combobox', { name: 'Search settings' }).fill('teach it my website')
  await page.getByRole('option', { name: /Knowledge Base/ }).click()
  await page.waitForURL(`**/${agentId}/kb`)
  await nav.getByRole('button', { name: 'Search settings' }).click()
  await page.getByRole('combobox', { name: 'Search settings' }).fill('statistics')
  await page.getByRole('option', { name: /Analytics/ }).waitFor()
  await lookAt(page, 'phone-agent-search')
})
