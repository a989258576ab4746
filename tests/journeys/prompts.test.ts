/** The library of prompts: a prompt is saved to it, referred to, changed, published to its agents, and deleted. */
import { mkdir } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser, type Watch } from './browser.ts'
import { lookAt } from './look-at.ts'
import { pageOf } from './signed-in.ts'

const pictures = 'test-results/prompts'
const agentId = 'libraryjourney01'
const params = { region: 'na', agentId } as const

let started: TestPlatform
let owner: Person
let browser: Browser
let page: Page
let watched: Watch

beforeAll(async () => {
  await mkdir(pictures, { recursive: true })
  started = await startTestPlatform({ REGIONS: 'na' })
  owner = await started.signUp()
  const body = { title: 'Lamps', enableNodes: false, vg_systemPrompt: 'You help.' }
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
})

const prompt = () => page.getByRole('textbox', { name: 'System prompt' })
const text = () => page.getByRole('textbox', { name: 'Text', exact: true })
const chips = () => prompt().locator('.prompt-chip')
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const published = async () => (await owner.client.call('agents.get', { params })).data.vg_systemPrompt ?? ''
const openAgent = () => page.goto(`${started.url}/app/na/agents/${agentId}/prompt`)
const item = async (name: string) => {
  await button('Library').click()
  await page.getByRole('menuitem', { name }).click()
}

