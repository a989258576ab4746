/** The main job, from signing up to the auditor's review, in a browser. */
import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailedCode } from '../src/sign-up.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience, type Watch, watch } from './browser.ts'
import { type CustomerSite, serveCustomerSite } from './customer-site.ts'
import { checkExport } from './exported-history.ts'

const person = { name: 'Ada Newcomer', email: 'ada@emberandash.example', password: 'lanterns in the dark' }
const shipping =
  'Gift wrapping\n\nWe wrap any order as a gift for 6.50 and add a card with your own words. Wrapped orders leave our workshop one day later than others.'
const manual =
  '# The Ember lantern\n\nThe battery of the Ember lantern lasts 14 hours on a full charge. Charging it over USB-C takes 3 hours.\n\n# Care\n\nWipe the glass with a dry cloth. Do not use soap.\n'
const question = 'what would it cost to have my order wrapped as a present?'
const rule = '- Sign every answer with the words: Yours, the lantern people.'

let started: TestPlatform
let browser: Browser
let site: CustomerSite
let owner: BrowserContext
let page: Page
let agentUrl = ''
let script = ''
const watches: Watch[] = []

beforeAll(async () => {
  started = await startTestPlatform({ DEMO_PORT: '0' })
  browser = await launchBrowser()
  site = await serveCustomerSite(started.url, () => script)
  owner = await newPerson('owner')
  await owner.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: started.url })
  page = await owner.newPage()
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    const pages = browser.contexts().flatMap((context) => context.pages())
    for (const [nth, each] of pages.entries())
      await each.screenshot({ path: `test-results/main-job/${task.name} ${nth + 1}.png` })
  })
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
  await started?.stop()
})

test('a new user signs up', async () => {
  await page.goto(started.url)
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await page.getByLabel('Full Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('radio', { name: 'North America' }).check()
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.getByLabel('Verification Code').fill(await mailedCode(started.url, person.email))
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Skip & Go to Dashboard' }).click()
  await page.getByText('Create your first agent').waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/na/agents')

  await page.reload()
  await page.getByText('Create your first agent').waitFor()
})

test('creates an agent from a template', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Customer Support' }).click()
  const drawer = page.getByRole('dialog', { name: 'New Agent' })
  expect(await drawer.getByRole('radio', { name: 'Customer Support' }).isChecked()).toBe(true)
  await drawer.getByLabel('Agent Name').fill('Ember & Ash Help')
  await drawer.getByLabel('Business Name').fill('Ember & Ash')
  await drawer.getByRole('button', { name: 'Create' }).click()
  const prompt = page.getByRole('textbox', { name: 'System prompt' })
  await prompt.waitFor()
  expect(await prompt.innerText()).toContain('assistant of Ember & Ash, an online shop')
  agentUrl = /^.*\/agents\/[A-Za-z0-9]{16}/.exec(page.url())?.[0] ?? ''
  expect(agentUrl).toMatch(/\/app\/na\/agents\/[A-Za-z0-9]{16}$/)
})

