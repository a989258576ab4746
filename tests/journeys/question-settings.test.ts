/**
 * The settings of questions: changed in the flow's editor, published, and read back by the editor; and the time zone that
 * a visitor's browser sends for the days.
 */
import { mkdir } from 'node:fs/promises'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { api } from '@parley/contracts/api.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience, type Watch, watch } from './browser.ts'

const pictures = 'test-results/question-settings'
const agentId = 'questionjourney1'
const params = { region: 'na', agentId } as const
const exact = { exact: true }
const position = { x: 0, y: 0 }
const day = { id: 'day', type: 'question', title: 'Day', text: 'Which day?', variable: 'day' } as const
const order = { id: 'order', type: 'question', title: 'Order', text: 'Which order?', variable: 'it' } as const
const nodes: AgentNode[] = [
  { id: 'start', type: 'start', next: 'day', position },
  { ...day, capture: 'date', next: 'order', position },
  { ...order, capture: 'text', next: 'end', position },
  { id: 'end', type: 'end', position },
  { id: 'default', type: 'default', position },
]

let started: TestPlatform
let person: Person
let browser: Browser
let page: Page
let seen: Watch

beforeAll(async () => {
  started = await startTestPlatform({ REGIONS: 'na' })
  person = await started.signUp()
  await person.client.call('agents.save', { params, body: { title: 'Fernhill Lamps', nodes } })
  browser = await launchBrowser()
  const viewport = { width: 1280, height: 900 }
  const context = await browser.newContext({ locale: 'en-GB', viewport })
  context.setDefaultTimeout(patience)
  seen = await watch(context, [started.url])
  await context.addCookies([{ name: 'parley_session', value: person.token, url: started.url }])
  page = await context.newPage()
  await mkdir(pictures, { recursive: true })
})

afterAll(async () => {
  await browser?.close()
  await started?.stop()
})

test('are published as chosen, and those that do not apply are left out', async () => {
  await page.goto(`${started.url}/app/na/agents/${agentId}/nodes`)
  const ofDay = await opened('Day')
  await ofDay.getByLabel('Allowed dates', exact).selectOption({ label: 'Today or later' })
  await ofDay.getByLabel('Optional', exact).check()
  await ofDay.getByLabel('Attempts', exact).fill('2')
  const ofOrder = await opened('Order')
  await ofOrder.getByLabel('Codes only', exact).selectOption({ label: 'Always' })
  await ofOrder
    .getByLabel('If the visitor asks a question instead', exact)
    .selectOption({ label: 'Answer it, then ask again' })
  await look()
  await publish()
  expect(await published()).toMatchObject([
    { id: 'day', when: 'future', optional: true, tries: 2 },
    { id: 'order', code: true, takesQuestions: false },
  ])

  await page.reload()
  const again = await opened('Day')
  expect(await again.getByLabel('Allowed dates', exact).inputValue()).toBe('future')
  expect(await again.getByLabel('Attempts', exact).inputValue()).toBe('2')
  await again.getByLabel('Answer type', exact).selectOption({ label: 'A name' })
  await again.getByLabel('Allowed dates', exact).waitFor({ state: 'detached' })
  await again.getByLabel('Attempts', exact).fill('')
  await again.getByLabel('Optional', exact).uncheck()
  await publish()
  expect((await published())[0]).toEqual({ ...day, capture: 'name', next: 'order', position })
  expect(seen.faults).toEqual([])
})

test('of a day are applied in the time zone of the visitor’s browser', async () => {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Pacific/Auckland' })
  context.setDefaultTimeout(patience)
  const visits = await watch(context, [started.url])
  const visitor = await context.newPage()
  const path = fillPath(api['conversations.start'].path, params)
  const starting = visitor.waitForRequest((request) => new URL(request.url()).pathname === path)
  await visitor.goto(`${started.url}/widget/na/${agentId}/frame`)
  expect((await starting).postDataJSON()).toMatchObject({ timeZone: 'Pacific/Auckland' })
  await visitor.getByRole('log').getByText('Which day?').waitFor()
  expect(visits.faults).toEqual([])
  await context.close()
})

async function opened(name: string): Promise<Locator> {
  await card(name).getByRole('button', { expanded: false }).first().click()
  return card(name)
}

function card(name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

async function publish(): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()
}

async function published(): Promise<AgentNode[]> {
  const { data } = await person.client.call('agents.get', { params })
  return (data.nodes ?? []).filter(({ type }) => type === 'question')
}

/** Pictures for people to check. */
async function look(): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
      for (const name of ['Day', 'Order'])
        await card(name).screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png` })
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}
