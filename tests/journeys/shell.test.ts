/** The frame of the dashboard in a browser: the side nav, the command palette, and the navigation on phones. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
let person: Person

eachSignedIn((given) => {
  ;({ started, page, person } = given)
})

const newAgent = async (title: string) =>
  (
    await person.client.call('agents.save', {
      params: { region: 'na', agentId: `agent-${title.toLowerCase()}-1` },
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
