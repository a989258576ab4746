/** A newcomer, from sign-up to an agent that answers about their website, with reloads on the way; and sites that can't be read. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CompanySite, startCompanySite } from '../src/company-site.ts'
import { mailedCode } from '../src/sign-up.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience, settled, type Watch, watch } from './browser.ts'
import { lookAt } from './look-at.ts'
import { passOnboarding } from './signed-in.ts'

let site: CompanySite
let started: TestPlatform
let browser: Browser
let context: BrowserContext
let page: Page
let watched: Watch

beforeAll(async () => {
  site = await startCompanySite()
  started = await startTestPlatform({ ALLOW_PRIVATE_ADDRESSES: site.address })
  browser = await launchBrowser()
})
beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patience)
  watched = await watch(context, [started.url])
  page = await context.newPage()
})
afterEach(async ({ task }) => {
  await page?.screenshot({ path: `test-results/onboarding/${task.name.slice(0, 40)}.png` })
  await context?.close()
  // A site that can't be read is answered with 422, which Chromium reports itself.
  expect(watched.faults.filter((fault) => !fault.includes('422'))).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  await started?.stop()
  await site?.stop()
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

async function signUp(email: string) {
  await page.goto(`${started.url}/signup`)
  await page.getByLabel('Full Name').fill('Ada')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough password')
  await press('Send Verification Code')
  await page.getByLabel('Verification Code').fill(await mailedCode(started.url, email))
  await press('Create')
  await heading('Tell us about your company').waitFor()
}

async function describe(website: string) {
  await page.getByLabel('Company name').fill('Fern & Fold')
  await page.getByLabel('Company website').fill(website)
  await page.getByLabel('What does your company do?').fill('We repair paper lamps.')
}

test('a newcomer gets from sign-up to an agent that answers about the website, whatever is reloaded', async () => {
  await signUp('newcomer@lamps.example')
  expect(page.url()).toMatch(/\/onboarding\?region=(?:na|eu)$/)
  await press('Continue')
  await page.getByText('Company name is required').waitFor()
  await page.getByText('Company website is required').waitFor()
  await page.getByText('Please tell us what your company does').waitFor()
  await describe('not an address')
  await expect.poll(() => page.getByText('Company name is required').count()).toBe(0)
  await press('Continue')
  await page.getByText('Please enter a valid website URL or domain').waitFor()
  await describe(site.origin)

  // What was typed is there after a reload, and the dashboard leads back.
  await page.goto(`${started.url}/app/`)
  await heading('Tell us about your company').waitFor()
  expect(await page.getByLabel('Company website').inputValue()).toBe(site.origin)
  await press('Continue')

  await heading('Confirm your brand').waitFor()
  await page.getByRole('radio', { name: '#1a7f5a' }).waitFor()
  await page.reload()
  await page.getByRole('radio', { name: '#1a7f5a' }).waitFor()
  expect(await page.getByRole('radio', { name: '#1a7f5a' }).isChecked()).toBe(true)
  await press('Create my agent')
  // In the middle of the creation.
  await page.getByText('Creating your agent...').or(heading('Your agent is ready')).first().waitFor()
  await page.reload()
  await heading('Your agent is ready').waitFor()

  const proof = page.getByRole('region', { name: 'Your agent answers' })
  await proof.getByText('3 pages of your website read.').waitFor()
  await proof.getByText('How long does the repair of a lamp take?').first().waitFor()
  await proof.getByText('nine working days').first().waitFor()
  expect(await proof.getByRole('img', { name: 'Answered', exact: true }).count()).toBe(3)
  expect(await proof.getByRole('link').first().getAttribute('href')).toContain(site.origin)

  await press('Add to your website')
  for (const name of ['Popup widget', 'Embedded chat', 'Iframe'])
    await page.getByLabel(name, { exact: true }).waitFor()
  await press('Continue to Dashboard')
  await page.waitForURL(/\/agents\/[^/]+\/nodes\?showDebugger=false/)
  // It is over: the dashboard is the dashboard.
  await page.goto(`${started.url}/app/`)
  await page.getByRole('link', { name: 'Fern & Fold' }).first().waitFor()
  expect(page.url()).toContain('/agents')
  await page.getByRole('button', { name: 'Workspace: Fern & Fold' }).waitFor()
}, 400_000)

test('whoever is signed in is led on from the pages to sign in and up, by going back as well', async () => {
  await page.goto(`${started.url}/login`)
  await signUp('back@lamps.example')
  await page.goBack()
  await heading('Tell us about your company').waitFor()
  expect(new URL(page.url()).pathname).toBe('/onboarding')
  for (const path of ['/signup', '/login', '/signup?next=https%3A%2F%2Fother.example']) {
    await page.goto(`${started.url}${path}`)
    await heading('Tell us about your company').waitFor()
    expect(new URL(page.url()).pathname).toBe('/onboarding')
  }
  await page.goto(`${started.url}/login?next=%2Fapp%2Faccount`)
  await page.waitForURL(`${started.url}/app/account`)
})

test('a site that can’t be read says why; the details are edited, or the colours chosen by hand; and it is skipped', async () => {
  await signUp('unlucky@lamps.example')
  const cases = [
    ['/empty', 'The page is empty.'],
    ['/huge', 'The answer is larger than 5,000,000 bytes.'],
    ['/blocking', 'The site blocks automatic readers (403).'],
    ['/inside', '10.0.0.1 is not an address on the public internet.'],
  ] as const
  for (const [path, words] of cases) {
    await describe(site.origin + path)
    await press('Continue')
    await page.getByText('Unable to analyze website branding').waitFor()
    await page.getByText(words).waitFor()
    await press('Back to edit details')
    await page.getByLabel('Company website').waitFor()
  }
  await describe('https://nowhere.invalid')
  await press('Continue')
  await page.getByText('Unable to analyze website branding').waitFor()
  await press('Choose the colours yourself')
  expect(await page.getByLabel('Primary colour').inputValue()).toBe('#0070f3')
  await page.getByText('Without your website, its icon can’t be used.').waitFor()
  await press('Skip & Go to Dashboard')
  await page.getByText('Create your first agent').waitFor()
  await page.goto(`${started.url}/app/`)
  await page.getByText('Create your first agent').waitFor()
})

test('whoever signs in on another device is led to the onboarding, from a deep link too; skipping leaves the tour', async () => {
  // Signed up elsewhere: this browser knows nothing of it.
  const person = await started.signUp()
  await context.addCookies([{ name: 'parley_session', value: person.token, url: started.url }])
  await page.goto(`${started.url}/app/na/audit`)
  await heading('Tell us about your company').waitFor()
  expect(page.url()).toBe(`${started.url}/onboarding?region=na`)
  await press('Skip & Go to Dashboard')
  await page.getByText('Create your first agent').waitFor()
  const { internal } = await person.client.call('workspaces.get', {
    params: { region: 'na', workspaceId: person.workspaceId },
  })
  expect(internal).toEqual({ isAgentOnboardingDone: true })
  await page.goto(`${started.url}/app/na/audit`)
  await heading('Audit').waitFor()

  // The guided tour starts by itself with the first agent.
  const { agentCreated } = await person.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Ada', agentTemplate: 'blank-template' },
  })
  const untouched = await (await launchBrowser({ tour: true })).newContext({ colorScheme: 'dark' })
  await untouched.addCookies([{ name: 'parley_session', value: person.token, url: started.url }])
  const opened = await untouched.newPage()
  await opened.goto(`${started.url}/app/na/agents/${agentCreated.ID}/overview`)
  await opened.locator('.driver-popover').getByText('Your agent').waitFor({ timeout: patience })
  await untouched.browser()?.close()
})

test('a creation that takes long offers to try again after 30 seconds', async () => {
  await page.clock.install()
  await signUp('patient@lamps.example')
  await describe(site.origin)
  await press('Continue')
  await page.getByRole('radio', { name: '#1a7f5a' }).waitFor()
  let asked = 0
  await page.route('**/rpc/onboarding.createPersonalizedAgent', () => {
    asked++
  })
  await press('Create my agent')
  await page.getByText('Creating your agent...').waitFor()
  const elapsed = page.getByText(/^\d+ s$/)
  const offer = page.getByText('Taking longer than expected?')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)
  const seconds = Number.parseInt((await elapsed.textContent()) ?? '', 10)
  await page.clock.runFor((29 - seconds) * 1_000)
  await page.getByText('29 s', { exact: true }).waitFor()
  expect(await offer.count()).toBe(0)
  await page.clock.runFor(1_000)
  await offer.waitFor()
  await page.clock.resume()
  await lookAt(page, 'onboarding-slow')
  await press('Try Again')
  await expect.poll(() => asked).toBe(2)
  await offer.waitFor({ state: 'detached' })
})

