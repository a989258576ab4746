/** The platform on which the screens are looked at: the demo agency, and people who are somewhere on their way in. */

import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import { type DiscordDouble, startDiscordDouble } from '@parley/channel/discord/discord-double.ts'
import type { Client } from '@parley/contracts/client.ts'
import type { CredentialSettings } from '@parley/contracts/integration/credential.ts'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { fillDemo } from '../../scripts/demo/fill.ts'
import { clientClaimsKey } from '../../web/src/server/client-claims.ts'
import { connectDomain, domainsIn } from '../src/agency-domain.ts'
import { callAtHost } from '../src/call-at-host.ts'
import { type CompanySite, startCompanySite } from '../src/company-site.ts'
import { freePort } from '../src/free-ports.ts'
import { turnOnTwoFactor } from '../src/second-step.ts'
import { mailedCode, signInAs } from '../src/sign-up.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'
import type { Ids, Screen, Who } from './screens.ts'
import { passOnboarding } from './signed-in.ts'

type Stage = {
  platform: TestPlatform
  site: CompanySite
  discord: DiscordDouble
  dns?: TestDns
  ids: Ids
  /** The session of each who has one. */
  tokens: Partial<Record<Who, string>>
  /** What the browser of each keeps. */
  storage: Partial<Record<Who, Record<string, string>>>
}

/**
 * Starts the stage and a browser before the tests of a file, and stops both after them. `domain`: the agency's, at which
 * the screens of its people are then opened.
 */
export function stageForTests({ domain }: { domain?: string } = {}) {
  let stage: Stage
  let browser: Browser
  let atDomain: string
  beforeAll(async () => {
    stage = await startStage(domain)
    atDomain =
      domain === undefined ? stage.platform.url : `http://${domain}:${new URL(stage.platform.url).port}`
    browser = await launchBrowser(domain === undefined ? {} : { localHosts: domain })
  })
  afterAll(async () => {
    await browser?.close()
    await stage?.platform.stop()
    await stage?.site.stop()
    await stage?.discord.stop()
    await stage?.dns?.stop()
  })
  const urlOf = (who: Who) => (isOfAgency(who) ? atDomain : stage.platform.url)
  return {
    atDomain: () => atDomain,
    /** What the pages of this person may load from. */
    originsOf: (who: Who) => [urlOf(who), stage.site.origin],
    ids: () => stage.ids,
    /** Opens a context in which this person is signed in. */
    async contextOf(who: Who, options: BrowserContextOptions): Promise<BrowserContext> {
      const context = await browser.newContext({
        // What moves while a page loads is what some of these journeys look for.
        ...{ reducedMotion: 'no-preference', ...options },
        ...{ locale: 'en-GB', timezoneId: 'Europe/London' },
      })
      context.setDefaultTimeout(patience)
      const value = stage.tokens[who]
      if (value) await context.addCookies([{ name: 'parley_session', value, url: urlOf(who) }])
      const stored = stage.storage[who]
      if (stored) await context.addInitScript(store, stored)
      return context
    },
    /** Opens a screen and waits until it is there. */
    async open(page: Page, screen: Pick<Screen, 'who' | 'path' | 'arrive' | 'ready'>): Promise<void> {
      await page.goto(`${urlOf(screen.who)}${screen.path(stage.ids)}`)
      await screen.arrive?.(page, stage.ids)
      await screen.ready(page).first().waitFor()
    },
  }
}

/** Whether this person works at the agency or is its client, and so is at home at its domain. */
export const isOfAgency = (who: Who): boolean => who === 'agency' || who === 'client'

function store(entries: Record<string, string>): void {
  try {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  } catch {
    // A sandboxed frame has no storage.
  }
}

const params = { region: 'na' } as const

