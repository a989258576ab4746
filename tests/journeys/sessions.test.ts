/** Sessions: a visitor is seen on a website as they come, write, and leave, and is joined in the inbox. */
import { mkdir } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser, type Watch } from './browser.ts'
import { pageOf } from './signed-in.ts'

const pictures = 'test-results/sessions'
const agentId = 'sessionsjourney01'
const params = { region: 'na', agentId } as const

let started: TestPlatform
let owner: Person
let browser: Browser
let page: Page
let watched: Watch
const chat = new AbortController()

beforeAll(async () => {
  await mkdir(pictures, { recursive: true })
  started = await startTestPlatform({ REGIONS: 'na' })
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
  chat.abort()
  await browser?.close()
  await started?.stop()
})

const cell = (name: string | RegExp) => page.getByRole('cell', { name })

test('a visitor appears as they open the chat, write, and leave', async () => {
  await page.goto(`${started.url}/app/na/agents`)
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByText('Nobody has a chat open right now.').waitFor()
  await page.getByText('No visits yet').waitFor()
  expect(await axeFindings(page)).toEqual([])

  const { conversationId, visitorToken } = await started.client().call('conversations.start', {
    params,
    body: { pageUrl: 'https://lamps.example/paper', browser: 'Firefox/131.0 Linux' },
  })
  const path = `/api/na/v2/public/agents/${agentId}/conversations/${conversationId}/follow`
  await fetch(`${started.url}${path}`, {
    headers: { authorization: `Bearer ${visitorToken}`, accept: 'text/event-stream' },
    signal: chat.signal,
  })
  await cell('/paper').waitFor()
  await cell('Opened the chat').waitFor()
  const visitor = started.client(visitorToken)
  const place = { ...params, conversationId }
  await visitor.call('conversations.moved', {
    params: place,
    body: { pageUrl: 'https://lamps.example/returns' },
  })
  await visitor.call('conversations.send', { params: place, body: { id: 'm1', text: 'Hello there' } })
  await cell('/returns').waitFor()
  await cell('Chatting').waitFor()
  await page.screenshot({ path: `${pictures}/live.png` })
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('link', { name: 'Jump in' }).click()
  await page.waitForURL(new RegExp(`conversation=${conversationId}`))
  await page.getByText('Hello there').first().waitFor()
  await page.goBack()
  await cell('Chatting').waitFor()

  chat.abort()
  await page.getByText('Nobody has a chat open right now.').waitFor()
  await cell(/Answered|Not all answered/).waitFor()
  await page.screenshot({ path: `${pictures}/past.png` })
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Search visits' }).fill('bicycles')
  await page.getByText('No visits found').waitFor()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await cell('/returns').waitFor()
  // The visitor is read whole where the navigation leaves little room.
  const visitorLink = page.getByRole('row').getByRole('link', { name: /^Visitor/ })
  for (const width of [1280, 1024, 800]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await visitorLink.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(
      true,
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('nothing was logged', () => {
  expect(watched.faults).toEqual([])
})
