/** An organisation's own OpenID provider in the browser: set up in its drawer, and its people sign in at the agency's host. */
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectDomain, domainsIn } from '../src/agency-domain.ts'
import { type RunningCaddy, startCaddy } from '../src/caddy.ts'
import { type OpenIdDouble, startOpenIdProvider } from '../src/openid-provider.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { passOnboarding } from './signed-in.ts'

const domain = 'app.north.example'
const url = `https://${domain}`
let dns: TestDns
let provider: OpenIdDouble
let caddy: RunningCaddy
let parley: TestPlatform
let owner: Person
let browser: Browser
let acme: string
const contexts: BrowserContext[] = []

beforeAll(async () => {
  dns = await startTestDns()
  provider = await startOpenIdProvider(() => url, '/client/login/openid')
  caddy = await startCaddy()
  parley = await startTestPlatform({
    ...{ ...domainsIn(dns), PORT: String(caddy.apiPort), TRUST_PROXY: 'true', CLIENT_SEATS: '20' },
    ALLOW_PRIVATE_ADDRESSES: new URL(provider.issuer).host,
  })
  owner = await parley.signUp()
  const { client, region, workspaceId } = owner
  const place = { params: { region, workspaceId } }
  await client.call('agency.initialize', place)
  await client.call('agency.save', { ...place, body: { name: 'Northwind' } })
  await passOnboarding(owner)
  await connectDomain(domain, client, { dns, url: parley.url })
  const agent = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Shop', agentTemplate: 'blank-template' },
  })
  const body = { name: 'Acme', widgetIDs: [agent.agentCreated.ID], defaultClientAccess: ['/home'] }
  acme = (await client.call('organisations.create', { ...place, body })).organisationId
  browser = await launchBrowser({ localHosts: domain, localTlsPort: caddy.httpsPort })
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await parley?.stop()
  await caddy?.stop()
  await provider?.stop()
  await dns?.stop()
})

async function stranger(options: object = {}): Promise<Page> {
  const context = await browser.newContext({
    ...{ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ignoreHTTPSErrors: true, ...options },
  })
  context.setDefaultTimeout(patience)
  contexts.push(context)
  return context.newPage()
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  // What the person lets Parley know.
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
}

test('the agency sets it up in the drawer of the organisation, tests it, and reads what is wrong', async () => {
  const page = await stranger()
  await page.context().addCookies([{ name: 'parley_session', value: owner.token, url: parley.url }])
  await page.goto(
    `${parley.url}/app/na/clients?organizations=true&organization=${acme}&organizationTab=sign-on`,
  )
  const section = page.getByRole('region', { name: 'Single sign-on' })
  expect(await section.getByLabel('redirect address', { exact: true }).innerText()).toBe(
    `${url}/client/login/openid`,
  )
  await section.getByLabel('Issuer').fill(`${provider.issuer}/other`)
  await button(page, 'Test connection').click()
  await section.getByRole('alert').getByText('answers with 404').waitFor()
  await section.scrollIntoViewIfNeeded()
  await lookAt(page, 'organisation-openid-problem')
  await section.getByLabel('Issuer').fill(provider.issuer)
  await button(page, 'Test connection').click()
  await section.getByText('The provider answers as it should.').waitFor()
  await section.getByLabel('Client ID').fill(provider.clientId)
  await button(page, 'Save single sign-on').click()
  await section.getByText('Please enter a domain of its e-mail addresses.').waitFor()
  await section.getByLabel('E-mail domains').fill('acme.example,')
  await button(page, 'Save single sign-on').click()
  await section.getByText('Please enter the client secret.').waitFor()
  await section.getByLabel('Client secret').fill(provider.clientSecret)
  await section.getByLabel('Create clients at first sign-in').click()
  await button(page, 'Save single sign-on').click()
  await page.getByText('Single sign-on was saved').waitFor()
  await page.reload()
  await section.getByText('It is not shown again. Left empty, it stays as it is.').waitFor()
  expect(await section.getByLabel('Client secret').inputValue()).toBe('')
  await section.getByLabel('Only this way').scrollIntoViewIfNeeded()
  await lookAt(page, 'organisation-openid')
})

