/** The white-label trial in a real browser: the owner starts it, and what the end of it leaves; the line that visitors and clients read. */
import { createCssCleaner } from '@parley/agent/custom-css.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, test, vi } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { keepLook } from './browser.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
let owner: Person

eachSignedIn(
  (given) => {
    ;({ started, page, person: owner } = given)
  },
  // A refused domain.
  { env: () => ({ WHITE_LABEL: 'trial', CLIENT_SEATS: '20' }), expected: /40[13] \(/ },
)
afterEach(() => void vi.useRealTimers())

const region = 'na' as const
const place = () => ({ region, workspaceId: owner.workspaceId })
const sees = (text: string) => page.getByText(text).first().waitFor()
const banner = () => page.getByRole('link', { name: /white.label/i })
const look = async (name: string) => {
  await lookAt(page, name)
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('the owner is offered a trial, starts it, sees the days that are left, and its end', async () => {
  await banner().getByText('Free for 14 days').waitFor()
  await page.getByRole('link', { name: 'Try white label Free for 14 days' }).click()
  await sees('Try white label for 14 days')
  const preview = page.frameLocator('iframe[title^="Preview of"]')
  await preview.getByRole('link', { name: 'Parley' }).waitFor()
  await look('white-label-offer')

  const billing = page.getByRole('tab', { name: 'Auto Billing' })
  expect(await billing.getAttribute('aria-disabled')).toBe('true')
  await billing.click({ force: true })
  await sees('Available in the white-label add-on only')
  expect(await page.getByLabel('Price per credit').count()).toBe(0)

  await page.getByRole('tab', { name: 'Domains' }).click()
  await page.getByRole('textbox', { name: 'Custom domain' }).fill('app.northwind.example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await sees('A custom domain needs white label. Start the trial of 14 days to add one.')

  await page.getByRole('button', { name: 'Start trial' }).click()
  const modal = page.getByRole('dialog', { name: 'White-label trial activated' })
  await modal.getByText('You have 14 days of access to white label.').waitFor()
  await look('white-label-activated')
  await page.getByRole('button', { name: 'Got it' }).click()
  await page.getByText('A custom domain needs white label.').waitFor({ state: 'detached' })
  await sees('White-label trial: 14 days left')
  await banner().getByText('14 days left').waitFor()
  await look('white-label-trial')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await sees('Domain added successfully! Please add the DNS records.')
  await billing.click()
  await page.getByLabel('Price per credit').fill('')
  await sees('Please enter a valid number')
  await page.getByLabel('Price per credit').fill('0.004')
  await sees(
    '1,000 credits cost you US$1.00, and your clients US$4.00: US$3.00 remain with you. For US$10.00, a client gets 2,500 credits.',
  )
  await page.getByLabel('Price per credit').fill('0.003')

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14 * 86_400_000 + 60_000 })
  const deadlines = createDeadlines(started.platform.regions.get(region)!.engines.state)
  const all = await deadlines.due('whitelabeltrial', Number.MAX_SAFE_INTEGER, 1_000)
  await deadlines.set(all.map((one) => ({ ...one, due: 1, order: one.order + 1 })))
  // The open page is told by the log.
  await sees('The white-label trial has ended')
  await banner().waitFor({ state: 'detached' })
  await look('white-label-ended')
})

const cover =
  'content: "" !important; display: block !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: #0af !important; pointer-events: none'
const hostileCss = [
  `html::after, body::before, body::after, main::after, div::after, p::after, span::after { ${cover} }`,
  `html > *::before, html > *::after, [data-part]::after, :not(body)::before { ${cover} }`,
  'html { opacity: 0 } body { filter: opacity(0); mix-blend-mode: multiply }',
  'html { filter: blur(40px); clip-path: inset(100%); transform: translateY(-300vh) scale(0.1) }',
  '* { visibility: hidden !important; opacity: 0 !important; color: transparent !important; font-size: 0 !important; letter-spacing: -9px; transform: scale(0) !important; clip-path: inset(100%) !important; transition: all 9s !important; animation: away 1ms forwards !important } @keyframes away { to { opacity: 0; translate: 0 -300vh } }',
  'html > div, html > :not(head, body), body > *, footer, p, span, a { display: none !important; content-visibility: hidden !important; position: static !important; left: -9999px !important }',
  'html { zoom: 0.01 } body { zoom: 100 } :root { color-scheme: only light; --font: x } @layer a { :not(html) { display: none !important } }',
]
/** As the server gives it to pages. */
const clean = createCssCleaner('http://127.0.0.1')

/** The same pixels stand at the same place, whatever CSS a tenant writes. */
async function staysVisible(line: Locator): Promise<void> {
  const before = await pixelsOf(line)
  for (const css of hostileCss) {
    await page.evaluate(
      (text) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(text)
        document.adoptedStyleSheets.push(sheet)
      },
      clean(css, 'w1'),
    )
    expect(await isThere(line), css).toBe(true)
    const after = await pixelsOf(line)
    expect(after.equals(before), css).toBe(true)
    await page.evaluate(() => void document.adoptedStyleSheets.pop())
  }
}

