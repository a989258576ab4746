/** Every screen of the dashboard and of the public site, with whom it is shown to and what tells that it is there. */

import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { fillDemo } from '../../scripts/demo/fill.ts'
import { signInAs } from '../src/sign-up.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'

export type Who = 'nobody' | 'newcomer' | 'agency'
export type Screen = { name: string; who: Who; path(ids: Ids): string; ready(page: Page): Locator }
export type Ids = { agents: Record<string, string>; conversation: string }

export const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

const shop = ({ agents }: Ids) => `/app/na/agents/${agents['Harbour & Pine Support']}`
const bikes = ({ agents }: Ids) => `/app/na/agents/${agents['Kestrel Cycles']}`

export const screens: Screen[] = [
  screen('landing', 'nobody', () => '/', heading('From nothing to answering')),
  screen('pricing', 'nobody', () => '/pricing', heading('Pricing')),
  screen('product', 'nobody', () => '/whatsapp', heading('Agents on WhatsApp')),
  screen('legal', 'nobody', () => '/legal/cookie-policy', heading('Cookie policy')),
  screen('thank-you', 'nobody', () => '/thank_you', heading('Thank you')),
  screen(
    'demo',
    'nobody',
    (ids) => `/app/na/prototype?vg_id=${ids.agents['Harbour & Pine Support']}`,
    heading('Harbour & Pine Support'),
  ),
  screen(
    'share-agent',
    'nobody',
    (ids) => `/share/na/${ids.agents['Harbour & Pine Support']}`,
    (page) => page.locator('iframe'),
  ),
  screen('sign-in', 'nobody', () => '/login', heading('Sign In')),
  screen('sign-up', 'nobody', () => '/signup', heading('Create your account')),
  screen('agents-empty', 'newcomer', () => '/app/na/agents', text('Create your first agent')),
  screen('agents', 'agency', () => '/app/na/agents', text('Harbour & Pine Support')),
  screen('share', 'agency', () => '/share', text('Harbour & Pine Support')),
  screen('new-agent', 'agency', () => '/app/na/agents?newAgent=true', text('Create a new AI agent')),
  screen('overview', 'agency', (ids) => `${shop(ids)}/overview`, heading('Harbour & Pine Support')),
  screen('nodes', 'agency', (ids) => `${shop(ids)}/nodes`, heading('Node flow')),
  screen(
    'canvas',
    'agency',
    (ids) => `${shop(ids)}/prompt`,
    (page) => page.getByRole('button', { name: 'Topics' }),
  ),
  screen(
    'canvas-node',
    'agency',
    (ids) => `${shop(ids)}/prompt?node=topics`,
    text('Shows buttons and waits for a choice'),
  ),
  screen('functions', 'agency', () => '/app/na/integrations', heading('Functions')),
  screen('events', 'agency', () => '/app/na/events', text('No webhooks yet')),
  screen('event-catalogue', 'agency', () => '/app/na/events?eventTab=catalogue', heading('Leads')),
  screen('new-webhook', 'agency', () => '/app/na/events?webhook=new', text('Send the workspace secret')),
  screen(
    'integrations',
    'agency',
    (ids) => `${shop(ids)}/settings?tab=integrations`,
    text('Manage functions'),
  ),
  screen('prompt', 'agency', (ids) => `${bikes(ids)}/prompt`, heading('System prompt')),
  screen('knowledge', 'agency', (ids) => `${shop(ids)}/kb`, text('Care instructions')),
  screen('add-knowledge', 'agency', (ids) => `${shop(ids)}/kb?add=text`, text('Paste or type what')),
  screen('conversations', 'agency', (ids) => `${shop(ids)}/convos`, text('Conversations')),
  screen(
    'transcript',
    'agency',
    (ids) => `${shop(ids)}/convos?conversation=${ids.conversation}`,
    (page) => page.getByRole('region', { name: 'Transcript' }).getByText('What is it about?'),
  ),
  screen('leads', 'agency', (ids) => `${shop(ids)}/leads`, heading('Leads')),
  screen('analytics', 'agency', (ids) => `${shop(ids)}/analytics`, heading('Analytics')),
  screen('versions', 'agency', (ids) => `${shop(ids)}/overview?panel=versions`, text('Version 1')),
  screen('settings', 'agency', (ids) => `${shop(ids)}/settings`, heading('Settings')),
  screen('settings-ui', 'agency', (ids) => `${shop(ids)}/settings?tab=ui`, heading('Settings')),
  screen(
    'test-panel',
    'agency',
    (ids) => `${shop(ids)}/overview?showDebugger=true`,
    (page) => page.getByRole('log', { name: 'Conversation' }).getByText('What is it about?'),
  ),
  screen('agency', 'agency', () => '/app/na/agency', text('All changes saved')),
  screen('agency-tabs', 'agency', () => '/app/na/agency?tab=tabs', text('No custom tabs yet')),
  screen('audit', 'agency', () => '/app/na/audit', heading('Audit')),
  screen('credits', 'agency', () => '/app/na/credits', heading('Credits')),
  screen('clients', 'agency', () => '/app/na/clients', text('No clients yet')),
  screen('workspace', 'agency', () => '/app/na/workspace', heading('Workspace secret')),
  screen('account', 'agency', () => '/app/account', heading('Sessions')),
]

