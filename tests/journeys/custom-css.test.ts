/**
 * Custom CSS of an agent: written with lint and a preview that follows at once, for parts that are clicked in the
 * preview, and by the AI CSS Assistant with and without a model.
 */
import { mkdir } from 'node:fs/promises'
import {
  type DoubleBehaviour,
  type ModelDouble,
  startModelDouble,
} from '@parley/conversation/models/model-double.ts'
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser, type Watch } from './browser.ts'
import { pageOf } from './signed-in.ts'

const pictures = 'test-results/custom-css'
const square =
  "A square header.\n```css\n@import url(//evil.example/x.css);\n[data-part='header'] {\n  border-radius: 0;\n  background-color: rgb(1, 2, 3);\n}\n```"

let model: ModelDouble
let answer = square
let behaviour: DoubleBehaviour = 'normal'
let started: TestPlatform
let owner: Person
let browser: Browser
let page: Page
let preview: FrameLocator
let chat: FrameLocator
let watched: Watch
let agentId = ''
let address = ''

beforeAll(async () => {
  await mkdir(pictures, { recursive: true })
  model = await startModelDouble({ reply: () => [answer], behaviour: () => behaviour })
  started = await startTestPlatform({
    REGIONS: 'na',
    OPENAI_API_KEY: 'double',
    OPENAI_BASE_URL: `${model.url}/v1`,
  })
  owner = await started.signUp()
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Lamps', agentTemplate: 'customer-support' },
  })
  agentId = agentCreated.ID
  browser = await launchBrowser()
  ;({ page, watched } = await pageOf(browser, started, owner))
  preview = page.frameLocator('iframe[title="Preview of the widget"]')
  chat = preview.frameLocator('iframe')
  address = `${started.url}/app/na/agents/${agentId}/settings?tab=ui`
})

afterAll(async () => {
  await browser?.close()
  await started?.stop()
  await model?.stop()
})

const editor = () => page.getByRole('textbox', { name: 'Custom CSS' })
const header = () => chat.locator('[data-part=header]')
const styleOf = (part: Locator, property: string) =>
  part.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
const assistant = () => page.getByRole('dialog', { name: 'AI CSS Assistant' })
const open = async () => {
  await page.getByRole('button', { name: 'AI CSS Assistant' }).click()
  await assistant().waitFor()
}
const notice = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).first()

test('CSS is applied in the preview at once, and what the chat leaves out is pointed out', async () => {
  await page.goto(address)
  await header().waitFor()
  await editor().click()
  await page.keyboard.insertText(
    "[data-part='header'] { padding-top: 41px; colour: red; }\nbutton { border-radius: 3px }\n[data-part='head'] { color: red }",
  )
  await expect.poll(() => styleOf(header(), 'padding-top')).toBe('41px')
  // Also against rules of the chat whose selectors are more specific.
  await expect.poll(() => styleOf(header().locator('button').first(), 'border-radius')).toBe('3px')
  await page.getByText('2 problems, underlined.', { exact: false }).waitFor()
  await page.locator('.cm-lintRange-error', { hasText: 'colour: red' }).hover()
  await page.getByText('There is no property colour. It is left out.').waitFor()
  await page.locator('.cm-lintRange-warning', { hasText: 'head' }).hover()
  await page.getByText('There is no part “head”.', { exact: false }).waitFor()
  const box = await page.locator('.cm-editor').boundingBox()
  expect(box?.height).toBe(500)
  expect(await styleOf(page.locator('.cm-editor'), 'font-size')).toBe('13px')
  await page.screenshot({ path: `${pictures}/lint.png` })
})