/** An address that is not localhost: names below that would be Parley's own, and no agency's domain. */
async function ownAddress(): Promise<Record<string, string>> {
  const port = await freePort()
  return { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
}

/** Starts a platform with the demo agency, with room for all of its team and clients, and the others. */
async function startStage(domain?: string): Promise<Stage> {
  const site = await startCompanySite()
  const dns = domain === undefined ? undefined : await startTestDns()
  const discord = await startDiscordDouble()
  const platform = await startTestPlatform({
    ALLOW_PRIVATE_ADDRESSES: site.address,
    ...{ DISCORD_API_URL: discord.url, DISCORD_BOT_TOKEN: discord.token },
    WORKSPACE_SEATS: '6',
    CLIENT_SEATS: '20',
    ...(dns && { ...domainsIn(dns), ...(await ownAddress()) }),
  })
  const { email, password } = await fillDemo({
    url: platform.url,
    email: 'demo@example.com',
    conversations: 30,
    env: { DATA_DIR: platform.dataDir, WORKSPACE_SEATS: '6', CLIENT_SEATS: '20' },
    say: () => {},
  })
  await platform.settled()
  const agency = await signInAs(platform.client(), { email, password })
  const { workspaceId } = agency.workspace
  const owner = platform.client(agency.token)
  const ids = await idsOf(platform, owner, workspaceId, site)
  const clara = await clientNamed('Clara Holm', owner, { workspaceId, password })
  const nora = await signedUpClient('Nora New', platform, owner, workspaceId)
  const admin = await agencyAdmin(platform, owner, workspaceId)
  const people = {
    newcomer: await platform.signUp(),
    company: await platform.signUp(),
    brand: await platform.signUp(),
    made: await platform.signUp(),
    guarded: await platform.signUp(),
  }
  await passOnboarding(people.newcomer)
  await turnOnTwoFactor(people.guarded)
  ids.guarded = people.guarded
  const tokens = Object.fromEntries(
    Object.entries(people).flatMap(([who, { token }]) => (who === 'guarded' ? [] : [[who, token]])),
  )
  const storage = {
    client: { [clientClaimsKey]: JSON.stringify(clara) },
    'signed-up': { [clientClaimsKey]: JSON.stringify(nora) },
    'agency-admin': { [clientClaimsKey]: JSON.stringify(admin) },
    brand: progressOf(people.brand, { step: 'brand', company: companyOf(site) }),
    made: progressOf(people.made, {
      step: 'ready',
      company: companyOf(site),
      made: { agentId: await newAgent(people.made), questions: ['What do you repair?'] },
    }),
  }
  const clients = { client: clara.token, 'signed-up': nora.token, 'agency-admin': admin.token }
  const all = { ...tokens, agency: agency.token, ...clients }
  if (domain === undefined || dns === undefined) return { platform, site, discord, ids, tokens: all, storage }
  await connectDomain(domain, owner, { dns, url: platform.url })
  const there = {
    agency: await signInAt(domain, platform.url, '/api/auth/sign-in', { email, password }),
    client: await signInAt(domain, platform.url, '/api/auth/client/sign-in', {
      ...{ email: clara.email, password, agencyId: workspaceId },
    }),
  }
  return {
    ...{ platform, site, discord, dns, ids },
    tokens: { ...all, agency: there.agency.token, client: there.client.token },
    storage: { ...storage, client: { [clientClaimsKey]: JSON.stringify(there.client) } },
  }
}

async function idsOf(
  platform: TestPlatform,
  client: Client,
  workspaceId: string,
  site: CompanySite,
): Promise<Ids> {
  const own = { params: { ...params, workspaceId } }
  const { items } = await client.call('agents.list', { params })
  const agents = Object.fromEntries(items.map(({ title, ID }) => [title, ID]))
  const agentId = agents['Harbour & Pine Support'] ?? ''
  const place = { params: { ...params, agentId } }
  const [conversations, leads, sources, webhooks, log, clients, organisations, runs, cases, mails] =
    await Promise.all([
      client.call('conversations.list', place),
      client.call('leads.list', place),
      client.call('knowledge.list', place),
      client.call('webhooks.list', own),
      client.call('log.list', { ...own, query: {} }),
      client.call('clients.list', own),
      client.call('organisations.list', own),
      client.call('testRuns.list', place),
      client.call('testCases.list', place),
      fetch(`${platform.url}/dev/mail.json`).then((answer) => answer.json()),
    ])
  const blueprint = await client.call('blueprints.create', {
    ...own,
    body: { name: 'Support desk', agentId },
  })
  const credentials = await credentialsOf(client, agentId)
  const { tokenId } = await client.call('tokens.create', {
    ...own,
    body: {
      ...{ name: 'n8n', permissions: ['agent.list', 'lead.read', 'lead.manage'], agentIds: [agentId] },
      expiresAt: new Date(Date.now() + 5 * 86_400_000).toISOString(),
    },
  })
  const { promptId } = await client.call('prompts.create', {
    ...own,
    body: {
      name: 'Tone of voice',
      description: 'How every agent of the shop writes.',
      text: 'Write in short, friendly sentences.\nCall the visitor {{name}}.',
    },
  })
  await client.call('prompts.create', {
    ...own,
    body: { name: 'Returns policy', text: 'Goods can be returned within 30 days of {{delivery_date}}.' },
  })
  await client.call('prompts.saveVersion', {
    params: { ...own.params, promptId },
    body: {
      text: 'Write in short, friendly sentences.\nCall the visitor {{name}}.\nNever use exclamation marks.',
      note: 'Calmer, as asked by the support team',
    },
  })
  const campaigns = await campaignsOf(client, agents['Kestrel Cycles'] ?? '', agentId)
  const crawled = await websiteOf(platform, client, agents['Kestrel Cycles'] ?? '', site)
  const link = /\/app\/join#(\S+)/.exec(
    mails.items.find(({ subject }: { subject: string }) => subject.includes('invited you'))?.text ?? '',
  )
  return {
    workspace: workspaceId,
    agents,
    conversation: conversations.items[0]?.conversationId ?? '',
    lead: (leads.items.find(({ requests }) => requests.length > 1) ?? leads.items[0])?.leadId ?? '',
    source: sources.items[0]?.sourceId ?? '',
    logEntry: log.items[0]?.entryId ?? '',
    webhook: webhooks.items.find(({ description }) => description === 'Leads to the CRM')?.webhookId ?? '',
    ...credentials,
    accessToken: tokenId,
    client: clients.items[0]?.ID ?? '',
    organisation: organisations.items[0]?.ID ?? '',
    blueprint: blueprint.blueprintId,
    prompt: promptId,
    campaigns,
    crawled,
    run: runs.items[0]?.runId ?? '',
    testCase: cases.items[0]?.caseId ?? '',
    invitation: link?.[1] ?? '',
    website: site.origin,
    owner: client,
  }
}

