/** The crawler over all agents: a website is read again, what changed is compared, and the answers it touches are opened. */
import { mkdir } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CompanySite, startCompanySite } from '../src/company-site.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser, type Watch } from './browser.ts'
import { pageOf } from './signed-in.ts'

const pictures = 'test-results/crawler'
const agentId = 'crawlerjourney01'
const params = { region: 'na', agentId } as const

let site: CompanySite
let started: TestPlatform
let owner: Person
let browser: Browser
let page: Page
let watched: Watch

beforeAll(async () => {
  await mkdir(pictures, { recursive: true })
  site = await startCompanySite()
  started = await startTestPlatform({ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: site.address })
  owner = await started.signUp()
  await owner.client.call('agents.save', { params, body: { title: 'Lamps', enableNodes: false } })
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
  await site?.stop()
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const item = (name: string) => page.getByRole('menuitem', { name })
const list = async () =>
  (await owner.client.call('crawls.list', { params: { region: 'na', workspaceId: owner.workspaceId } })).items
const read = () => vi.waitFor(async () => expect((await list())[0]?.state).not.toBe('reading'), 30_000)

test('websites of all agents are listed, searched, paused and resumed', async () => {
  await page.goto(`${started.url}/app/na/agents`)
  await page.getByRole('link', { name: 'Crawler' }).click()
  await page.getByText('No websites yet').waitFor()
  expect(await axeFindings(page)).toEqual([])
  const body = { url: site.origin, kind: 'site', name: 'Fern & Fold', refreshRate: '24h' } as const
  await owner.client.call('knowledge.addWebsite', { params, body })
  await read()
  await page.getByRole('cell', { name: '3 added' }).waitFor()
  await page.screenshot({ path: `${pictures}/list.png` })
  await page.getByRole('searchbox', { name: 'Search websites' }).fill('bicycles')
  await page.getByText('No websites found').waitFor()
  await button('Clear search and filters').click()
  await button('Actions for Fern & Fold').click()
  await item('Pause schedule').click()
  await page.getByRole('cell', { name: 'Paused' }).waitFor()
  expect((await list())[0]).toMatchObject({ state: 'paused', refreshRate: '24h' })
  await button('Actions for Fern & Fold').click()
  await item('Resume schedule').click()
  await page.getByRole('cell', { name: 'Scheduled' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('a run says what changed, with both texts, and leads to the answer that it touches', async () => {
  const { conversationId, visitorToken } = await started.client().call('conversations.start', { params })
  await started.client(visitorToken).call('conversations.send', {
    params: { ...params, conversationId },
    body: { id: 'm1', text: 'How many employees does Fern and Fold have?' },
  })
  await started.settled()
  site.publish(
    '/about',
    'About us',
    'Fern and Fold was founded by two bookbinders in 2011 and has nine employees.',
  )
  site.publish('/faq')
  await page.getByRole('link', { name: 'Fern & Fold' }).click()
  await button('Run now').click()
  await page.getByText('The page no longer exists.').waitFor()
  await page.getByRole('heading', { name: 'Run by hand' }).waitFor()
  await page.screenshot({ path: `${pictures}/run.png`, fullPage: true })
  expect(await axeFindings(page)).toEqual([])

  await page
    .getByRole('list', { name: 'Changed pages' })
    .getByRole('button', { name: /about$/ })
    .click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('deletion').getByText('five employees').waitFor()
  await drawer.getByRole('insertion').getByText('nine employees').waitFor()
  await page.screenshot({ path: `${pictures}/page.png` })
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  // The run before it is still there.
  const runs = page.getByRole('navigation', { name: 'Runs' }).getByRole('button')
  await runs.nth(1).click()
  await page.getByRole('heading', { name: 'First run' }).waitFor()
  await page.goBack()

  await page.goto(page.url())
  await page.getByRole('list', { name: 'Answers' }).getByRole('link').click()
  await page.waitForURL(new RegExp(`conversation=${conversationId}`))
  await page.getByText('How many employees does Fern and Fold have?').first().waitFor()
})

test('nothing was logged', () => {
  expect(watched.faults).toEqual([])
})
