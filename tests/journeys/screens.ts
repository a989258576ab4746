/** Every screen of the dashboard and of the public site, with whom it is shown to and what tells that it is there. */

import type { Client } from '@parley/contracts/client.ts'
import type { Locator, Page } from 'playwright-core'
import { agencyTabs } from '../../web/src/features/agency/search.ts'
import { organisationTabNames } from '../../web/src/features/clients/search.ts'
import { settingsTabNames, settingsTabs } from '../../web/src/features/settings/search.ts'

export { isOfAgency, stageForTests } from './screen-stage.ts'

/**
 * `newcomer`: without an agent; `company`, `brand` and `made`: at these steps of the onboarding; `guarded`: before the
 * second step of their sign-in; `invited`: with the link of an invitation; `agency`: the owner of the demo agency;
 * `client`: one of its clients; `signed-up`: one that signed up by itself; `agency-admin`: whoever signed in with the agency
 * secret.
 */
export type Who =
  | 'nobody'
  | 'newcomer'
  | 'company'
  | 'brand'
  | 'made'
  | 'guarded'
  | 'invited'
  | 'agency'
  | 'client'
  | 'signed-up'
  | 'agency-admin'
export type Screen = {
  name: string
  who: Who
  path(ids: Ids): string
  /** What people do there before it is as it should be. */
  arrive?: (page: Page, ids: Ids) => Promise<void>
  ready(page: Page): Locator
}
export type Ids = {
  /** Of the agency. */
  workspace: string
  agents: Record<string, string>
  conversation: string
  lead: string
  source: string
  webhook: string
  credential: string
  /** A credential that waits to be connected. */
  unconnected: string
  accessToken: string
  logEntry: string
  client: string
  organisation: string
  blueprint: string
  prompt: string
  /** A draft, and one that was sent. */
  campaigns: { draft: string; sent: string; ofClients: string }
  /** A website whose last run changed this page. */
  crawled: { agentId: string; sourceId: string; page: string }
  run: string
  testCase: string
  /** Of an invitation that waits: its part of the address. */
  invitation: string
  website: string
  /** Acts as the owner does elsewhere. */
  owner: Client
  /** Who signs in with a second step. */
  guarded?: { email: string; password: string }
}

export const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

const shop = ({ agents }: Ids) => `/app/na/agents/${agents['Harbour & Pine Support']}`
const bikes = ({ agents }: Ids) => `/app/na/agents/${agents['Kestrel Cycles']}`

