/** The settings of an agent: groups, the filter over all of them, phones and the keyboard. */
import { fieldTextsOf } from '@parley/contracts/agent/field-texts.ts'
import { agentFields } from '@parley/contracts/agent/fields.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser } from './browser.ts'
import { lookAt } from './look-at.ts'
import { type SignedIn, signIn } from './signed-in.ts'

let started: TestPlatform
let signedIn: SignedIn
let page: Page
let address: string

beforeAll(async () => {
  started = await startTestPlatform()
  const person = await started.signUp()
  const { agentCreated } = await person.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Lamps', agentTemplate: 'customer-support' },
  })
  address = `${started.url}/app/na/agents/${agentCreated.ID}/settings`
  signedIn = await signIn(await launchBrowser(), started, person)
  page = signedIn.page
})

afterAll(async () => {
  await signedIn?.context.browser()?.close()
  await started?.stop()
})

const filter = () => page.getByRole('searchbox', { name: 'Filter settings' })
const rows = () => page.locator('[data-setting]')
const groups = () => page.getByRole('navigation', { name: 'Groups of settings' })
const group = (name: string) => page.getByRole('region', { name, exact: true })

test('addresses open their group, and groups have addresses', async () => {
  await page.goto(`${address}?tab=handoff`)
  await group('Human handoff').waitFor()
  await groups().getByRole('link', { name: 'Technical' }).click()
  await group('Limits').waitFor()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('technical')
  expect(await groups().locator('[aria-current=page]').allTextContents()).toEqual(['Technical'])
  await page.goBack()
  await group('Human handoff').waitFor()
})

test('the filter finds every setting by its name, whatever group it is in and whether it has an effect', async () => {
  await page.goto(address)
  const settings = Object.entries(fieldTextsOf(agentFields)).filter(
    // Those of the connection are only there for agents that answer through it.
    ([, { place }]) => place && !['prompt', 'knowledge', 'integrations'].includes(place),
  )
  expect(settings.length).toBeGreaterThan(45)
  for (const [field, { name }] of settings) {
    await filter().fill(name)
    await page.locator(`[data-setting="${field}"]`).first().waitFor()
  }
})

test('what is found is marked, counted for each group, and in the address', async () => {
  await page.goto(`${address}?tab=ui`)
  await page.getByRole('textbox', { name: 'Primary colour' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('person')
  await expect.poll(() => page.locator('[data-setting] mark').first().textContent()).toBe('person')
  await page
    .getByRole('status')
    .filter({ hasText: /settings for “person”/ })
    .waitFor()
  const counted = await groups()
    .getByRole('link', { name: /Handoff/ })
    .textContent()
  expect(Number(counted?.replace(/\D/g, ''))).toBeGreaterThan(1)
  await page.waitForURL(/[?&]q=person/)
  expect(await page.getByRole('textbox', { name: 'Primary colour' }).count()).toBe(0)

  // A setting that has no effect yet says which one it needs.
  await filter().fill('translate visitors')
  await page.getByText('Has an effect only with “Translate what the agent says”.').waitFor()
  expect(await page.getByRole('switch', { name: 'Translate what visitors write' }).isDisabled()).toBe(true)

  // Found by a further word of its entry, and edited where it is found.
  await filter().fill('gdpr')
  await expect.poll(() => rows().count()).toBe(1)
  await page.waitForURL(/[?&]q=gdpr/)
  await page.reload()
  await expect.poll(() => filter().inputValue()).toBe('gdpr')
  await page.getByText('Erase after').waitFor()

  await filter().fill('zebra')
  await page.getByText('No setting found').waitFor()
  await filter().press('Escape')
  await page.getByRole('textbox', { name: 'Primary colour' }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBeNull()
})

test('keys do in fields what they do anywhere', async () => {
  await page.goto(`${address}?tab=core`)
  const title = page.getByRole('textbox', { name: 'Agent Name' })
  await title.fill('Lamps')
  await title.press('ArrowLeft')
  await page.keyboard.type('/')
  expect(await title.inputValue()).toBe('Lamp/s')
  await page.goto(`${address}?tab=technical`)
  const slider = page.getByRole('slider', { name: 'Knowledge threshold' })
  await slider.press('ArrowRight')
  await page.getByText('Now 0.55').waitFor()
  await groups().getByRole('link', { name: 'Core' }).focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('UI')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Primary colour' }).waitFor()
})

test('no limit is a switch, and a limit a number', async () => {
  await page.goto(`${address}?tab=technical`)
  const limit = page.getByRole('textbox', { name: 'Monthly limit', exact: true })
  const none = page.getByRole('switch', { name: 'Monthly limit: No limit' })
  expect(await none.isChecked()).toBe(true)
  expect(await limit.count()).toBe(0)
  await none.press(' ')
  expect(await limit.inputValue()).toBe('100')
  await limit.fill('0')
  await limit.press('End')
  await page.keyboard.type('.5')
  await limit.blur()
  expect(await limit.inputValue()).toBe('0.5')
  await none.press(' ')
  await none.press(' ')
  expect(await limit.inputValue()).toBe('0.5')
  await none.press(' ')
})

test.for(['core', 'ui', 'security', 'handoff', 'technical', 'notifications', 'advanced'])(
  '%s fits every screen and has no moderate finding',
  async (tab) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${address}?tab=${tab}`)
    await rows().first().waitFor()
    await lookAt(page, `settings-${tab}`)
    expect(await axeFindings(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('combobox', { name: 'Group of settings' }).selectOption('Language')
    await group('Translation').waitFor()
  },
)

test('what was found has no moderate finding either', async () => {
  await page.goto(`${address}?q=message`)
  await rows().first().waitFor()
  await lookAt(page, 'settings-found')
  expect(await axeFindings(page)).toEqual([])
})

test('the dashboard had no errors', () => {
  expect(signedIn.watched.faults).toEqual([])
})
