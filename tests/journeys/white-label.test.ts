/**
 * White label, as a whole: an agency signs up, brands itself, connects its domain and its mail domain and opens SaaS mode; a
 * client signs up there, gets an agent, talks to it on a website, answers a visitor, runs out of credits and is given more;
 * the auditor reads it all. Over TLS through the real Caddy, with mails over SMTP; nothing that the client or the visitor
 * gets names the product.
 */
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import type { Client } from '@parley/contracts/client.ts'
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { domainsIn, proveDomain } from '../src/agency-domain.ts'
import { type RunningCaddy, startCaddy } from '../src/caddy.ts'
import { type MailServer, startMailServer } from '../src/mail-server.ts'
import { mailedCode } from '../src/sign-up.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { namesIn } from '../src/vendor-name.ts'
import { launchBrowser, patience } from './browser.ts'
import { type CustomerSite, serveCustomerSite } from './customer-site.ts'
import { namesShown } from './names-shown.ts'
import { answered, launcher, replies, say } from './widget-visit.ts'

const domain = 'app.northwind.example'
const mailDomain = 'northwind.example'
const owner = { name: 'Ada Agency', email: 'ada@northwind.example', password: 'a long enough password' }
const nora = { name: 'Nora New', email: 'nora@acme.example' }

let dns: TestDns
let caddy: RunningCaddy
let mails: MailServer
let model: ModelDouble
let started: TestPlatform
let browser: Browser
let site: CustomerSite
/** Addresses over TLS: the product's, and the agency's. */
let product = ''
let agency = ''
let script = ''
let workspaceId = ''
let agentId = ''
/** As the owner does by hand elsewhere. */
let byCall: Client
let team: Page
let client: Page
let visitor: Page
const answers: Response[] = []

beforeAll(async () => {
  dns = await startTestDns()
  mails = await startMailServer({})
  model = await startModelDouble({ reply: () => ['Our ', 'tea ', 'leaves ', 'on ', 'Friday.'] })
  caddy = await startCaddy()
  const { apiPort, httpsPort } = caddy
  product = `https://parley.example:${httpsPort}`
  agency = `https://${domain}:${httpsPort}`
  started = await startTestPlatform({
    PORT: `${apiPort}`,
    PUBLIC_URL: product,
    TRUST_PROXY: 'true',
    ...domainsIn(dns),
    DOMAINS_PORT: `${httpsPort}`,
    ALLOW_PRIVATE_ADDRESSES: `${domain}:${httpsPort}`,
    SMTP_URL: mails.url,
    MAIL_FROM: 'Parley <no-reply@parley.example>',
    MAIL_RETURN_MX: 'mail.parley.example',
    CLIENT_SEATS: '20',
    OPENAI_API_KEY: 'double',
    OPENAI_BASE_URL: `${model.url}/v1`,
  })
  browser = await launchBrowser({ localHosts: '*.example' })
  site = await serveCustomerSite(agency, () => script)
  team = await newPage()
  client = await newPage()
  visitor = await newPage()
  for (const page of [client, visitor]) page.context().on('response', (answer) => answers.push(answer))
})
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    for (const [name, page] of Object.entries({ team, client, visitor }))
      await page?.screenshot({ path: `test-results/white-label/${task.name} ${name}.png` })
  })
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  await started?.stop()
  await caddy?.stop()
  await model?.stop()
  await mails?.close()
  await dns?.stop()
})

async function newPage(): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    ignoreHTTPSErrors: true,
  })
  context.setDefaultTimeout(patience)
  return context.newPage()
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const sees = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const own = () => ({ params: { region: 'na' as const, workspaceId } })
const namesNothing = async (page: Page) => expect(await namesShown(page, agency)).toEqual([])
const saved = async () => {
  await team.keyboard.press('Control+s')
  await sees(team, 'All changes saved')
}

test('an agency signs up', async () => {
  await team.goto(`${product}/signup`)
  await team.getByLabel('Full Name').fill(owner.name)
  await team.getByLabel('Email').fill(owner.email)
  await team.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await press(team, 'Send Verification Code')
  await team.getByLabel('Verification Code').fill(await mailedCode(mails.codes, owner.email))
  await press(team, 'Create')
  await press(team, 'Skip & Go to Dashboard')
  await sees(team, 'Create your first agent')
  const cookies = await team.context().cookies()
  byCall = started.client(cookies.find(({ name }) => name === 'parley_session')?.value)
  workspaceId = (await byCall.call('auth.session', {})).workspaces[0]?.workspaceId ?? ''
})