const isThere = (line: Locator) =>
  line.locator('a').evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const within = one.getRootNode()
    return (
      within instanceof ShadowRoot &&
      within.elementFromPoint(x, y) === one &&
      document.elementFromPoint(x, y) === within.host
    )
  })

/** Of its box, without what shines through beside it. */
async function pixelsOf(line: Locator): Promise<Buffer> {
  const box = await line.boundingBox()
  if (!box) throw new Error('The line has no place')
  const clip = { x: box.x + 16, y: box.y + 3, width: box.width - 32, height: box.height - 6 }
  return page.screenshot({ clip })
}

/** Its link has a colour and a size, and is what stands at its place within the screen. */
async function isReadable(line: Locator): Promise<void> {
  const link = line.getByRole('link')
  const style = await link.evaluate((one) => {
    const { color, fontSize } = getComputedStyle(one)
    const { left, top, width, height } = one.getBoundingClientRect()
    const within = one.getRootNode() as ShadowRoot
    const there = within.elementFromPoint(left + width / 2, top + height / 2)
    return { color, fontSize: Number.parseFloat(fontSize), isThere: there === one }
  })
  expect(style).toMatchObject({ isThere: true })
  expect(style.color).not.toContain(', 0)')
  expect(style.fontSize).toBeGreaterThan(10)
}

test('visitors and clients read who it is powered by, whatever the own CSS says', async () => {
  const { client } = owner
  await client.call('agency.initialize', { params: place() })
  await client.call('agency.save', {
    params: place(),
    body: {
      name: 'Northwind',
      customCSS:
        '[data-part="footer"], [data-part="powered-by"] { display: none !important; color: transparent; font-size: 0 }',
    },
  })
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const agentId = agentCreated.ID
  const body = {
    branding: 'By **us**',
    ADVANCED_customCSS:
      ':root { --muted: transparent } .branding, [data-part="powered-by"], a { display: none !important; color: transparent !important } .chat { height: calc(100% + 60px) }',
  }
  await client.call('agents.save', { params: { region, agentId }, body })
  await started.settled()

  const stranger = await page.context().browser()?.newContext()
  if (!stranger) throw new Error('There is no browser')
  page = await stranger.newPage()
  await page.goto(`${started.url}/app/${region}/render/${agentId}/iframe`)
  const line = page.locator('[data-part="powered-by"]')
  await line.getByRole('link', { name: 'Parley' }).waitFor()
  expect(await line.textContent()).toBe('Powered by Parley')
  await keepLook(page, 'white-label-chat')
  await isReadable(line)
  await staysVisible(line)

  await page.goto(`${started.url}/client/login?agency=${owner.workspaceId}`)
  await line.getByRole('link', { name: 'Parley' }).waitFor()
  await isReadable(line)
  await staysVisible(line)
  await look('white-label-sign-in')

  await client.call('rpc.activateWhitelabelTrial', { params: { region } })
  await page.reload()
  await page.getByRole('heading', { name: 'Northwind' }).waitFor()
  expect(await line.count()).toBe(0)
  await stranger.close()
})
