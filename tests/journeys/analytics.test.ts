/**
 * Figures that match the events, the conversations behind them, a question turned into knowledge, and notifications.
 */
import { api } from '@parley/contracts/api.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser, patience, type Watch, watch } from './browser.ts'

const region = 'na' as const
let parley: TestPlatform
let browser: Browser
let context: BrowserContext
let watched: Watch
let page: Page
let person: Person
let agentId: string

beforeAll(async () => {
  parley = await startTestPlatform()
  person = await parley.signUp()
  agentId = await openShop()
  browser = await launchBrowser()
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  await context.addCookies([{ name: 'parley_session', value: person.token, url: parley.url }])
  watched = await watch(context, [parley.url])
  page = await context.newPage()
  page.setDefaultTimeout(patience)
})
afterAll(async () => {
  await browser?.close()
  await parley?.stop()
})

/** An agent with handoff that only knows how long repairs take. */
async function openShop(): Promise<string> {
  const { client } = person
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const params = { region, agentId: agentCreated.ID }
  const { data } = await client.call('agents.get', { params })
  await client.call('agents.save', {
    params,
    body: { ...data, enableHumanHandoff: true, showHandoffEvenIfOffline: true, enableGeoAnalytics: true },
  })
  await client.call('knowledge.addPairs', {
    params,
    body: {
      name: 'Repairs',
      pairs: [{ question: 'How long do repairs take?', answer: 'Repairs take eight working days.' }],
    },
  })
  return agentCreated.ID
}

/** Waits until the agent would find an answer. */
async function knows(question: string, id: string) {
  const { client } = person
  await expect
    .poll(
      async () =>
        (await client.call('knowledge.search', { params: { region, agentId: id }, query: { q: question } }))
          .knows,
    )
    .toBe(true)
}