test('a part that is clicked in the preview gets its rule, and the cursor', async () => {
  await page.getByRole('button', { name: 'Pick in preview' }).click()
  await page.getByText('Click a part of the chat to write CSS for it.', { exact: false }).waitFor()
  await chat.locator('[data-part=composer]').hover({ position: { x: 20, y: 8 } })
  await page.screenshot({ path: `${pictures}/picking.png` })
  await chat.locator('[data-part=composer]').click({ position: { x: 20, y: 8 } })
  await expect.poll(() => editor().innerText()).toContain("[data-part='composer'] {")
  await page.keyboard.insertText('opacity: 0.5;')
  await expect.poll(() => styleOf(chat.locator('[data-part=composer]'), 'opacity')).toBe('0.5')
  // A click in the chat does what it does again.
  await page.getByRole('button', { name: 'Pick in preview' }).waitFor()

  await page.getByRole('button', { name: 'Parts', exact: true }).click()
  await page.getByRole('menuitem', { name: /^header/ }).click()
  await expect.poll(() => editor().evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.insertText(' margin-top: 3px;')
  await expect.poll(() => styleOf(header(), 'margin-top')).toBe('3px')
})

test('picking ends with Esc, from within the chat too', async () => {
  await page.getByRole('button', { name: 'Pick in preview' }).click()
  await chat.locator('textarea').focus()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Pick in preview' }).waitFor()
})

test('the assistant writes CSS, of which only what the chat applies is inserted, and it can be undone', async () => {
  const before = await editor().innerText()
  await open()
  expect((await assistant().boundingBox())?.width).toBe(450)
  const field = assistant().getByRole('textbox')
  await field.fill('   ')
  expect(await assistant().getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await page.screenshot({ path: `${pictures}/assistant.png` })
  const held = Promise.withResolvers<void>()
  behaviour = { until: held.promise }
  await field.fill('A square header')
  await page.keyboard.press('Control+Enter')
  await assistant().getByPlaceholder('Generating..').waitFor()
  held.resolve()
  await assistant().getByText('A square header.').waitFor()
  behaviour = 'normal'
  await expect.poll(() => styleOf(header(), 'background-color')).toBe('rgb(1, 2, 3)')
  const written = await editor().innerText()
  expect(written).not.toContain('evil')
  expect(await assistant().innerText()).not.toContain('evil')
  await page.screenshot({ path: `${pictures}/answered.png` })
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect.poll(() => editor().innerText()).toBe(before)
  await assistant().getByRole('button', { name: 'Insert CSS' }).click()
  await expect.poll(() => styleOf(header(), 'background-color')).toBe('rgb(1, 2, 3)')
  const { items } = await owner.client.call('credits.history', {
    params: { region: 'na', workspaceId: owner.workspaceId },
    query: {},
  })
  expect(items.filter((line) => line.kind === 'charge' && line.purpose === 'assistant')).toHaveLength(1)
})

test('the assistant says what went wrong, in the words of the specification', async () => {
  answer = 'I only know CSS.'
  await assistant().getByRole('textbox').fill('What is the time?')
  await assistant().getByRole('button', { name: 'Send' }).click()
  await notice('Generated response but no CSS code found. Please check the chat for the response.').waitFor()
  behaviour = 'garbage'
  await assistant().getByRole('textbox').fill('Rounder')
  await assistant().getByRole('button', { name: 'Send' }).click()
  await notice('Failed to generate CSS. Please try again.').waitFor()
  await assistant().getByText('Sorry, something went wrong', { exact: false }).waitFor()
  await page.screenshot({ path: `${pictures}/failed.png` })
  await assistant().getByRole('button', { name: 'Reset the chat' }).click()
  await assistant().getByText('Say how the chat should look.', { exact: false }).waitFor()
  await assistant().getByRole('button', { name: 'Close' }).click()
  behaviour = 'normal'
})

test('without a model it offers recipes, and says so', async () => {
  const params = { region: 'na' as const, agentId }
  const { data } = await owner.client.call('agents.get', { params })
  await owner.client.call('agents.save', { params, body: { ...data, vg_defaultModel: 'claude-sonnet-4-5' } })
  await page.reload()
  await header().waitFor()
  await open()
  await assistant().getByText('Without a model, the assistant can’t write CSS.', { exact: false }).waitFor()
  await page.screenshot({ path: `${pictures}/recipes.png` })
  await assistant().getByRole('button', { name: 'Insert CSS: Very round bubbles' }).click()
  await expect
    .poll(() => styleOf(chat.locator('[data-part=bubble]').first(), 'border-top-left-radius'))
    .toBe('22px')
  await assistant().getByRole('button', { name: 'Insert CSS: Very round bubbles' }).click()
  await notice('This CSS is in the editor already.').waitFor()
  await page.keyboard.press('Escape')
})

test('the call of the specification answers too, for the own agent alone', async () => {
  const body = { messages: [{ role: 'user', content: 'Square' }], currentCSS: '', userData: {}, bucket: 'na' }
  const call = (agentID: string, token = owner.token) =>
    fetch(`${started.url}/api/ai-css-generator`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, agentID }),
    })
  const params = { region: 'na' as const, agentId }
  const { data } = await owner.client.call('agents.get', { params })
  await owner.client.call('agents.save', { params, body: { ...data, vg_defaultModel: 'gpt-4o' } })
  answer = square
  behaviour = 'normal'
  const told = await (await call(agentId)).json()
  expect(told).toMatchObject({ success: true, leftOut: 1 })
  expect(told.response).not.toContain('evil')
  const stranger = await started.signUp()
  expect((await call(agentId, stranger.token)).status).toBe(404)
  expect((await call('nobodysagent0000')).status).toBe(404)
})

test('no error was logged, and nothing was asked of another server', () => {
  expect(watched.faults).toEqual([])
})
