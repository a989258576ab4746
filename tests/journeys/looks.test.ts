/**
 * Every screen at two sizes in light and dark: no serious axe findings, nothing wider than the screen, no error in the
 * console. Screens that show all uses of the brand's colour, with brands that are hard to see on one of the schemes.
 * Screenshots for people to check are in test-results/looks.
 */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from '../../scripts/demo/fill.ts'
import { brandVariables } from '../../web/src/design/theme.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience, type Watch, watch } from './browser.ts'
import { seriousFindings } from './serious-findings.ts'

type Who = 'nobody' | 'newcomer' | 'agency'
type Look = { name: string; who: Who; path(ids: Ids): string; ready(page: Page): Locator }
type Ids = { agents: Record<string, string>; conversation: string }

const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

const shop = ({ agents }: Ids) => `/app/na/agents/${agents['Harbour & Pine Support']}`
const bikes = ({ agents }: Ids) => `/app/na/agents/${agents['Kestrel Cycles']}`

const looks: Look[] = [
  look('sign-in', 'nobody', () => '/login', heading('Sign In')),
  look('sign-up', 'nobody', () => '/signup', heading('Create your account')),
  look('agents-empty', 'newcomer', () => '/app/na/agents', text('Create your first agent')),
  look('agents', 'agency', () => '/app/na/agents', text('Harbour & Pine Support')),
  look('new-agent', 'agency', () => '/app/na/agents?newAgent=true', text('Create a new AI agent')),
  look('overview', 'agency', (ids) => `${shop(ids)}/overview`, heading('Harbour & Pine Support')),
  look('nodes', 'agency', (ids) => `${shop(ids)}/nodes`, heading('Node flow')),
  look(
    'canvas',
    'agency',
    (ids) => `${shop(ids)}/prompt`,
    (page) => page.getByRole('button', { name: 'Topics' }),
  ),
  look(
    'canvas-node',
    'agency',
    (ids) => `${shop(ids)}/prompt?node=topics`,
    text('Offers replies to choose from'),
  ),
  look('functions', 'agency', () => '/app/na/integrations', heading('Functions')),
  look('integrations', 'agency', (ids) => `${shop(ids)}/settings?tab=integrations`, text('Manage functions')),
  look('prompt', 'agency', (ids) => `${bikes(ids)}/prompt`, heading('System prompt')),
  look('knowledge', 'agency', (ids) => `${shop(ids)}/kb`, text('Care instructions')),
  look('add-knowledge', 'agency', (ids) => `${shop(ids)}/kb?add=text`, text('Paste or type what')),
  look('conversations', 'agency', (ids) => `${shop(ids)}/convos`, text('Conversations')),
  look(
    'transcript',
    'agency',
    (ids) => `${shop(ids)}/convos?conversation=${ids.conversation}`,
    (page) => page.getByRole('region', { name: 'Transcript' }).getByText('What is it about?'),
  ),
  look('leads', 'agency', (ids) => `${shop(ids)}/leads`, heading('Leads')),
  look('analytics', 'agency', (ids) => `${shop(ids)}/analytics`, heading('Analytics')),
  look('versions', 'agency', (ids) => `${shop(ids)}/overview?panel=versions`, text('Version 1')),
  look('settings', 'agency', (ids) => `${shop(ids)}/settings`, heading('Settings')),
  look('settings-ui', 'agency', (ids) => `${shop(ids)}/settings?tab=ui`, heading('Settings')),
  look(
    'test-panel',
    'agency',
    (ids) => `${shop(ids)}/overview?showDebugger=true`,
    (page) => page.getByRole('log', { name: 'Conversation' }).getByText('What is it about?'),
  ),
  look('audit', 'agency', () => '/app/na/audit', heading('Audit')),
  look('credits', 'agency', () => '/app/na/credits', heading('Credits')),
  look('workspace', 'agency', () => '/app/na/workspace', heading('Workspace secret')),
  look('account', 'agency', () => '/app/account', heading('Sessions')),
]

let started: TestPlatform
let browser: Browser
let ids: Ids
const tokens: Partial<Record<Who, string>> = {}