test('the dashboard opens two seconds after the onboarding was recorded, and not before it can be', async () => {
  const person = await started.signUp()
  const { agentCreated } = await person.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Ada', agentTemplate: 'blank-template' },
  })
  const progress = {
    workspaceId: person.workspaceId,
    step: 'ready',
    company: { name: 'Fern & Fold', website: site.origin, description: 'We repair paper lamps.' },
    made: { agentId: agentCreated.ID, questions: ['What can you do?'] },
  }
  await context.addCookies([{ name: 'parley_session', value: person.token, url: started.url }])
  await context.addInitScript((stored) => {
    if (!sessionStorage.getItem('begun')) localStorage.setItem('parley_onboarding_state', stored)
    sessionStorage.setItem('begun', 'true')
  }, JSON.stringify(progress))
  await page.clock.install()
  await page.goto(`${started.url}/app/na/agents`)
  await heading('Your agent is ready').waitFor()
  const address = `**/v2/workspaces/${person.workspaceId}`
  await page.route(address, (route) =>
    route.fulfill({ status: 422, json: { code: 'refused', message: 'Not today.' } }),
  )
  await press('Continue to Dashboard')
  await page.getByText('Failed to update workspace data').waitFor()
  expect(page.url()).toContain('/onboarding')

  await page.unroute(address)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await press('Continue to Dashboard')
  const kept = () => page.evaluate(() => localStorage.getItem('parley_onboarding_state'))
  await expect.poll(kept).toBe(null)
  await page.clock.runFor(1_900)
  expect(page.url()).toContain('/onboarding')
  await page.clock.runFor(200)
  await page.clock.resume()
  await page.waitForURL(`**/agents/${agentCreated.ID}/nodes?showDebugger=false`)
  const { internal } = await person.client.call('workspaces.get', {
    params: { region: 'na', workspaceId: person.workspaceId },
  })
  expect(internal).toEqual({ isAgentOnboardingDone: true, completedDriverOnboarding: true })
})