test('a prompt is added to the library, whose name nobody else can have', async () => {
  await page.goto(`${started.url}/app/na/agents`)
  await page.getByRole('link', { name: 'Prompts' }).click()
  await page.getByText('No prompts yet').waitFor()
  const add = async (name: string, words: string) => {
    await button('New prompt').click()
    await dialog('New prompt').getByLabel('Name').fill(name)
    await dialog('New prompt').getByLabel('Text').fill(words)
    await dialog('New prompt').getByRole('button', { name: 'Save prompt' }).click()
  }
  await add('Tone of voice', 'Be kind to {{name}}.')
  await page.getByRole('heading', { name: 'Tone of voice' }).waitFor()
  await page.getByText('Used by no agents').waitFor()
  await page.getByRole('link', { name: 'Prompts' }).click()
  await add('tone of VOICE', 'Other')
  await dialog('New prompt').getByText('There is a prompt named “tone of VOICE” already.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('cell', { name: 'name', exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('refund')
  await page.getByText('No prompts found').waitFor()
  await button('Clear search').click()
  await page.getByRole('link', { name: 'Tone of voice' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('an agent refers to it, found by a search, and is listed with it once it is published', async () => {
  await openAgent()
  await prompt().fill('You sell lamps. ')
  await prompt().press('Control+End')
  await item('Insert from library …')
  const library = dialog('Insert from library')
  await library.getByRole('searchbox').fill('voice')
  await library.getByRole('radio', { name: /Tone of voice/ }).click()
  await library.getByText('Be kind to {{name}}.').waitFor()
  await page.screenshot({ path: `${pictures}/insert.png` })
  expect(await axeFindings(page)).toEqual([])
  await library.getByRole('button', { name: 'Insert reference' }).click()
  await expect.poll(() => chips().allTextContents()).toEqual(['Tone of voice'])
  // "You sell lamps. Be kind to {{name}}." with the text that is referred to.
  await page.getByText('About 9 tokens in each reply').waitFor()
  await page.screenshot({ path: `${pictures}/reference.png` })
  await button('Publish').click()
  await expect.poll(published).toMatch(/^You sell lamps. \{\{prompt:\w+\}\}$/)
  await started.settled()
  await page.goto(`${started.url}/app/na/prompts`)
  await page.getByRole('cell', { name: '1 agent' }).waitFor()
  await page.getByRole('link', { name: 'Tone of voice' }).click()
  await page.getByRole('link', { name: 'Lamps' }).waitFor()
})

test('the selection or the whole prompt is saved to the library, and a copy takes no part in its changes', async () => {
  await openAgent()
  // Its name is drawn once it is loaded, which would undo the selection of what is replaced.
  await expect.poll(() => chips().allTextContents()).toEqual(['Tone of voice'])
  await prompt().fill('Greet, then ask.')
  await prompt().press('Control+Home')
  for (let nth = 0; nth < 'Greet,'.length; nth++) await page.keyboard.press('Shift+ArrowRight')
  await item('Save to library …')
  const saving = dialog('Save to library')
  expect(await saving.getByLabel('Text').inputValue()).toBe('Greet,')
  await saving.getByLabel('Name').fill('Greeting')
  await saving.getByLabel(/Replace the selection by a reference/).check()
  await saving.getByRole('button', { name: 'Save prompt' }).click()
  await saving.waitFor({ state: 'detached' })
  await expect.poll(() => chips().allTextContents()).toEqual(['Greeting'])
  await item('Insert from library …')
  await dialog('Insert from library').getByRole('radio', { name: /Tone/ }).click()
  await button('Replace prompt by copy').click()
  await expect.poll(() => prompt().innerText()).toContain('Be kind to')
  await button('Undo').click()
  await expect.poll(() => chips().allTextContents()).toEqual(['Greeting'])
  await button('Discard').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
})

test('its text is saved as a version, compared, and published to the agents that are named', async () => {
  await page.goto(`${started.url}/app/na/prompts`)
  await page.getByRole('link', { name: 'Tone of voice' }).click()
  await text().fill('Be brief with {{name}}.\nAnd kind.')
  await page.getByRole('link', { name: 'Prompts' }).click()
  await dialog('Leave without saving?').getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Note').fill('Shorter')
  await page.getByLabel('Note').press('Control+s')
  await page.getByText('Version 1 is published', { exact: true }).waitFor()
  await page.getByText('Shorter').waitFor()
  await button('Open version 2').click()
  await dialog(/^Version 2/)
    .getByRole('insertion')
    .filter({ hasText: 'And kind.' })
    .waitFor()
  await page.screenshot({ path: `${pictures}/version.png` })
  await dialog(/^Version 2/)
    .getByRole('button', { name: 'Publish …' })
    .click()
  const publishing = dialog(/^Publish version 2/)
  await publishing.getByText('Lamps').waitFor()
  await publishing.getByRole('insertion').first().waitFor()
  await page.screenshot({ path: `${pictures}/publish.png` })
  expect(await axeFindings(page)).toEqual([])
  await publishing.getByRole('button', { name: 'Publish to 1 agent' }).click()
  await publishing.waitFor({ state: 'detached' })
  await page.getByText('Version 1 is published', { exact: true }).waitFor({ state: 'detached' })
  await button('Open version 1').click()
  await dialog(/^Version 1/)
    .getByRole('button', { name: 'Restore' })
    .click()
  await page.getByText('Restored from version 1').waitFor()
  await expect.poll(() => text().innerText()).toContain('Be kind to')
})

test('somebody else’s version is not overwritten silently', async () => {
  const library = { region: 'na', workspaceId: owner.workspaceId } as const
  const promptId = page.url().split('/prompts/')[1]?.split('?')[0] ?? ''
  await text().fill('Mine')
  const body = { text: 'Theirs' }
  await owner.client.call('prompts.saveVersion', { params: { ...library, promptId }, body })
  await button('Save version').click()
  await page
    .getByRole('dialog')
    .getByText(/changed/)
    .first()
    .waitFor()
  await page.screenshot({ path: `${pictures}/changed-meanwhile.png` })
  await page.keyboard.press('Escape')
  await button('Discard').click()
})

test('it is published once the tests of an agent that requires it pass with the new text, or with a reason', async () => {
  const testCase = (mentions?: string) => ({
    testCase: { lines: [{ says: 'Hello', expects: mentions ? { mentions: [mentions] } : {} }] },
  })
  const { caseId } = await owner.client.call('testCases.add', { params, body: testCase('zeppelin') })
  await owner.client.call('publishGate.set', { params, body: { required: true } })
  await started.settled()
  await page.reload()
  await button('Publish version 4').click()
  const publishing = dialog(/^Publish version 4/)
  await publishing.getByText('Tests must pass before publishing').waitFor()
  await publishing.getByText('1 of 1 tests were not run with this version as it is now.').waitFor()
  const publish = publishing.getByRole('button', { name: 'Publish to 1 agent' })
  expect(await publish.isDisabled()).toBe(true)
  expect(await publishing.getByRole('button', { name: 'Publish anyway' }).isDisabled()).toBe(true)
  await publishing.getByRole('button', { name: 'Run tests first' }).click()
  await publishing.getByText('1 of 1 tests failed with this version.').waitFor()
  await publishing.getByRole('list', { name: 'Failed tests' }).getByRole('link', { name: 'Hello' }).waitFor()
  await lookAt(page, 'publish-prompt-untested')
  await owner.client.call('testCases.save', { params: { ...params, caseId }, body: testCase() })
  await publishing.getByText('1 of 1 tests were not run with this version as it is now.').waitFor()
  await publishing.getByRole('button', { name: 'Run again' }).click()
  await publishing.getByText('Its test passed with this version.').waitFor()
  await publish.click()
  await publishing.waitFor({ state: 'detached' })
  await text().fill('Of a hurry')
  await button('Save version').click()
  await button('Publish version 5').click()
  const hurried = dialog(/^Publish version 5/)
  await hurried.getByLabel('Reason for publishing anyway').fill('The offer ends today')
  await hurried.getByRole('button', { name: 'Publish anyway' }).click()
  await hurried.waitFor({ state: 'detached' })
  await page.getByText(/^Version 5, updated/).waitFor()
  await owner.client.call('publishGate.set', { params, body: { required: false } })
})

test('a node and the prompt for answers from the knowledge refer to it as well', async () => {
  const flowing = { region: 'na', agentId: 'libraryjourney02' } as const
  const position = { x: 0, y: 0 }
  const nodes = [
    { id: 's', type: 'start', next: 'ai', position },
    { id: 'ai', type: 'ai', prompt: 'Think. ', position: { x: 300, y: 0 } },
  ] as const
  const body = { title: 'Thinker', enableNodes: true, nodes: [...nodes] }
  await owner.client.call('agents.save', { params: flowing, body })
  const insert = async (field: string, said: string) => {
    const editor = page.getByRole('textbox', { name: field })
    await editor.press('Control+End')
    await item('Insert from library …')
    const library = dialog('Insert from library')
    await library.getByRole('radio', { name: /Greeting/ }).click()
    await library.getByRole('button', { name: 'Insert reference' }).click()
    await expect.poll(() => editor.locator('.prompt-chip').allTextContents()).toEqual(['Greeting'])
    await expect.poll(() => editor.innerText()).toContain(said)
  }
  await page.goto(`${started.url}/app/na/agents/${flowing.agentId}/prompt?node=ai`)
  await insert('Prompt for this node', 'Think.')
  await lookAt(page, 'node-prompt')
  await page.goto(`${started.url}/app/na/agents/${flowing.agentId}/kb`)
  await button('Settings').click()
  await page.getByRole('textbox', { name: 'Prompt for answers from the knowledge' }).fill('Quote. ')
  await insert('Prompt for answers from the knowledge', 'Quote.')
  await lookAt(page, 'knowledge-prompt')
  await page.keyboard.press('Escape')
  await button('Publish').click()
  const reference = expect.stringMatching(/\{\{prompt:\w+\}\}$/)
  await expect
    .poll(async () => (await owner.client.call('agents.get', { params: flowing })).data)
    .toMatchObject({ nodes: [{}, { prompt: reference }], vg_kb_llm: { searchPrompt: reference } })
  await page.setViewportSize({ width: 1440, height: 900 })
  await started.settled()
  await page.goto(`${started.url}/app/na/prompts`)
  await page.getByRole('link', { name: 'Greeting' }).click()
  await page.getByRole('link', { name: 'Thinker' }).waitFor()
  await page.goto(`${started.url}/app/na/prompts`)
  await page.getByRole('link', { name: 'Tone of voice' }).click()
})

test('it is deleted once no agent uses it; a reference that is left is told of', async () => {
  const remove = async () => {
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await remove()
  await dialog('Tone of voice is in use').getByRole('button', { name: 'Close', exact: true }).last().click()
  const before = await published()
  await owner.client.call('agents.save', { params, body: { vg_systemPrompt: 'You sell lamps.' } })
  await started.settled()
  await page.getByText('Used by no agents').waitFor()
  await remove()
  await dialog('Delete Tone of voice?').getByRole('button', { name: 'Delete prompt' }).click()
  await page.getByRole('link', { name: 'Greeting' }).waitFor()
  await page.getByRole('link', { name: 'Tone of voice' }).waitFor({ state: 'detached' })
  await owner.client.call('agents.save', { params, body: { vg_systemPrompt: before } })
  await openAgent()
  await expect.poll(() => chips().allTextContents()).toEqual(['Deleted prompt'])
  await page.getByRole('alert').getByText('refers to a prompt of the library that does not exist').waitFor()
  await page.screenshot({ path: `${pictures}/deleted.png` })
  expect(await axeFindings(page)).toEqual([])
})

test('nothing was logged', () => {
  // The name that is taken, and the version of somebody else.
  expect(watched.faults.filter((fault) => !/409|412|beforeunload/.test(fault))).toEqual([])
})