/** Adds a website that is read twice: in between, pages changed, came and went. Returns where its last run is shown. */
async function websiteOf(
  platform: TestPlatform,
  client: Client,
  agentId: string,
  site: CompanySite,
): Promise<Ids['crawled']> {
  const ofAgent = { ...params, agentId }
  const { sourceId } = await client.call('knowledge.addWebsite', {
    params: ofAgent,
    body: { url: site.origin, kind: 'site', name: 'Fern & Fold', refreshRate: '24h' },
  })
  const place = { ...ofAgent, sourceId }
  const read = () =>
    vi.waitFor(
      async () => expect((await client.call('crawls.get', { params: place })).state).not.toBe('reading'),
      30_000,
    )
  await read()
  site.publish(
    '/about',
    'About us',
    'Fern and Fold was founded by two bookbinders in 2011 and has nine employees.',
  )
  site.publish('/faq')
  await client.call('knowledge.refresh', { params: place, body: {} })
  await read()
  await platform.settled()
  // Other screens show the site as it was.
  site.restore()
  const [run] = (await client.call('crawls.get', { params: place })).runs
  const at = { ...place, crawlId: run?.crawlId ?? '' }
  const { changes } = await client.call('crawls.run', { params: at })
  const page = changes.find(({ change }) => change === 'changed')?.pageId ?? ''
  return { agentId, sourceId, page }
}

/** Adds credentials of several kinds, one of which expires soon and is used by a function, and one waits to be connected. */
/** A draft with two texts and a follow-up, one that was sent, and an address that gets none. */
async function campaignsOf(client: Client, agentId: string, ofClient: string): Promise<Ids['campaigns']> {
  const csv = ['grace,Grace', 'linus,Linus', 'ada,Ada'].map((one) => one.replace(',', '@example.com,yes,'))
  const create = async (name: string, more: object) => {
    const { campaignId } = await client.call('campaigns.create', {
      params,
      body: {
        ...({ name, agentId, medium: 'email', timeZone: 'Europe/Berlin' } as const),
        ...({ audience: { kind: 'list' }, schedule: { kind: 'now' } } as const),
        steps: [{ afterHours: 0, a: { subject: 'Spring, {{name}}!', text: bikes } }],
        ...more,
      },
    })
    const body = { csv: ['email,consent,name', ...csv].join('\n') }
    await client.call('campaigns.addRecipients', { params: { ...params, campaignId }, body })
    return campaignId
  }
  const bikes = 'Hi {{name|there}}, spring bikes are here. Would you like to try one on Saturday?'
  const b = {
    subject: 'A bike for {{name}}?',
    text: 'Hello {{name|there}}, your next bike is waiting for you.',
  }
  const steps = [
    { afterHours: 0, a: { subject: 'Spring, {{name}}!', text: bikes }, b },
    { afterHours: 48, a: { subject: 'Saturday', text: 'Is there still a question about your test ride?' } },
  ]
  const sent = await create('Newsletter of March', { steps: steps.slice(0, 1) })
  const ofClients = await create('Opening hours in April', { agentId: ofClient })
  for (const campaignId of [sent, ofClients])
    await client.call('campaigns.start', { params: { ...params, campaignId } })
  const draft = await create('Spring sale', { steps, quietHours: { from: 21 * 60, to: 8 * 60 } })
  const none = { medium: 'email', address: 'no-mails@example.com' } as const
  await client.call('campaigns.suppress', { params, body: none })
  return { draft, sent, ofClients }
}