test('an owner with an agent from the API is not asked about their company', async () => {
  const person = await started.signUp()
  await person.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Ada', agentTemplate: 'blank-template' },
  })
  await context.addCookies([{ name: 'parley_session', value: person.token, url: started.url }])
  await page.goto(`${started.url}/app/`)
  await page.getByRole('link', { name: 'Ada' }).first().waitFor()
})

test('the wizard of New Agent makes an agent, and goes back step by step', async () => {
  const person = await started.signUp()
  await passOnboarding(person)
  await context.addCookies([{ name: 'parley_session', value: person.token, url: started.url }])
  await page.goto(`${started.url}/app/na/agents?newAgent=true`)
  await page.getByRole('link', { name: /Agent Wizard/ }).click()
  await page.getByText('Create an AI agent from your website').waitFor()
  await describe(site.origin)
  await press('Continue')
  await page.getByRole('radio', { name: '#1a7f5a' }).waitFor()
  await press('Back')
  await page.getByLabel('Company website').waitFor()
  await press('Continue')
  await page.getByRole('radio', { name: '#b3541e' }).click()
  await press('Create my agent')
  await page.getByText('nine working days').first().waitFor()
  await press('Open your agent')
  await page.waitForURL(/\/overview\?showDebugger=true/)
  const agentId = /agents\/([^/]+)\//.exec(page.url())?.[1] ?? ''
  const { data } = await person.client.call('agents.get', { params: { region: 'na', agentId } })
  expect(JSON.parse(data.customThemeJSONString ?? '').primary).toBe('#b3541e')
})

test('every step fits a desktop and a phone, in both themes, and is accessible', async () => {
  await signUp('looks@lamps.example')
  const look = async (step: string) => {
    await settled(page)
    await lookAt(page, `onboarding-${step}`)
  }
  await describe(site.origin)
  await look('company')
  await press('Continue')
  await page.getByRole('radio', { name: '#1a7f5a' }).waitFor()
  await look('brand')
  await press('Create my agent')
  await page.getByText('nine working days').first().waitFor()
  await press('Add to your website')
  await look('ready')
})