test('it brands itself', async () => {
  await team.goto(`${product}/app/na/agency`)
  await sees(team, 'Agency settings initialized')
  await team.getByLabel('Agency name').fill('Northwind')
  await team.getByRole('tab', { name: 'Theme' }).click()
  await team.getByLabel('Colour', { exact: true }).fill('#15803d')
  await saved()
})

test('it connects its domain, which is served over TLS', async () => {
  await team.goto(`${product}/app/na/agency?tab=domains`)
  const custom = team.getByRole('region', { name: 'Custom domain' })
  await custom.getByLabel('Custom domain').fill(domain)
  await custom.getByRole('button', { name: 'Add domain' }).click()
  await sees(team, 'Domain not verified.')
  const { customDomainConfig } = await byCall.call('domains.get', own())
  await proveDomain(domain, customDomainConfig, { dns, url: started.url })
  await sees(team, 'Domain is live!')
})

test('it connects its mail domain', async () => {
  await team.goto(`${product}/app/na/agency?tab=email`)
  await team.getByLabel('Domain', { exact: true }).fill(mailDomain)
  await press(team, 'Add domain')
  await sees(team, 'Domain added successfully! Please add the DNS records.')
  const { records } = await byCall.call('emailDomains.get', own())
  dns.setAll(records)
  await press(team, 'Verify')
  await sees(team, `Mails to your clients come from no-reply@${mailDomain}.`)
})

test('it opens SaaS mode', async () => {
  await team.goto(`${product}/app/na/agency?tab=saas`)
  await team.getByRole('switch', { name: 'Enable client sign-up' }).click()
  await team.getByRole('checkbox', { name: 'Conversations' }).waitFor()
  await saved()
})

test('a client signs up at the agency’s domain, is onboarded and gets an agent', async () => {
  await client.goto(`${agency}/client/login`)
  await press(client, 'Sign Up')
  await client.getByLabel('Full Name').fill(nora.name)
  await client.getByLabel('Email').fill(nora.email)
  await namesNothing(client)
  await press(client, 'Send Verification Code')
  await client.getByLabel('Verification Code').fill(await mailedCode(mails.codes, nora.email))
  await press(client, 'Create')
  await heading(client, `Welcome, ${nora.name}`)
  await press(client, 'Get started')
  await press(client, 'Continue')
  await client.getByLabel('Company name').fill('Acme Tea')
  await client.getByLabel('What does your company do?').fill('We sell tea from the harbour.')
  await namesNothing(client)
  await press(client, 'Continue')
  await press(client, 'Create my agent')
  await heading(client, 'Your agent is ready')
  await press(client, 'Add to your website')
  const snippet = client.getByText('<script async src="')
  script = await snippet.innerText()
  expect(script).toContain(`src="${agency}/widget/na/`)
  agentId = /\/widget\/na\/([\w-]+)\.js/.exec(script)?.[1] ?? ''
  await namesNothing(client)
  await press(client, 'Continue to Dashboard')
  await heading(client, 'Acme Tea')
  await namesNothing(client)
})

test('a visitor talks to the agent on the client’s website', async () => {
  await byCall.call('agents.save', {
    params: { region: 'na', agentId },
    body: { enableHumanHandoff: true, enableNodes: false, messageDelayMS: 0, vg_defaultModel: 'gpt-4o' },
  })
  await started.settled()
  await visitor.goto(site.url)
  await launcher(visitor).click()
  await say(visitor, 'When do you send the first flush?')
  await answered(visitor)
  await replies(visitor).filter({ hasText: 'Our tea leaves on Friday.' }).waitFor()
  await namesNothing(visitor)
})

test('the client answers a visitor who asks for a person', async () => {
  await say(visitor, 'I want to talk to a person')
  await client.getByRole('link', { name: 'Conversations' }).first().click()
  await client.getByText('When do you send the first flush?').first().click()
  await press(client, 'Take over')
  await client.getByRole('textbox', { name: /reply/i }).fill('Nora here: it is in the post.')
  await client.keyboard.press('Control+Enter')
  await replies(visitor).filter({ hasText: 'Nora here: it is in the post.' }).waitFor()
  await namesNothing(client)
  await namesNothing(visitor)
  await press(client, 'Hand back')
})