test('its people are led to the provider by their address, and come back signed in at the agency’s host', async () => {
  provider.people.set('nora', { email: 'nora@acme.example', email_verified: true, name: 'Nora Acme' })
  const page = await stranger()
  await page.goto(`${url}/client/login`)
  await page.getByLabel('Email').fill('nora@acme.example')
  await button(page, 'Sign in with Acme').waitFor()
  await lookAt(page, 'client-sign-in-openid')
  await page.getByLabel('Email').fill('nora@elsewhere.example')
  await button(page, 'Sign in with Acme').waitFor({ state: 'detached' })
  await page.getByLabel('Email').fill('nora@acme.example')
  await button(page, 'Sign in with Acme').click()
  await signInAtProvider(page, 'nora')
  await page.waitForURL(`${url}/app/na/agents/*/home`)
  const answer = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'csrf-check': '1' }
    return (await fetch('/api/auth/client/refresh', { method: 'POST', headers, body: '{}' })).status
  })
  expect(answer).toBe(200)
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'parley_session')).toMatchObject({ domain, httpOnly: true })
})

test('the agency unlinks one of them, who is linked again when it signs in the next time', async () => {
  const page = await stranger()
  await page.context().addCookies([{ name: 'parley_session', value: owner.token, url: parley.url }])
  await page.goto(`${parley.url}/app/na/clients`)
  await page.getByRole('link', { name: 'Nora Acme' }).click()
  const drawer = page.getByRole('dialog', { name: /^Nora Acme/ })
  const unlink = drawer.getByRole('button', { name: 'Unlink' })
  await unlink.click()
  const question = page.getByRole('dialog', { name: 'Unlink Nora Acme?' })
  await lookAt(page, 'client-unlink')
  await question.getByRole('button', { name: 'Unlink' }).click()
  await unlink.waitFor({ state: 'detached' })
  const person = await stranger()
  await person.goto(`${url}/client/login`)
  await person.getByLabel('Email').fill('nora@acme.example')
  await button(person, 'Sign in with Acme').click()
  await signInAtProvider(person, 'nora')
  await person.waitForURL(`${url}/app/na/agents/*/home`)
  await unlink.waitFor()
})

test('an address to go on to leads to no other site', async () => {
  provider.people.set('next', { email: 'next@acme.example', email_verified: true, name: 'Next' })
  const page = await stranger()
  await page.goto(`${url}/client/login?next=${encodeURIComponent('//evil.example/app/na/agents/')}`)
  await page.getByLabel('Email').fill('next@acme.example')
  await button(page, 'Sign in with Acme').click()
  await signInAtProvider(page, 'next')
  await page.waitForURL(`${url}/app/na/agents/*/home`)
})

test('what went wrong stays on the page, in the language of the client, and in no address', async () => {
  const page = await stranger({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
  await page.goto(`${url}/client/login`)
  await page.getByLabel('E-Mail').fill('ada@acme.example')
  await button(page, 'Mit Acme anmelden').click()
  await page.getByRole('link', { name: /cancel/i }).click()
  await page
    .getByRole('alert')
    .getByText('Sie haben die Anmeldung mit Ihrer Organisation abgebrochen.')
    .waitFor()
  expect(page.url()).toBe(`${url}/client/login`)
  await lookAt(page, 'client-openid-cancelled')

  provider.people.set('liar', { email: 'liar@acme.example', email_verified: false })
  await page.getByLabel('E-Mail').fill('ada@acme.example')
  await button(page, 'Mit Acme anmelden').click()
  await signInAtProvider(page, 'liar')
  await page.getByText('Ihre Organisation hat Ihre E-Mail-Adresse nicht bestätigt.').waitFor()

  // Opened without having begun.
  await page.goto(`${url}/client/login/openid?code=abc&state=def`)
  await page.getByText('in einem anderen Tab begonnen').waitFor()
  expect(page.url()).toBe(`${url}/client/login`)
})

test('only this way: the page asks for neither password nor code', async () => {
  const { client, region, workspaceId } = owner
  const params = { region, workspaceId, organisationId: acme }
  const { openId } = await client.call('organisations.openId', { params })
  if (!openId) throw new Error('It is not set up')
  await client.call('organisations.saveOpenId', { params, body: { ...openId, onlyOpenId: true } })
  const page = await stranger()
  await page.goto(`${url}/client/login`)
  await page.getByLabel('Email').fill('nora@acme.example')
  await button(page, 'Email Login Code').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
  await lookAt(page, 'client-sign-in-openid-only')
  await page.getByLabel('Email').press('Enter')
  await page.waitForURL(`${provider.issuer}/**`)
})