beforeAll(async () => {
  started = await startTestPlatform()
  const { email, password } = await fillDemo({
    url: started.url,
    email: 'demo@example.com',
    conversations: 30,
    env: { DATA_DIR: started.dataDir },
    say: () => {},
  })
  const { token } = await started.client().call('auth.signIn', { body: { email, password } })
  tokens.agency = token
  tokens.newcomer = (await started.signUp()).token
  const params = { region: 'na' } as const
  const { items } = await started.client(token).call('agents.list', { params })
  const agents = Object.fromEntries(items.map(({ title, ID }) => [title, ID]))
  const agentId = agents['Harbour & Pine Support'] ?? ''
  const listed = await started.client(token).call('conversations.list', { params: { ...params, agentId } })
  ids = { agents, conversation: listed.items[0]?.conversationId ?? '' }
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await started?.stop()
})

describe.each(Object.entries(sizes))('on a %s', (size, options) => {
  const contexts = new Map<Who, BrowserContext>()
  const watches: Watch[] = []

  afterAll(() => Promise.all([...contexts.values()].map((context) => context.close())))

  test.for(looks)('$name', async ({ name, who, path, ready }, { onTestFinished }) => {
    const page = await (await contextOf(who)).newPage()
    onTestFinished(() => page.close())
    await page.goto(`${started.url}${path(ids)}`)
    await ready(page).first().waitFor()
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
      await settled(page)
      await page.screenshot({ path: `test-results/looks/${name}-${size}-${colorScheme}.png` })
      found.push(...(await seriousFindings(page)).map((finding) => `${colorScheme}: ${finding}`))
    }
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(found).toEqual([])
    expect(wider, 'pixels wider than the screen').toBeLessThanOrEqual(0)
    expect(watches.flatMap(({ faults }) => faults.splice(0))).toEqual([])
  })

  async function contextOf(who: Who): Promise<BrowserContext> {
    const known = contexts.get(who)
    if (known) return known
    const context = await browser.newContext({ ...options, locale: 'en-GB', timezoneId: 'Europe/London' })
    contexts.set(who, context)
    context.setDefaultTimeout(patience)
    const token = tokens[who]
    if (token) await context.addCookies([{ name: 'parley_session', value: token, url: started.url }])
    watches.push(await watch(context, [started.url]))
    return context
  }
})

const brands = { black: '#111111', white: '#ffffff', yellow: '#f5d90a', red: '#e5484d', gray: '#808080' }
const branded = ['agents', 'knowledge', 'transcript', 'analytics', 'settings', 'workspace']

describe.each(Object.entries(brands))('with %s as the brand’s colour', (brand, primary) => {
  test.for(looks.filter(({ name }) => branded.includes(name)))('$name', async ({ name, path, ready }) => {
    const options = { ...sizes.desktop, locale: 'en-GB', timezoneId: 'Europe/London' }
    const context = await browser.newContext(options)
    context.setDefaultTimeout(patience)
    await context.addCookies([{ name: 'parley_session', value: tokens.agency ?? '', url: started.url }])
    const page = await context.newPage()
    await page.goto(`${started.url}${path(ids)}`)
    await ready(page).first().waitFor()
    const found: string[] = []
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
      const variables = Object.entries(brandVariables(primary, scheme))
      await page.evaluate((all) => {
        for (const [variable, value] of all) document.documentElement.style.setProperty(variable, value)
      }, variables)
      await settled(page)
      await page.screenshot({ path: `test-results/looks/brand-${brand}-${name}-${scheme}.png` })
      found.push(...(await seriousFindings(page)).map((finding) => `${scheme}: ${finding}`))
    }
    await context.close()
    expect(found).toEqual([])
  })
})

/** Waits until lists and fonts are loaded and nothing moves. */
async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      return playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY
    }),
  )
}

function look(name: string, who: Who, path: Look['path'], ready: Look['ready']): Look {
  return { name, who, path, ready }
}

function heading(name: string): Look['ready'] {
  return (page) => page.getByRole('heading', { name })
}

function text(words: string): Look['ready'] {
  return (page) => page.getByText(words)
}
