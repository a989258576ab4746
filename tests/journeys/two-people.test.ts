/**
 * Two people edit one agent in two browsers: each sees that the other is there, what both change is merged, and what both
 * changed differently is chosen field by field, after a reload too.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { joinWorkspace } from '../src/join-workspace.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser } from './browser.ts'
import { lookAt } from './look-at.ts'
import { signIn } from './signed-in.ts'

let started: TestPlatform
let browser: Browser
let owner: Person
let mine: Page
let theirs: Page
const contexts: BrowserContext[] = []
const faults: string[] = []

beforeAll(async () => {
  started = await startTestPlatform({ WORKSPACE_SEATS: '3' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await started?.stop()
})

const agent = () => ({ region: 'na' as const, agentId: `bakery${owner.userId}`.slice(0, 16) })
const address = (page: string) => `${started.url}/app/na/agents/${agent().agentId}/${page}`
const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const people = (page: Page, doing = '') =>
  page.getByRole('button', { name: new RegExp(`^Also here: .*${doing}$`) })
const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'Somebody else published changes' })
const saved = async () => (await owner.client.call('agents.get', { params: agent() })).data

async function publish(page: Page): Promise<void> {
  await press(page, 'Publish')
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()
}

async function signedIn(person: Person): Promise<Page> {
  const { context, page, watched } = await signIn(browser, started, person)
  contexts.push(context)
  context.on('close', () => faults.push(...watched.faults))
  await page.evaluate((id) => localStorage.setItem('parley_workspace', id), owner.workspaceId)
  return page
}

beforeEach(async () => {
  owner = await started.signUp()
  const colleague = await started.signUp()
  await joinWorkspace(started, owner, colleague)
  const body = {
    title: 'Bakery',
    description: 'Bread',
    enableNodes: false,
    nodes: [],
    vg_systemPrompt: 'You help.',
    vg_initPrompt: 'Hello.',
  }
  await owner.client.call('agents.save', { params: agent(), body })
  mine = await signedIn(owner)
  theirs = await signedIn(colleague)
  await mine.goto(address('prompt'))
  await theirs.goto(address('prompt'))
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  expect(faults.splice(0)).toEqual([])
})

test('see each other, where each is and who edits', async () => {
  await people(mine, 'Viewing · Prompt').waitFor()
  await theirs.goto(address('settings'))
  await people(mine, 'Viewing · Settings').waitFor()
  await text(theirs, 'Agent Name').fill('Bread & Co')
  await people(mine, 'Editing · Settings').waitFor()
  await people(mine).click()
  await mine.getByText('Editing · Settings', { exact: true }).waitFor()
  await lookAt(mine, 'two-people')
  await mine.keyboard.press('Escape')
  // Conversations are no page on which an agent is edited.
  await publish(theirs)
  await theirs.goto(address('convos'))
  await people(mine).waitFor({ state: 'detached' })
})

test('keep the edits of both where they changed different fields', async () => {
  await text(mine, 'System prompt').fill('You help kindly.')
  await text(theirs, 'Launch message').fill('Good morning.')
  await publish(theirs)
  await expect.poll(() => text(mine, 'Launch message').inputValue()).toBe('Good morning.')
  expect(await banner(mine).count()).toBe(0)
  await publish(mine)
  expect(await saved()).toMatchObject({
    vg_systemPrompt: 'You help kindly.',
    vg_initPrompt: 'Good morning.',
  })
})

test('choose field by field where both changed the same, after a reload too', async () => {
  await text(mine, 'System prompt').fill('You help kindly.')
  await text(mine, 'Launch message').fill('Hi!')
  await mine.goto(address('settings'))
  await text(mine, 'Description').fill('Cakes')
  await text(theirs, 'System prompt').fill('You help at once.')
  await text(theirs, 'Launch message').fill('Good morning.')
  await publish(theirs)
  await banner(mine).getByText('You both changed: System prompt, Launch message.', { exact: false }).waitFor()

  mine.once('dialog', (dialog) => void dialog.accept())
  await mine.reload()
  await banner(mine).getByText('You both changed: System prompt, Launch message.', { exact: false }).waitFor()
  await press(mine, 'Publish')
  await mine.getByText('Choose which version to keep first.', { exact: false }).waitFor()

  await press(mine, 'Compare')
  const drawer = mine.getByRole('dialog', { name: '2 conflicts' })
  const side = (field: string, name: string) =>
    drawer.getByRole('radiogroup', { name: field }).getByRole('radio', { name, exact: true })
  await side('System prompt', 'Mine').check()
  await drawer.getByRole('button', { name: 'Apply 1 of 2' }).waitFor()
  await side('Launch message', 'Theirs').check()
  await lookAt(mine, 'conflicts')
  await drawer.getByRole('button', { name: 'Apply', exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
  await banner(mine).waitFor({ state: 'detached' })

  // It can be taken back.
  await press(mine, 'Undo')
  await banner(mine).waitFor()
  expect(await axeFindings(mine)).toEqual([])
  await press(mine, 'Keep mine')
  await banner(mine).waitFor({ state: 'detached' })
  await publish(mine)
  expect(await saved()).toMatchObject({
    vg_systemPrompt: 'You help kindly.',
    vg_initPrompt: 'Hi!',
    description: 'Cakes',
  })
})