type Visitor = {
  conversationId: string
  say(text: string): Promise<string>
  call: ReturnType<TestPlatform['client']>
}
let messages = 0
async function visit(lang = 'de'): Promise<Visitor> {
  const params = { region, agentId }
  const started = await parley.client().call('conversations.start', { params, body: { lang } })
  const { conversationId, visitorToken } = started
  const call = parley.client(visitorToken)
  return {
    conversationId,
    call,
    async say(text) {
      const id = `m${++messages}`
      const response = await fetch(
        `${parley.url}/api/na/v2/public/agents/${agentId}/conversations/${conversationId}/messages`,
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${visitorToken}`,
            accept: 'application/json',
            'content-type': 'application/json',
          },
          body: JSON.stringify({ id, text }),
        },
      )
      expect(response.status).toBe(200)
      const answer: { messages: { id: string }[] } = await response.json()
      return answer.messages.at(-1)?.id ?? ''
    },
  }
}

async function load(browserName: string) {
  await parley.client().call('analytics.record', {
    params: { region, agentId },
    body: {
      record: 'loads',
      region: 'na',
      ts: 0,
      browser: browserName,
      origin: 'web-chat',
      platform: 'Windows',
      countryCode: 'DE',
      ipAddress: '203.0.113.9',
    },
  })
}

/** As the website script does. */
async function loadByScript(origin: string) {
  const path = `${fillPath(api['analytics.recordByScript'].path, { region, agentId })}?timeZone=Europe/Berlin`
  expect((await fetch(parley.url + path, { headers: { origin } })).status).toBe(200)
}

const shop = () => `${parley.url}/app/na/agents/${agentId}`
const figures = () => page.getByRole('region', { name: 'Figures' })
const tile = (name: string) => figures().getByRole('button', { name, exact: true })
const shown = async (name: string) => {
  const help = page.getByRole('button', { name: `What ${name} means`, exact: true })
  return (await page.getByRole('listitem').filter({ has: help }).innerText()).split('\n').filter(Boolean)[1]
}
const showGroup = (name: 'Quality' | 'Cost' | 'Visitors') => page.getByRole('tab', { name }).click()
const question = 'Do you sell green tea from Japan?'

describe('analytics', () => {
  it('counts visitors’ activity and explains the figures', async () => {
    await knows('How long do repairs take?', agentId)
    const first = await visit()
    const reply = await first.say('How long do repairs take?')
    await first.call.call('conversations.feedback', {
      params: { region, agentId, conversationId: first.conversationId },
      body: { messageId: reply, rating: 'up' },
    })
    const second = await visit('fr')
    await second.say(question)
    const third = await visit()
    await third.say('how long does a repair take')
    await load('Chrome')
    await load('Firefox')
    await loadByScript('https://shop.example')

    await page.goto(`${shop()}/analytics`)
    await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()
    const names = ['Conversations', 'Resolved without a person', 'Handed over', 'Satisfaction']
    await expect
      .poll(() => Promise.all([...names, 'Unanswered questions'].map(shown)))
      .toEqual(['3', '66.7%', '0%', '100%', '1'])

    await tile('Resolved without a person').click()
    await page.getByRole('region', { name: 'Resolved without a person over time' }).waitFor()
    expect(page.url()).toContain('figure=resolvedAlone')
    await showGroup('Visitors')
    await expect.poll(() => shown('Visitor messages')).toBe('3')
    await page.getByRole('region', { name: 'Languages' }).getByText('French').waitFor()
    await showGroup('Quality')
  })

  it('explains each figure on hover, by keyboard and by touch', async () => {
    const words = 'in which no person was asked for or took over'
    const help = page.getByRole('button', { name: 'What Resolved without a person means' })
    const tip = page.getByRole('tooltip').filter({ hasText: words })
    await help.hover()
    await tip.waitFor()
    await page.mouse.move(0, 0)
    await tip.waitFor({ state: 'detached' })
    await tile('Resolved without a person').focus()
    await page.keyboard.press('Tab')
    await tip.waitFor()
    await page.keyboard.press('Escape')
    await tip.waitFor({ state: 'detached' })
    await help.dispatchEvent('click')
    await tip.waitFor()
    await help.blur()
    await tip.waitFor({ state: 'detached' })
  })

  it('shows a chart by keyboard and as a table', async () => {
    const chart = page.getByRole('region', { name: 'Resolved without a person over time' })
    const plot = chart.getByRole('slider', { name: 'Resolved without a person by day' })
    // A chart that appears under the pointer would show the point below it.
    await page.mouse.move(0, 0)
    await plot.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('End')
    await expect.poll(() => plot.getAttribute('aria-valuetext')).toMatch(/66\.7%, previous period: nothing$/)
    await chart.getByText('Table').click()
    const table = chart.getByRole('table', { name: 'Resolved without a person by day' })
    await expect.poll(() => table.getByRole('row').count()).toBe(31)
    await table.getByRole('row', { name: '66.7%' }).getByRole('button').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/from=.*to=/)
    await chart
      .getByRole('slider', { name: 'Resolved without a person by hour' })
      .or(chart.getByRole('table'))
      .waitFor()
    await page.goBack()
    await table.waitFor()
    await chart.getByText('Chart').click()
    await plot.waitFor()
  })

  it('links from a figure to the conversations behind it', async () => {
    await page.getByRole('link', { name: 'Unanswered questions', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Unanswered questions' })
    await drawer.getByText(question).click()
    await page.waitForURL(/\/convos\?.*conversation=/)
    await page.goBack()
    await page.getByRole('dialog').getByText(question).waitFor()
    await page.keyboard.press('Escape')
    await showGroup('Visitors')
    await page
      .getByRole('region', { name: 'Languages' })
      .getByRole('button', { name: /French/ })
      .click()
    await page
      .getByRole('dialog', { name: /French/ })
      .getByRole('link')
      .waitFor()
    await expect.poll(() => page.getByRole('dialog').getByRole('link').count()).toBe(1)
    await page.getByRole('dialog').getByText('Visitor ').waitFor()
    await page.getByRole('dialog').getByText(question).waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${shop()}/analytics?behind=firstReplyTime`)
    const times = page.getByRole('dialog', { name: 'First response time' }).getByRole('link')
    await expect.poll(() => times.count()).toBe(3)
    for (const row of await times.allInnerTexts()) expect(row).toMatch(/^Visitor \w{4}\n[\d.]+ m?s\n/)
    await page.keyboard.press('Escape')
  })

  it('turns a question without an answer into knowledge', async () => {
    const section = page.getByRole('region', { name: 'Unanswered questions', exact: true })
    await section.getByRole('button', { name: 'Answer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Answer this question' })
    await expect.poll(() => dialog.getByLabel('Question').inputValue()).toBe(question)
    await dialog.getByLabel('Answer', { exact: true }).fill('Yes: sencha and gyokuro, from Uji.')
    await dialog.getByRole('button', { name: 'Add to knowledge' }).click()
    await page.getByText('Answer added to the knowledge base').waitFor()
    await section.getByText('Handled 1').waitFor()
    await section.getByText('Handled 1').click()
    await section.getByText('turned into knowledge').waitFor()
    await knows('Do you sell green tea?', agentId)
    const visitor = await visit()
    await visitor.say(question)
    const params = { region, agentId, conversationId: visitor.conversationId }
    await expect
      .poll(async () =>
        JSON.stringify((await person.client.call('conversations.get', { params })).transcript),
      )
      .toContain('sencha')
  })

  it('exports a CSV with the same figures', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^analytics-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/)
    const text = await (
      await fetch(download.url(), { headers: { cookie: `parley_session=${person.token}` } })
    ).text()
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(31)
    expect(lines[0]).toMatch(/^\uFEFF?Day,Widget loads,Conversations,Engaged conversations,Visitor messages,/)
    expect(lines.at(-1)).toMatch(/^\d{4}-\d{2}-\d{2},\d+,4,4,4,/)
  })

  it('counts loads in batches, and keeps no address', async () => {
    await parley.platform.regions.get(region)?.ports.analytics.flushLoads()
    await page.goto(`${shop()}/analytics?group=visitors`)
    await expect.poll(() => shown('Widget loads')).toBe('3')
    await page.getByRole('region', { name: 'Browsers' }).getByText('Firefox').waitFor()
    const events = await parley.platform.regions.get(region)?.engines.eventStore.readAll(-1, 1_000)
    const counted = events?.filter(({ type }) => type === 'WidgetLoadsCounted') ?? []
    expect(counted).toHaveLength(1)
    expect(JSON.stringify(events)).not.toContain('203.0.113.9')
  })

  it('shows where and when the widget was loaded, and the conversations that followed', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${shop()}/analytics?group=visitors`)
    await page.getByRole('link', { name: 'Widget loads', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Widget loads' })
    const websites = drawer.getByRole('table', { name: 'Loads by websites' })
    await websites.getByRole('row', { name: /^https:\/\/shop\.example\s+1$/ }).waitFor()
    await websites.getByRole('row', { name: /^Unknown\s+2$/ }).waitFor()
    for (const [size, width, height] of [
      ['desktop', 1440, 900],
      ['phone', 390, 844],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
        await expectFine(`analytics-loads-${size}-${colorScheme}`)
      }
    await drawer.getByRole('table', { name: 'Loads by days' }).getByRole('link', { name: '4' }).click()
    const conversations = page.getByRole('dialog', { name: 'Conversations: Website' })
    await expect.poll(() => conversations.getByRole('link').count()).toBe(4)
  })

  it.each([
    ['desktop', 1440, 900],
    ['phone', 390, 844],
  ])(
    'has no accessibility findings and no overflow on a %s, in light and dark',
    async (size, width, height) => {
      await page.setViewportSize({ width, height })
      await page.goto(`${shop()}/analytics`)
      await tile('Conversations').waitFor()
      await page.getByRole('heading', { name: 'Top questions' }).waitFor()
      await page.getByText('how long does a repair take').first().waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
        await expectFine(`analytics-${size}-${colorScheme}`)
      }
    },
  )
})

describe('notifications', () => {
  it('appear at once for a request, and are listed under the bell', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${shop()}/analytics`)
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await bell.waitFor()
    const visitor = await visit()
    await visitor.say('How long do repairs take?')
    await visitor.call.call('conversations.requestHandoff', {
      params: { region, agentId, conversationId: visitor.conversationId },
    })
    const toast = page.getByRole('alert')
    await toast.getByText(/^Visitor \w{4} asks for a person$/).waitFor()
    await toast.getByText('“How long do repairs take?”').waitFor()
    await bell.click()
    const panel = page.getByRole('region', { name: 'Notifications' })
    await panel.getByText('New conversation').first().waitFor()
    await expect.poll(() => panel.getByText('New conversation').count()).toBeLessThanOrEqual(5)
    await expectFine('notifications-desktop')
    await panel.getByRole('button', { name: 'Show earlier' }).click()
    await panel.getByRole('button', { name: 'Show earlier' }).waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await panel.getByText(/^Visitor \w{4} asks for a person$/).click()
    await page.waitForURL(/\/convos\?.*conversation=/)
  })

  it('are delivered as each member chose', async () => {
    const chosen = async () => {
      const params = { region, workspaceId: person.workspaceId }
      return (await person.client.call('notifications.list', { params })).settings.notifyIf
    }
    await page.goto(`${shop()}/settings?tab=notifications`)
    await page.getByText('Nothing', { exact: true }).click()
    await expect.poll(chosen).toBe('none')
    await page.goto(`${shop()}/analytics`)
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await bell.click()
    await page.getByRole('button', { name: 'Notification settings' }).click()
    await page.getByText('Everything', { exact: true }).click()
    await expect.poll(chosen).toBe('all')
    await page.keyboard.press('Escape')
    const visitor = await visit()
    await visitor.say('How long do repairs take?')
    await page.getByRole('status').getByText('New conversation').waitFor()
    expect(watched.faults).toEqual([])
  })
})

async function expectFine(name: string) {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY),
  )
  await page.screenshot({ path: `test-results/looks/${name}.png`, fullPage: true })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide, `${name} is wider than the screen`).toBeLessThanOrEqual(0)
  expect(await axeFindings(page), name).toEqual([])
}