type Stage = {
  platform: TestPlatform
  ids: Ids
  /** The session of each who has one. */
  tokens: Partial<Record<Who, string>>
}

/** Starts the stage and a browser before the tests of a file, and stops both after them. */
export function stageForTests() {
  let stage: Stage
  let browser: Browser
  beforeAll(async () => {
    stage = await startStage()
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await stage?.platform.stop()
  })
  return {
    url: () => stage.platform.url,
    addressOf: ({ path }: Pick<Screen, 'path'>) => `${stage.platform.url}${path(stage.ids)}`,
    /** Opens a context in which this person is signed in. */
    async contextOf(who: Who, options: BrowserContextOptions): Promise<BrowserContext> {
      const context = await browser.newContext({ ...options, locale: 'en-GB', timezoneId: 'Europe/London' })
      context.setDefaultTimeout(patience)
      const value = stage.tokens[who]
      if (value) await context.addCookies([{ name: 'parley_session', value, url: stage.platform.url }])
      return context
    },
  }
}

/** Starts a platform with the demo agency and a newcomer. */
async function startStage(): Promise<Stage> {
  const platform = await startTestPlatform()
  const { email, password } = await fillDemo({
    url: platform.url,
    email: 'demo@example.com',
    conversations: 30,
    env: { DATA_DIR: platform.dataDir },
    say: () => {},
  })
  const { token } = await signInAs(platform.client(), { email, password })
  const newcomer = (await platform.signUp()).token
  // Otherwise the first visit of its settings would initialise it, and say so.
  const [workspace] = (await platform.client(token).call('auth.session', {})).workspaces
  const workspaceId = workspace?.workspaceId ?? ''
  await platform.client(token).call('agency.initialize', { params: { region: 'na', workspaceId } })
  const params = { region: 'na' } as const
  const { items } = await platform.client(token).call('agents.list', { params })
  const agents = Object.fromEntries(items.map(({ title, ID }) => [title, ID]))
  const agentId = agents['Harbour & Pine Support'] ?? ''
  const listed = await platform.client(token).call('conversations.list', { params: { ...params, agentId } })
  const conversation = listed.items[0]?.conversationId ?? ''
  return { platform, ids: { agents, conversation }, tokens: { agency: token, newcomer } }
}

function screen(name: string, who: Who, path: Screen['path'], ready: Screen['ready']): Screen {
  return { name, who, path, ready }
}

function heading(name: string): Screen['ready'] {
  return (page) => page.getByRole('heading', { name })
}

function text(words: string): Screen['ready'] {
  return (page) => page.getByText(words)
}
