/** The system prompt: its variables as chips, the number of its tokens, and a model that improves it. */
import { mkdir } from 'node:fs/promises'
import {
  type DoubleBehaviour,
  type ModelDouble,
  startModelDouble,
} from '@parley/conversation/models/model-double.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser, type Watch } from './browser.ts'
import { pageOf } from './signed-in.ts'

const pictures = 'test-results/prompt-editor'
const agentId = 'promptjourney001'
const params = { region: 'na', agentId } as const
const better =
  'You are the kind assistant of Fernhill Lamps.\nCall the visitor {{name}}.\nAnswer in one sentence.'

let model: ModelDouble
let behaviour: DoubleBehaviour = 'normal'
let answer = better
let started: TestPlatform
let owner: Person
let browser: Browser
let page: Page
let watched: Watch

beforeAll(async () => {
  await mkdir(pictures, { recursive: true })
  model = await startModelDouble({ reply: () => [answer], behaviour: () => behaviour })
  started = await startTestPlatform({
    REGIONS: 'na',
    OPENAI_API_KEY: 'double',
    OPENAI_BASE_URL: `${model.url}/v1`,
  })
  owner = await started.signUp()
  const body = { title: 'Lamps', enableNodes: false, vg_defaultModel: 'gpt-4o', vg_systemPrompt: 'You help.' }
  await owner.client.call('agents.save', { params, body })
  browser = await launchBrowser()
  ;({ page, watched } = await pageOf(browser, started, owner))
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    await page.screenshot({ path: `${pictures}/failed ${task.name.slice(0, 60)}.png` })
  })
})

afterAll(async () => {
  await browser?.close()
  await started?.stop()
  await model?.stop()
})

const prompt = () => page.getByRole('textbox', { name: 'System prompt' })
const drawer = () => page.getByRole('dialog', { name: /^Improve the system prompt/ })

test('variables are chips, completed after {{ and chosen from a list, and tokens are counted', async () => {
  await page.goto(`${started.url}/app/na/agents/${agentId}/prompt`)
  await prompt().fill('You help {{name}}, who bought {{lamp}}.')
  const chips = prompt().locator('.prompt-chip')
  await expect.poll(() => chips.allTextContents()).toEqual(['name', 'lamp'])
  await prompt().locator('.prompt-chip-unknown', { hasText: 'lamp' }).waitFor()
  await page.getByText('About 10 tokens in each reply').waitFor()
  // A chip goes with one press of a key.
  await prompt().press('Control+End')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect.poll(() => chips.allTextContents()).toEqual(['name'])
  await page.keyboard.insertText('{{em')
  await page.getByRole('option', { name: 'email' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => chips.allTextContents()).toEqual(['name', 'email'])
  await page.getByRole('button', { name: 'Variable' }).click()
  await page.getByRole('menuitem', { name: 'phone' }).click()
  await expect.poll(() => chips.allTextContents()).toEqual(['name', 'email', 'phone'])
  await page.screenshot({ path: `${pictures}/chips.png` })
  expect(await axeFindings(page)).toEqual([])
})

test('a model improves it: its changes are shown first, accepted, and can be undone', async () => {
  await prompt().fill('You are the assistant of Fernhill Lamps.\nCall the visitor {{name}}.')
  await page.getByRole('button', { name: 'Improve' }).click()
  await drawer().getByLabel('What should be better?').fill('Shorter answers')
  const held = Promise.withResolvers<void>()
  behaviour = { until: held.promise }
  await drawer().getByRole('button', { name: 'Improve' }).click()
  await drawer().getByText('Improving the prompt …').waitFor()
  held.resolve()
  await drawer().getByRole('insertion').filter({ hasText: 'Answer in one sentence.' }).waitFor()
  behaviour = 'normal'
  await page.screenshot({ path: `${pictures}/improved.png` })
  expect(await prompt().innerText()).not.toContain('one sentence')
  await drawer().getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => prompt().innerText()).toContain('Answer in one sentence.')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => prompt().innerText()).not.toContain('one sentence')
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('Shorter answers')
})

test('it says what went wrong, and what the new prompt lacks', async () => {
  await page.getByRole('button', { name: 'Improve' }).click()
  behaviour = 'garbage'
  await drawer().getByRole('button', { name: 'Improve' }).click()
  await drawer().getByText('The model did not answer. Please try again.').waitFor()
  behaviour = 'normal'
  answer = 'You are kind.'
  await drawer().getByRole('button', { name: 'Improve' }).click()
  await drawer().getByText('The improved prompt lacks {{name}}.').waitFor()
  await drawer().getByRole('button', { name: 'Discard' }).click()
  await drawer().waitFor({ state: 'detached' })
  await expect.poll(() => prompt().innerText()).toContain('Fernhill')
})

test('without a model it says so', async () => {
  const { data } = await owner.client.call('agents.get', { params })
  await owner.client.call('agents.save', { params, body: { ...data, vg_defaultModel: 'claude-sonnet-4-5' } })
  await page.goto(`${started.url}/app/na/agents/${agentId}/overview`)
  await page.reload()
  await page.goto(`${started.url}/app/na/agents/${agentId}/prompt`)
  await prompt().waitFor()
  await page.getByRole('button', { name: 'Improve' }).click()
  await drawer().getByText('Without a model, a prompt can’t be improved').waitFor()
  expect(await drawer().getByRole('button', { name: 'Improve' }).isDisabled()).toBe(true)
  await page.screenshot({ path: `${pictures}/no-model.png` })
})

test('nothing was logged', () => {
  // The model that does not answer is a 502 of ours. A page that is left before its draft is saved may not ask, unless
  // somebody did something on it.
  const expected = /502|beforeunload/
  expect(watched.faults.filter((fault) => !expected.test(fault))).toEqual([])
})