const tabTitles: Record<(typeof agencyTabs)[number], Screen['ready']> = {
  overview: text('All changes saved'),
  theme: text('Theme variant'),
  tabs: text('What’s new'),
  saas: text('Enable client sign-up'),
  billing: text('Price per credit'),
  footer: text('Terms page'),
  css: (page) => page.getByRole('textbox', { name: 'Custom CSS' }),
  domains: text('Custom domain'),
  email: text('E-mail sending domain'),
}

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
    'website-preview',
    'agency',
    (ids) =>
      `/app/na/prototype?vg_id=${ids.agents['Harbour & Pine Support']}&website_url=${encodeURIComponent(ids.website)}`,
    (page) => page.locator('iframe.website'),
  ),
  screen(
    'share-agent',
    'nobody',
    (ids) => `/share/na/${ids.agents['Harbour & Pine Support']}`,
    (page) => page.locator('iframe'),
  ),
  screen('sign-in', 'nobody', () => '/login', heading('Sign In')),
  {
    ...screen(
      'second-step',
      'guarded',
      () => '/login',
      (page) => page.getByLabel('Authenticator code'),
    ),
    async arrive(page, { guarded }) {
      await page.getByLabel('Email').fill(guarded?.email ?? '')
      await page.getByRole('textbox', { name: 'Password' }).fill(guarded?.password ?? '')
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    },
  },
  screen('sign-up', 'nobody', () => '/signup', heading('Create your account')),
  screen('forgot', 'nobody', () => '/forgot', heading('Reset your password')),
  screen('join', 'invited', ({ invitation }) => `/app/join#${invitation}`, text('Create an account')),
  screen(
    'client-sign-in',
    'nobody',
    ({ workspace }) => `/client/login?agency=${workspace}`,
    (page) => page.getByLabel('Email'),
  ),
  {
    ...screen(
      'client-sign-up',
      'nobody',
      ({ workspace }) => `/client/login?agency=${workspace}`,
      (page) => page.getByLabel('Full Name'),
    ),
    arrive: (page) => page.getByRole('button', { name: 'Sign Up', exact: true }).click(),
  },
  screen('client-onboarding', 'signed-up', () => '/app/na/client/onboarding', heading('Welcome, Nora New')),
  screen('onboarding', 'company', () => '/onboarding?region=na', heading('Tell us about your company')),
  screen(
    'onboarding-brand',
    'brand',
    () => '/onboarding?region=na',
    (page) => page.getByRole('radio', { name: '#1a7f5a' }),
  ),
  screen('onboarding-ready', 'made', () => '/onboarding?region=na', heading('Your agent is ready')),
  screen('agents-empty', 'newcomer', () => '/app/na/agents', text('Create your first agent')),
  screen('credentials-empty', 'newcomer', () => '/app/na/credentials', text('No credentials yet')),
  screen('events-empty', 'newcomer', () => '/app/na/events', text('No webhooks yet')),
  screen('crawler-empty', 'newcomer', () => '/app/na/automations', text('No websites yet')),
  screen('sessions-empty', 'newcomer', () => '/app/na/sessions', text('No visits yet')),
  screen('campaigns-empty', 'newcomer', () => '/app/na/campaigns', text('No campaigns yet')),
  screen('prompts-empty', 'newcomer', () => '/app/na/prompts', text('No prompts yet')),
  screen('blueprints-empty', 'newcomer', () => '/app/na/blueprints', text('No blueprints yet')),
  screen('clients-empty', 'newcomer', () => '/app/na/clients', text('No clients yet')),
  screen(
    'agency-home-empty',
    'newcomer',
    () => '/app/na/clients?overview=true',
    text('No organizations yet'),
  ),
  screen('agency-tabs-empty', 'newcomer', () => '/app/na/agency?tab=tabs', text('No custom tabs yet')),
  screen('agents', 'agency', () => '/app/na/agents', text('Harbour & Pine Support')),
  screen('share', 'agency', () => '/share', text('Harbour & Pine Support')),
  screen('workspace-overview', 'agency', () => '/app/na/overview', text('Harbour & Pine Support')),
  screen('metrics', 'agency', () => '/app/na/metrics', heading('Usage across agents')),
  screen('metrics-empty', 'newcomer', () => '/app/na/metrics', text('No usage in this period')),
  screen('new-agent', 'agency', () => '/app/na/agents?newAgent=true', text('Create a new AI agent')),
  screen(
    'wizard',
    'agency',
    () => '/app/na/agents?newAgent=website-wizard',
    text('What does your company do?'),
  ),
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
  {
    ...screen('canvas-search', 'agency', (ids) => `${shop(ids)}/prompt`, text(/^1 of \d+$/)),
    async arrive(page) {
      await page.getByRole('button', { name: 'Search the nodes' }).click()
      await page.getByRole('searchbox', { name: 'Search the nodes' }).fill('order')
    },
  },
  screen('functions', 'agency', () => '/app/na/integrations', heading('Functions')),
  screen('functions-import', 'agency', () => '/app/na/integrations?tool=import', dialog('Import functions')),
  screen('credentials', 'agency', () => '/app/na/credentials', text('Shop API')),
  screen('new-credential', 'agency', () => '/app/na/credentials?credential=new', dialog('New credential')),
  screen(
    'credential',
    'agency',
    ({ credential }) => `/app/na/credentials?credential=${credential}`,
    text('Scopes'),
  ),
  screen(
    'credential-to-connect',
    'agency',
    ({ unconnected }) => `/app/na/credentials?credential=${unconnected}`,
    text('Functions that use it fail until it is connected.'),
  ),
  screen('connected', 'agency', () => '/app/connected', text('The credential was not connected')),
  screen(
    'rotate-credential',
    'agency',
    ({ credential }) => `/app/na/credentials?credential=${credential}&rotate=true`,
    text('New client secret'),
  ),
  screen('events', 'agency', () => '/app/na/events', text('Leads to the CRM')),
  screen('log', 'agency', () => '/app/na/events?eventTab=log', text('orders.import-failed')),
  screen(
    'log-entry',
    'agency',
    ({ logEntry }) => `/app/na/events?eventTab=log&entry=${logEntry}`,
    dialog('Log entry'),
  ),
  screen('log-empty', 'newcomer', () => '/app/na/events?eventTab=log', text('No entries yet')),
  screen('event-catalogue', 'agency', () => '/app/na/events?eventTab=catalogue', heading('Leads')),
  screen('new-webhook', 'agency', () => '/app/na/events?webhook=new', text('Send the workspace secret')),
  screen('webhook', 'agency', ({ webhook }) => `/app/na/events?webhook=${webhook}`, text('lead_captured')),
  screen('prompt', 'agency', (ids) => `${bikes(ids)}/prompt`, heading('System prompt')),
  screen('channels', 'agency', (ids) => `${shop(ids)}/channels`, heading('Channels')),
  screen(
    'channel-webhook',
    'agency',
    (ids) => `${shop(ids)}/channels?set=webhook`,
    dialog('Connect a webhook'),
  ),
  screen(
    'channel-whatsapp',
    'agency',
    (ids) => `${shop(ids)}/channels?set=whatsapp`,
    text('Save and Run Test'),
  ),
  screen(
    'channel-telegram',
    'agency',
    (ids) => `${shop(ids)}/channels?set=telegram`,
    text('Add Telegram Bot'),
  ),
  screen(
    'channel-discord',
    'agency',
    (ids) => `${shop(ids)}/channels?set=discord`,
    text('+ Submit & Add Channel'),
  ),
  screen(
    'channel-messenger',
    'agency',
    (ids) => `${shop(ids)}/channels?set=messenger`,
    text('Page access token'),
  ),
  screen(
    'channel-instagram',
    'agency',
    (ids) => `${shop(ids)}/channels?set=instagram`,
    text('Page access token'),
  ),
  screen('knowledge', 'agency', (ids) => `${shop(ids)}/kb`, text('Care instructions')),
  screen('add-knowledge', 'agency', (ids) => `${shop(ids)}/kb?add=text`, text('Paste or type what')),
  screen(
    'source',
    'agency',
    (ids) => `${shop(ids)}/kb?source=${ids.source}`,
    (page) => page.getByRole('dialog'),
  ),
  screen('conversations', 'agency', (ids) => `${shop(ids)}/convos`, text('Conversations')),
  screen(
    'transcript',
    'agency',
    (ids) => `${shop(ids)}/convos?conversation=${ids.conversation}`,
    (page) => page.getByRole('region', { name: 'Transcript' }).getByText('What is it about?'),
  ),
  screen('leads', 'agency', (ids) => `${shop(ids)}/leads`, heading('Leads')),
  screen(
    'lead',
    'agency',
    (ids) => `${shop(ids)}/leads?lead=${ids.lead}`,
    (page) => page.getByRole('dialog'),
  ),
  screen('analytics', 'agency', (ids) => `${shop(ids)}/analytics`, heading('Analytics')),
  screen('tests', 'agency', (ids) => `${shop(ids)}/tests`, text('Says when it does not know')),
  screen('test-runs', 'agency', (ids) => `${shop(ids)}/tests?listed=runs`, text('7 passed')),
  screen('test-run', 'agency', (ids) => `${shop(ids)}/tests?run=${ids.run}`, heading('Test run')),
  screen(
    'test-case',
    'agency',
    (ids) => `${shop(ids)}/tests?testCase=${ids.testCase}`,
    (page) => page.getByRole('dialog'),
  ),
  screen('versions', 'agency', (ids) => `${shop(ids)}/overview?panel=versions`, text('Version 1')),
  screen('script', 'agency', (ids) => `${shop(ids)}/overview?panel=script`, dialog('Website Script')),
  screen(
    'canary',
    'agency',
    (ids) => `${shop(ids)}/overview?panel=canary`,
    (page) => page.getByRole('dialog').getByText('30 %'),
  ),
  {
    ...screen('changes', 'agency', (ids) => `${bikes(ids)}/prompt`, dialog('1 unpublished change')),
    async arrive(page) {
      await page.getByRole('textbox', { name: 'Launch message' }).fill('Tell me about your bicycle.')
      await page.getByRole('button', { name: 'More publishing options' }).click()
      await page.getByRole('menuitem', { name: 'Review 1 unpublished change' }).click()
    },
  },
  {
    ...screen('conflict', 'agency', (ids) => `${bikes(ids)}/prompt`, dialog('1 conflict')),
    async arrive(page, { agents, owner }) {
      await page.getByRole('textbox', { name: 'Launch message' }).fill('Which bicycle do you ride?')
      const params = { region: 'na' as const, agentId: agents['Kestrel Cycles'] ?? '' }
      const { data } = await owner.call('agents.get', { params })
      const body = { ...data, vg_initPrompt: `Tell me what you ride. (${Date.now()})` }
      await owner.call('agents.save', { params, body })
      await page.getByRole('button', { name: 'Compare' }).click()
    },
  },
  ...settingsTabs.map((tab) =>
    screen(
      `settings-${tab}`,
      'agency',
      (ids) => `${shop(ids)}/settings?tab=${tab}`,
      (page) => page.getByRole('heading', { name: 'Settings' }).or(page.getByText(settingsTabNames[tab])),
    ),
  ),
  screen(
    'test-panel',
    'agency',
    (ids) => `${shop(ids)}/overview?showDebugger=true`,
    (page) => page.getByRole('log', { name: 'Conversation' }).getByText('What is it about?'),
  ),
  ...agencyTabs.map((tab) =>
    screen(`agency-${tab}`, 'agency', () => `/app/na/agency?tab=${tab}`, tabTitles[tab]),
  ),
  screen(
    'new-custom-tab',
    'agency',
    () => '/app/na/agency?tab=tabs&customTab=new',
    (page) => page.getByRole('dialog'),
  ),
  screen(
    'custom-tab',
    'agency',
    () => '/app/na/c/help',
    (page) => page.locator('iframe'),
  ),
  screen('audit', 'agency', () => '/app/na/audit', heading('Audit')),
  screen('credits', 'agency', () => '/app/na/credits', heading('Credits')),
  screen('clients', 'agency', () => '/app/na/clients', text('Clara Holm')),
  screen(
    'client',
    'agency',
    ({ client }) => `/app/na/clients?client=${client}`,
    (page) => page.getByRole('dialog'),
  ),
  {
    ...screen(
      'view-as-client',
      'agency',
      ({ client }) => `/app/na/clients?client=${client}`,
      (page) => page.getByRole('region', { name: 'View as client' }),
    ),
    arrive: (page) => page.getByRole('button', { name: 'View as client', exact: true }).click(),
  },
  screen('meta-pages', 'agency', () => '/app/na/meta-pages', text('No pages yet')),
  screen('whatsapp-numbers', 'agency', () => '/app/na/whatsapp-numbers', text('No numbers yet')),
  screen('crawler', 'agency', () => '/app/na/automations', text('Fern & Fold')),
  screen(
    'crawled-website',
    'agency',
    ({ crawled: { agentId, sourceId } }) => `/app/na/automations/${agentId}/${sourceId}`,
    text('The page no longer exists.'),
  ),
  screen(
    'crawled-page',
    'agency',
    ({ crawled: { agentId, sourceId, page } }) => `/app/na/automations/${agentId}/${sourceId}?page=${page}`,
    (page) => page.getByRole('dialog').getByRole('insertion').first(),
  ),
  screen(
    'sessions',
    'agency',
    // The demo also has an agent about the product itself.
    (ids) => `/app/na/sessions?agent=${ids.agents['Harbour & Pine Support']}`,
    (page) => page.getByRole('cell', { name: /nswered|Resolved|Talked/ }),
  ),
  screen('campaigns', 'agency', () => '/app/na/campaigns', text('Spring sale')),
  screen(
    'new-campaign',
    'agency',
    () => '/app/na/campaigns?create=true',
    (page) => page.getByRole('dialog'),
  ),
  screen(
    'opted-out',
    'agency',
    () => '/app/na/campaigns?optedOut=true',
    (page) => page.getByRole('dialog').getByText('no-mails@example.com'),
  ),
  screen(
    'campaign-message',
    'agency',
    ({ campaigns }) => `/app/na/campaigns/${campaigns.draft}`,
    (page) => page.getByLabel('As it reaches'),
  ),
  screen(
    'campaign-recipients',
    'agency',
    ({ campaigns }) => `/app/na/campaigns/${campaigns.draft}?step=recipients`,
    text('3 recipients'),
  ),
  screen(
    'campaign-schedule',
    'agency',
    ({ campaigns }) => `/app/na/campaigns/${campaigns.draft}?step=schedule`,
    heading('Quiet hours'),
  ),
  screen(
    'campaign-check',
    'agency',
    ({ campaigns }) => `/app/na/campaigns/${campaigns.draft}?step=check`,
    text('Sending costs no credits'),
  ),
  screen(
    'campaign-report',
    'agency',
    ({ campaigns }) => `/app/na/campaigns/${campaigns.sent}`,
    text('grace@example.com'),
  ),
  screen('prompts', 'agency', () => '/app/na/prompts', text('Tone of voice')),
  screen(
    'new-library-prompt',
    'agency',
    () => '/app/na/prompts?create=true',
    (page) => page.getByRole('dialog'),
  ),
  screen(
    'library-prompt',
    'agency',
    ({ prompt }) => `/app/na/prompts/${prompt}`,
    text('Version 1 is published'),
  ),
  screen(
    'library-prompt-version',
    'agency',
    ({ prompt }) => `/app/na/prompts/${prompt}?version=2`,
    (page) => page.getByRole('dialog').getByRole('insertion').first(),
  ),
  screen(
    'publish-library-prompt',
    'agency',
    ({ prompt }) => `/app/na/prompts/${prompt}?publish=2`,
    (page) => page.getByRole('dialog').getByRole('insertion').first(),
  ),
  screen('blueprints', 'agency', () => '/app/na/blueprints', text('Support desk')),
  screen(
    'new-blueprint',
    'agency',
    () => '/app/na/blueprints?create=true',
    (page) => page.getByRole('dialog'),
  ),
  screen('blueprint', 'agency', ({ blueprint }) => `/app/na/blueprints/${blueprint}`, text('Up to date')),
  screen(
    'roll-out',
    'agency',
    ({ blueprint }) => `/app/na/blueprints/${blueprint}?rollout=new`,
    (page) => page.getByRole('dialog'),
  ),
  screen('agency-home', 'agency', () => '/app/na/clients?overview=true', text('Studio Marlow')),
  screen('organizations', 'agency', () => '/app/na/clients?organizations=true', text('Studio Marlow')),
  screen(
    'organization',
    'agency',
    ({ organisation }) => `/app/na/clients?organizations=true&organization=${organisation}`,
    (page) => page.getByRole('dialog'),
  ),
  ...(['inbox', 'report', 'sign-on'] as const).map((tab) =>
    screen(
      `organization-${tab}`,
      'agency',
      ({ organisation }) =>
        `/app/na/clients?organizations=true&organization=${organisation}&organizationTab=${tab}`,
      (page) => page.getByRole('tab', { selected: true, name: organisationTabNames[tab] }),
    ),
  ),
  {
    ...screen(
      'organization-snapshot',
      'agency',
      ({ organisation }) =>
        `/app/na/clients?organizations=true&organization=${organisation}&organizationTab=snapshot`,
      (page) => page.getByRole('dialog', { name: /^Snapshot of/ }),
    ),
    arrive: (page) => page.getByRole('button', { name: 'Make a snapshot', exact: true }).click(),
  },
  screen(
    'import-organization',
    'agency',
    () => '/app/na/clients?organizationImport=new',
    (page) => page.getByRole('dialog'),
  ),
  screen('client-home', 'client', (ids) => `${shop(ids)}/home`, heading('Harbour & Pine Support')),
  screen(
    'client-conversations',
    'client',
    (ids) => `${shop(ids)}/convos`,
    (page) => page.getByRole('heading', { name: 'Conversations', level: 1 }),
  ),
  screen('client-analytics', 'client', (ids) => `${shop(ids)}/analytics`, heading('Analytics')),
  screen('client-leads', 'client', (ids) => `${shop(ids)}/leads`, heading('Leads')),
  screen('client-campaigns', 'client', (ids) => `${shop(ids)}/campaigns`, text('Opening hours in April')),
  screen(
    'client-campaign',
    'client',
    (ids) => `${shop(ids)}/campaigns?campaign=${ids.campaigns.ofClients}`,
    text('grace@example.com'),
  ),
  screen(
    'client-tab',
    'client',
    (ids) => `${shop(ids)}/c/help`,
    (page) => page.locator('iframe'),
  ),
  screen(
    'agency-admin-home',
    'agency-admin',
    (ids) => `${shop(ids)}/home`,
    (page) => page.getByRole('region', { name: 'Agency admin' }),
  ),
  screen('workspace', 'agency', () => '/app/na/workspace', heading('Workspace secret')),
  screen('new-access-token', 'agency', () => '/app/na/workspace?token=new', dialog('New access token')),
  screen(
    'access-token',
    'agency',
    ({ accessToken }) => `/app/na/workspace?token=${accessToken}`,
    dialog('n8n'),
  ),
  screen('account', 'agency', () => '/app/account', heading('Sessions')),
]

function screen(name: string, who: Who, path: Screen['path'], ready: Screen['ready']): Screen {
  return { name, who, path, ready }
}

function heading(name: string): Screen['ready'] {
  return (page) => page.getByRole('heading', { name })
}

function text(words: string | RegExp): Screen['ready'] {
  return (page) => page.getByText(words)
}

function dialog(name: string): Screen['ready'] {
  return (page) => page.getByRole('dialog', { name })
}