async function credentialsOf(
  client: Client,
  agentId: string,
): Promise<{ credential: string; unconnected: string }> {
  const hosts = ['api.shop.example']
  const create = (settings: CredentialSettings, secret: string) =>
    client.call('credentials.create', { params, body: { settings, secret } })
  await create({ name: 'Shop API', use: { kind: 'bearer' }, hosts }, 'sk-live-0123456789')
  await create({ name: 'Booking', use: { kind: 'basic', username: 'harbour' }, hosts, agentId }, 'tide')
  const { credentialId } = await create(
    {
      name: 'Warehouse',
      use: {
        kind: 'oauth2-client-credentials',
        tokenUrl: 'https://login.shop.example/oauth/token',
        application: 'harbour-pine',
        scopes: 'stock.read orders.read',
        sendSecretIn: 'header',
      },
      hosts,
      expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    },
    'a-long-client-secret-9f2c',
  )
  const settings = {
    ...{ name: 'Stock', description: 'Says what is in stock.', fields: [], credentialId },
    serverUrl: 'https://api.shop.example/stock',
  }
  await client.call('tools.create', { params, body: { settings } })
  const calendar = await create(
    {
      name: 'Calendar',
      use: {
        kind: 'oauth2-authorization-code',
        authorizationUrl: 'https://login.calendar.example/oauth/authorize',
        tokenUrl: 'https://login.calendar.example/oauth/token',
        ...{ application: 'harbour-pine', scopes: 'events.read', sendSecretIn: 'header' },
      },
      hosts: ['api.calendar.example'],
    },
    'another-client-secret-77aa',
  )
  return { credential: credentialId, unconnected: calendar.credentialId }
}

/** Signs in as a client of the agency. */
async function clientNamed(name: string, owner: Client, agency: { workspaceId: string; password: string }) {
  const { workspaceId, password } = agency
  const { items } = await owner.call('clients.list', { params: { ...params, workspaceId } })
  const email = items.find((one) => one.name === name)?.email ?? ''
  const signedIn = await owner.call('clientAuth.signIn', { body: { email, password, agencyId: workspaceId } })
  return { ...signedIn, email }
}

/** Signs in with the agency secret. */
async function agencyAdmin(platform: TestPlatform, owner: Client, agencyId: string) {
  const { agency } = await owner.call('agency.get', { params: { ...params, workspaceId: agencyId } })
  return platform.client().call('clientAuth.signInWithSecret', {
    body: { secret: agency?.secret ?? '', agencyId },
  })
}

async function signInAt(domain: string, url: string, path: string, body: object): Promise<{ token: string }> {
  const host = `${domain}:${new URL(url).port}`
  const { text } = await callAtHost(url, host, 'POST', path, { body: JSON.stringify(body) })
  return JSON.parse(text)
}

/** Lets clients sign up with the agency, and does so. */
async function signedUpClient(name: string, platform: TestPlatform, owner: Client, agencyId: string) {
  const settings = { enableClientSignup: true }
  await owner.call('agency.save', { params: { ...params, workspaceId: agencyId }, body: { settings } })
  const email = 'nora@example.com'
  const signUp = (more: object) =>
    platform.client().call('rpc.signupWithOTP', { params, body: { name, email, agencyId, ...more } })
  const { requestId } = await signUp({})
  const { data } = await signUp({ requestId, code: await mailedCode(platform.url, email) })
  const password = data?.clientData.dashboardPassword ?? ''
  return platform.client().call('clientAuth.signIn', { body: { email, password, agencyId } })
}

const companyOf = ({ origin }: CompanySite) => ({
  name: 'Fern & Fold',
  website: origin,
  description: 'We repair paper lamps.',
})

const progressOf = ({ workspaceId }: Person, progress: object) => ({
  parley_onboarding_state: JSON.stringify({ workspaceId, ...progress }),
})

async function newAgent({ client }: Person): Promise<string> {
  const body = { agentName: 'Fern & Fold', agentTemplate: 'blank-template' } as const
  return (await client.call('rpc.convertAgentTemplateToAgent', { params, body })).agentCreated.ID
}