test('the client runs out of credits, sees it, and is given more', async () => {
  const organisations = async () => (await byCall.call('organisations.list', own())).items
  const [acme] = await organisations()
  if (!acme) throw new Error('The client has no organization')
  const { organisationId: kept } = await byCall.call('organisations.create', {
    ...own(),
    body: { name: 'Kept', allowBilling: true },
  })
  // The switch waits for a payment account, which nobody has here.
  await byCall.call('organisations.save', {
    params: { ...own().params, organisationId: acme.ID },
    body: { allowBilling: true },
  })
  // All other credits of the agency are somewhere else.
  await started.settled()
  const { balance } = await byCall.call('credits.history', own())
  await byCall.call('organisations.transferCredits', {
    params: { ...own().params, organisationId: kept },
    body: { from: 'workspace', amount: balance },
  })
  await say(visitor, 'And the second flush?')
  await chatSays('This assistant is out of service at the moment.')
  await namesNothing(visitor)
  await client.getByRole('button', { name: '0.0 credits' }).waitFor()

  await byCall.call('organisations.transferCredits', {
    params: { ...own().params, organisationId: kept },
    body: { from: 'organisation', amount: 50 },
  })
  await team.goto(
    `${product}/app/na/clients?organizations=true&organization=${acme.ID}&organizationTab=credits`,
  )
  await team.getByLabel('Amount of credits').fill('50')
  await team.keyboard.press('Enter')
  await sees(team, 'Credits transferred successfully!')
  await client.getByRole('button', { name: '50.0 credits' }).waitFor()
  const before = await replies(visitor).filter({ hasText: 'Our tea leaves on Friday.' }).count()
  await say(visitor, 'And the third flush?')
  await expect
    .poll(() => replies(visitor).filter({ hasText: 'Our tea leaves on Friday.' }).count())
    .toBe(before + 1)
  // The organization pays, for the workspace has nothing left.
  const left = async () => (await organisations()).find(({ ID }) => ID === acme.ID)?.balance
  await expect.poll(left).toBeLessThan(50)
})

const chatSays = (text: string) => visitor.frameLocator('.panel iframe').getByText(text).last().waitFor()

test('the auditor reads it all, and the log is whole', async () => {
  await started.settled()
  for (const type of [
    ...[
      'AgencyRenamed',
      'AgencyThemeChanged',
      'DomainWentLive',
      'EmailDomainVerified',
      'ClientCreated',
      'AgentCreated',
    ],
    ...['ConversationStarted', 'AgentReplied', 'OwnershipChanged', 'ReplyFailed', 'CreditsTransferred'],
  ]) {
    const { items } = await byCall.call('audit.timeline', { ...own(), query: { type } })
    expect(items.length, type).toBeGreaterThan(0)
  }
  await team.goto(`${product}/app/na/audit`)
  const timeline = team.getByRole('main')
  await timeline.getByText('50 credits').and(team.locator(':visible')).first().waitFor()
  await team.getByRole('tab', { name: 'Verification' }).click()
  await press(team, 'Verify now')
  await sees(team, 'No tampering detected')
})

test('no mail to the client and no answer of the server named the product', async () => {
  const toNora = mails.rawTo(nora.email)
  expect(toNora.length).toBeGreaterThan(0)
  // As they are read, and as they came.
  for (const { subject, from, text, html } of mails.mailsTo(nora.email))
    expect(namesIn(JSON.stringify({ subject, from, text, html }))).toEqual([])
  for (const { raw, returnPath } of toNora) {
    expect(namesIn(raw.toString())).toEqual([])
    expect(returnPath).toMatch(new RegExp(`@(?:[\\w-]+\\.)?${mailDomain}$`))
  }
  expect(answers.length).toBeGreaterThan(50)
  for (const answer of answers) {
    const { url, headers } = { url: answer.url(), headers: JSON.stringify(answer.headers()) }
    expect(namesIn(`${url} ${headers}`)).toEqual([])
  }
})