test('adds a text and a document to its knowledge', async () => {
  await agentNav().getByRole('link', { name: 'Knowledge Base' }).click()
  const sources = page.getByRole('list', { name: 'Knowledge sources' })
  await page.getByRole('link', { name: 'Add knowledge' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add knowledge' })
  await drawer.getByText('Text', { exact: true }).click()
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Gift wrapping')
  await drawer.getByRole('textbox', { name: /^Text/ }).fill(shipping)
  await drawer.getByRole('button', { name: 'Add text' }).click()
  await isReady(sources, 'Gift wrapping')

  await page.getByRole('link', { name: 'Add knowledge' }).click()
  await drawer.getByText('Document', { exact: true }).click()
  const chosen = page.waitForEvent('filechooser')
  await drawer.getByRole('button', { name: 'Browse files' }).click()
  const file = { name: 'ember-manual.md', mimeType: 'text/markdown', buffer: Buffer.from(manual) }
  await (await chosen).setFiles(file)
  await drawer.getByText('1 of 1 added').waitFor()
  await page.keyboard.press('Escape')
  await isReady(sources, 'ember-manual.md')
})

test('tests it in the test panel', async () => {
  await page.goto(`${agentUrl}/kb?showDebugger=true`)
  const log = page.getByRole('log', { name: 'Conversation' })
  await log.getByText('assistant of Ember & Ash').waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill('How long does the lantern battery last?')
  await page.getByRole('button', { name: 'Send' }).click()
  await log.getByText(/lasts 14 hours/).waitFor()
  await agentNav().getByRole('button', { name: 'Hide Test' }).click()
  await log.waitFor({ state: 'detached' })
})

test('changes its prompt and publishes', async () => {
  await agentNav().getByRole('link', { name: 'Prompt' }).click()
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()
  const prompt = page.getByRole('textbox', { name: 'System prompt' })
  await prompt.fill(`${await prompt.innerText()}\n${rule}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()
})

test('copies the website script', async () => {
  await page.getByRole('button', { name: 'More publishing options' }).click()
  await page.getByRole('menuitem', { name: 'Website Script' }).click()
  const dialog = page.getByRole('dialog', { name: 'Website Script' })
  await dialog.getByRole('button', { name: 'Copy Website Script' }).click()
  await dialog.getByRole('button', { name: 'Website Script copied' }).waitFor()
  script = await page.evaluate(() => navigator.clipboard.readText())
  expect(script).toContain(agentUrl.split('/').at(-1))
  expect(script).toMatch(/^<script async src="http[^"]+"><\/script>$/)
  await dialog.getByRole('button', { name: 'Copy Inline in a container' }).waitFor()
  await dialog.getByRole('button', { name: 'Copy Frame' }).waitFor()
  await page.keyboard.press('Escape')
  // The menu item that opened it is gone, so the focus returns to the menu's button.
  await page.locator(':focus[aria-label="More publishing options"]').waitFor()
})

test('a visitor of another site gets a reply, and the dashboard shows it live', async () => {
  await agentNav().getByRole('link', { name: 'Conversations' }).click()
  await page.getByText('No conversations yet').waitFor()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))

  const visitor = await (await newPerson('visitor')).newPage()
  await visitor.goto(site.url)
  await visitor.getByRole('button', { name: /^Open chat/ }).click()
  const chat = visitor.frameLocator('.panel iframe')
  const field = chat.getByRole('textbox')
  await chat.getByRole('log').getByText('What is it about?').waitFor()
  const streamed = visitor.waitForResponse((answer) => answer.url().endsWith('/messages'))
  await field.fill(question)
  await field.press('Enter')
  expect((await streamed).headers()['content-type']).toContain('text/event-stream')
  await chat.getByRole('log').getByText(/6\.50/).waitFor()

  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  const transcript = page.getByRole('region', { name: 'Transcript' })
  await transcript.getByText(question).waitFor()
  await transcript.getByText(/as a gift for 6\.50/).waitFor()

  await field.fill('And how do I clean its glass?')
  await field.press('Enter')
  await chat
    .getByRole('log')
    .getByText(/dry cloth/)
    .waitFor()
  await page.getByText('And how do I clean its glass?').first().waitFor()
  await page
    .getByText(/dry cloth/)
    .first()
    .waitFor()
  await visitor.context().close()
})

test('the auditor finds the change, verifies the history and exports it', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Audit' }).click()
  await page
    .getByRole('link', { name: / published changes to / })
    .first()
    .click()
  const event = page.getByRole('dialog', { name: / published changes to / })
  const change = event.getByRole('region', { name: /vg_systemPrompt$/ })
  await change.getByText(rule).waitFor()
  await change.getByText("Write in the visitor's language.").first().waitFor()
  await page.keyboard.press('Escape')
  await event.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'Verification' }).click()
  await page.getByRole('button', { name: /^Verify/ }).click()
  await page.getByText('No tampering detected').waitFor()

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as JSON Lines' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const { events, faults } = checkExport(text)
  expect(faults).toEqual([])
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['WorkspaceCreated', 'AgentCreated', 'AgentPublished', 'AgentReplied']),
  )
  // The visitor's texts stay sealed, and a forged line is detected.
  expect(text).not.toContain(question)
  expect(checkExport(text.replace('AgentPublished', 'AgentRenamed')).faults).toHaveLength(1)
})

test('signs out, and after signing in returns to the requested page', async () => {
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign In' }).waitFor()

  await page.goto(`${agentUrl}/settings`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  expect(page.url()).toContain(`${agentUrl}/settings`)
})

test('no page had errors or requests to third parties', () => {
  expect(watches.flatMap(({ faults }) => faults)).toEqual([])
})

async function newPerson(kind: 'owner' | 'visitor'): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patience)
  const origins = kind === 'owner' ? [started.url] : [started.url, site.origin]
  watches.push(await watch(context, origins))
  return context
}

function agentNav(): Locator {
  return page.getByRole('navigation', { name: 'Agent' })
}

/** Ingestion continues in the background; the list shows when it is done. */
async function isReady(sources: Locator, name: string): Promise<void> {
  await sources.getByRole('listitem').filter({ hasText: name }).getByText('Ready').waitFor()
}
