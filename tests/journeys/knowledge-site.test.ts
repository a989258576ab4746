/** A website becomes knowledge: crawled from the dashboard page by page, tested, and cited to a visitor. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience, type Watch, watch } from './browser.ts'
import { type CustomerSite, serveCustomerSite } from './customer-site.ts'

const inRegion = { region: 'na' as const }
let started: TestPlatform
let browser: Browser
let shop: CustomerSite
let owner: Person
let context: BrowserContext
let page: Page
let watched: Watch
let agentId = ''
let script = ''
let site: Awaited<ReturnType<typeof serveSite>>

beforeAll(async () => {
  site = await serveSite()
  started = await startTestPlatform({ DEMO_PORT: '0', ALLOW_PRIVATE_ADDRESSES: site.host })
  browser = await launchBrowser()
  shop = await serveCustomerSite(started.url, () => script)
  owner = await started.signUp()
  const body = { agentName: 'Harbour Help', agentTemplate: 'blank-template' } as const
  const created = await owner.client.call('rpc.convertAgentTemplateToAgent', { params: inRegion, body })
  agentId = created.agentCreated.ID
  script = `<script async src="${started.url}/widget/na/${agentId}.js"></script>`
  context = await browser.newContext({ locale: 'en-GB' })
  context.setDefaultTimeout(patience)
  watched = await watch(context, [started.url])
  page = await context.newPage()
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    const pages = browser.contexts().flatMap((each) => each.pages())
    for (const [nth, each] of pages.entries())
      await each.screenshot({ path: `test-results/knowledge-site/${task.name} ${nth + 1}.png` })
  })
})

afterAll(async () => {
  await browser?.close()
  await shop?.close()
  await started?.stop()
  site?.close()
})

test('the owner adds a website and sees the progress of its crawl, also after leaving the page', async () => {
  await page.goto(`${started.url}/login?next=/app/na/agents/${agentId}/kb`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('The agent has no knowledge yet').waitFor()

  site.hold('/repair')
  await page.getByRole('link', { name: 'Add knowledge' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Add knowledge' })
  await drawer.getByRole('textbox', { name: 'Address' }).fill(site.url)
  await drawer.getByLabel('Tags').fill('bikes')
  await drawer.getByLabel('Tags').press('Enter')
  await drawer.getByRole('button', { name: 'Add website' }).click()
  await page.getByText('3 of 5 pages read').waitFor()

  await page.goto(`${started.url}/app/na/agents`, { waitUntil: 'commit' })
  await page.goto(`${started.url}/app/na/agents/${agentId}/kb`)
  await page.getByText('3 of 5 pages read').waitFor()
  // A page that is held for 20 seconds would time out.
  site.release()
  await sources().getByText('Ready').waitFor()
  await sources()
    .getByText(/4 pages/)
    .waitFor()
  await sources().getByText('1 page could not be read').waitFor()
})

test('sees which page failed and why, repairs it and has it read again', async () => {
  await sources().getByRole('link').first().click()
  const pages = page.getByRole('list', { name: 'Pages' })
  await pages.getByText('The page does not exist (404).').waitFor()
  site.pages['/prices'] = ['Prices', 'A city bike costs 14 euros a day, an e-bike 32 euros a day.']
  await page.getByRole('button', { name: 'Retry failed pages' }).click()
  await pages.getByRole('button', { name: 'Prices' }).waitFor()
  await page.getByRole('tab', { name: '5 pages' }).waitFor()
})

test('tests a question, sees why a chunk is found, and corrects the chunk', async () => {
  await page.goto(`${started.url}/app/na/agents/${agentId}/kb`)
  const box = page.getByRole('textbox', { name: 'Question' })
  await box.fill('How much is an e-bike a day?')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByText('Knows', { exact: true }).waitFor()
  await page
    .getByText(/Words found: /)
    .first()
    .waitFor()
  await page.getByRole('link', { name: `${site.url}prices` }).waitFor()

  await page.getByRole('button', { name: 'Prices' }).first().click()
  await page.getByRole('button', { name: 'Passage actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const text = page.getByRole('textbox', { name: 'Text of passage 1' })
  await text.fill('A city bike costs 14 euros a day, an e-bike 35 euros a day.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Edited', { exact: true }).waitFor()

  await page.goto(`${started.url}/app/na/agents/${agentId}/kb?q=Who+won+the+world+cup%3F`)
  await page.getByText('Does not know', { exact: true }).waitFor()
})

test('a visitor gets an answer from the page, which is cited with its address', async () => {
  const visitor = await browser.newPage({ locale: 'en-GB' })
  visitor.setDefaultTimeout(patience)
  await visitor.goto(shop.url)
  await visitor.getByRole('button', { name: /^Open chat/ }).click()
  const chat = visitor.frameLocator('.panel iframe')
  const field = chat.getByRole('textbox')
  await field.fill('How much is an e-bike a day?')
  await field.press('Enter')
  await chat
    .getByRole('log')
    .getByText(/35 euros/)
    .waitFor()
  const cited = chat.getByRole('link', { name: 'Prices' })
  await expect.poll(() => cited.getAttribute('href')).toBe(`${site.url}prices`)
  await visitor.close()
})

test('answers less once the owner raises the threshold and publishes', async () => {
  const params = { ...inRegion, agentId }
  await page.goto(`${started.url}/app/na/agents/${agentId}/kb?q=How+much+is+an+e-bike%3F`)
  await page.getByText('Knows', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'How the agent uses its knowledge' })
  await settings.getByRole('slider', { name: 'Knowledge threshold' }).press('End')
  await settings.getByText('Now 1.00').waitFor()
  await settings.getByLabel('Prompt for answers').fill('Answer in one sentence.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('Does not know', { exact: true }).waitFor()
  const { data } = await owner.client.call('agents.get', { params })
  expect(data).toMatchObject({
    ifKnowsThreshold: 1,
    vg_kb_llm: { searchPrompt: 'Answer in one sentence.' },
  })
  await owner.client.call('agents.save', { params, body: { ifKnowsThreshold: 0.5 } })
})

test('the owner disables the source, and the agent no longer knows', async () => {
  await page.goto(`${started.url}/app/na/agents/${agentId}/kb?q=How+much+is+an+e-bike%3F`)
  await page.getByText('Knows', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await sources().getByText('Off', { exact: true }).waitFor()
  await page.getByText('Does not know', { exact: true }).waitFor()
  expect(watched.faults).toEqual([])
})

test('questions with their answers are imported from a table, which says what it lacks', async () => {
  await page.goto(`${started.url}/app/na/agents/${agentId}/kb?add=qa`)
  const drawer = page.getByRole('dialog', { name: 'Add knowledge' })
  const choose = (text: string) =>
    drawer
      .locator('input[type=file]')
      .setInputFiles({ name: 'faq.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('name,price\nTyre,4')
  await drawer.getByText('The file needs a column “question” and a column “answer”.').waitFor()
  await choose(
    'question;answer\nDo you rent helmets?;"Yes; they are free."\nAnd locks?;A lock costs two euros.\n',
  )
  await expect.poll(() => drawer.getByRole('alert').count()).toBe(0)
  await drawer.getByLabel('Name').fill('Extras')
  await drawer.getByRole('button', { name: 'Add 2 questions' }).click()
  await sources().getByText('Extras').waitFor()
  await page.goto(`${started.url}/app/na/agents/${agentId}/kb?q=Do+you+rent+helmets%3F`)
  await page.getByText('Knows', { exact: true }).waitFor()
  expect(watched.faults).toEqual([])
})

const sources = () => page.getByRole('list', { name: 'Knowledge sources' })

/** A small website about bicycles, of which one page can be held back. */
async function serveSite() {
  const pages: Record<string, [title: string, text: string]> = {
    '/': ['Harbour Bikes', 'We rent and repair bicycles at the harbour.'],
    '/hours': ['Opening hours', 'We are open from nine to six, and closed on Mondays.'],
    '/repair': ['Repairs', 'Punctures are mended while you wait.'],
    '/contact': ['Contact', 'Call us at 0161 555 0199.'],
  }
  let held: string | undefined
  let waiting: (() => void)[] = []
  const links = ['/hours', '/prices', '/repair', '/contact'].map(
    (path) => `<p>See <a href="${path}">this page</a>.</p>`,
  )
  const server: Server = createServer((request, response) => {
    const found = pages[request.url ?? '']
    const answer = () =>
      response
        .writeHead(found ? 200 : 404, { 'content-type': 'text/html' })
        .end(
          found &&
            `<title>${found[0]}</title><main><h1>${found[0]}</h1><p>${found[1]}</p>${links.join('')}</main>`,
        )
    if (request.url === held) waiting.push(answer)
    else answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/`,
    pages,
    hold(path: string) {
      held = path
    },
    release() {
      held = undefined
      for (const answer of waiting) answer()
      waiting = []
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
