/** An agency's domains in a real browser: added, mailed, verified, served over TLS by the real Caddy, and deleted. */
import { get } from 'node:https'
import { connect } from 'node:tls'
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningCaddy, startCaddy } from '../src/caddy.ts'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

const domain = 'app.northwind.example'
let dns: TestDns
let caddy: RunningCaddy
let page: Page
let started: TestPlatform
let person: Person

beforeAll(async () => {
  dns = await startTestDns()
  dns.set('edge.parley.example', { A: ['127.0.0.1'] })
  caddy = await startCaddy()
})
afterAll(async () => {
  await caddy?.stop()
  await dns?.stop()
})
eachSignedIn(
  (given) => {
    ;({ page, started, person } = given)
  },
  {
    // Chromium reports the refusals that the forms show, and the failure that a test makes.
    expected: /vercel-api|agency\/domains/,
    env: () => ({
      PORT: `${caddy.apiPort}`,
      TRUST_PROXY: 'true',
      DNS_SERVERS: dns.address,
      DOMAINS_CNAME: 'edge.parley.example',
      DOMAINS_PORT: `${caddy.httpsPort}`,
      SUBDOMAIN_ROOT: 'agents.example',
      ALLOW_PRIVATE_ADDRESSES: `${domain}:${caddy.httpsPort}`,
    }),
  },
)

const sees = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
const openTab = async () => {
  await page.goto(`${started.url}/app/na/agency?tab=domains`)
  await page.getByRole('textbox', { name: 'Custom domain' }).waitFor()
}
const section = (name: string) => page.getByRole('region', { name })
const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

/** The answer to a request over TLS at a host, with its certificate checked. */
const ask = (host: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const at = { host: '127.0.0.1', port: caddy.httpsPort, servername: host, headers: { host } }
    get({ ...at, path, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })

/** For which host there is a certificate; undefined if the connection is refused for want of one. */
const certificateOf = (host: string) =>
  new Promise<string | undefined>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: caddy.httpsPort, servername: host }, () => {
      resolve(socket.getPeerCertificate().subjectaltname)
      socket.destroy()
    })
    socket.on('error', () => resolve(undefined))
  })

test('a custom domain is added, proven by its records, and opens the sign-in page over TLS', async () => {
  const { client, workspaceId } = person
  const place = { params: { region: 'na', workspaceId } } as const
  await client.call('agency.initialize', place)
  const palette = Array.from({ length: 10 }, (_, nth) => [142, 72, 5 + nth * 10])
  const theme = { primary: '#15803d', nineColorPallet: palette, themeType: 'light' }
  await client.call('agency.save', {
    ...place,
    body: { name: 'Northwind', customThemeJSONString: JSON.stringify(theme) },
  })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTab()
  const custom = section('Custom domain')
  await custom.getByLabel('Custom domain').fill(' App.Northwind.Example. ')
  await custom.getByRole('button', { name: 'Add domain' }).click()
  await sees('Domain added successfully! Please add the DNS records.')
  await sees('Domain not verified.')
  await sees('DNS propagation can take 24 to 48 hours.')

  const table = page.getByRole('table', { name: 'DNS records' })
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Type', 'Name', 'Value'])
  await table.getByRole('button', { name: /^Copy domain-verification=/ }).click()
  await table.getByRole('button', { name: /^domain-verification=.* copied$/ }).waitFor()
  const value = await clipboard()
  expect(value).toMatch(/^domain-verification=[A-Za-z0-9]{32}$/)
  await table.getByRole('button', { name: 'Copy edge.parley.example' }).press('Enter')
  await expect.poll(clipboard).toBe('edge.parley.example')
  await page.getByRole('button', { name: 'How to add records' }).click()
  await page.getByRole('dialog', { name: 'How to add records' }).getByText('propagation').waitFor()
  await page.keyboard.press('Escape')
  expect(await certificateOf(domain)).toBeUndefined()

  await page.getByRole('button', { name: 'Email Your Developer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send DNS Instructions' })
  const send = dialog.getByRole('button', { name: 'Send Email' })
  expect(await send.isDisabled()).toBe(true)
  await dialog.getByLabel('Recipient email').fill('dev@agency')
  await dialog.getByText('Please enter a valid email address').waitFor()
  expect(await send.isDisabled()).toBe(true)
  await dialog.getByLabel('Recipient email').press('Enter')
  await sees('Please enter a valid recipient email.')
  await dialog.getByRole('button', { name: 'Copy Instructions' }).click()
  await expect.poll(clipboard).toContain(value)
  await dialog.getByLabel('Recipient email').fill('dev@agency.example')
  await dialog.getByLabel('Instructions').fill(`Set ${value} please & thanks`)
  await send.click()
  await dialog.waitFor({ state: 'detached' })
  const mailed = await page.request.get(`${started.url}/dev/mail.json`)
  const { items } = (await mailed.json()) as { items: { to: string; subject: string; text: string }[] }
  expect(items.find(({ to }) => to === 'dev@agency.example')).toMatchObject({
    subject: `DNS records for ${domain}`,
    text: `Set ${value} please & thanks`,
  })

  dns.set(domain, { CNAME: 'edge.parley.example' })
  await table.getByRole('img', { name: 'Found in DNS', exact: true }).waitFor()
  expect(await certificateOf(domain)).toBeUndefined()
  dns.set(`_domain-verification.${domain}`, { TXT: [value] })
  await sees('Domain is live!')
  expect(await certificateOf(domain)).toBe(`DNS:${domain}`)
  for (const other of [`x.${domain}`, 'northwind.example', 'evil.example'])
    expect(await certificateOf(other)).toBeUndefined()
  expect(await ask(domain, `/api/tls/ask?domain=${domain}`)).toBe(403)

  const browser = await launchBrowser({ localHosts: '*.example' })
  try {
    const visitor = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
    await visitor.goto(`https://${domain}:${caddy.httpsPort}/login`, { timeout: patience })
    await visitor.getByRole('heading', { name: 'Sign In' }).waitFor({ timeout: patience })
    // Under the agency's brand, and signed in there like at the product's own address.
    expect(await visitor.title()).toBe('Sign In · Northwind')
    await visitor.locator('[data-part=brand]', { hasText: 'Northwind' }).waitFor()
    const filled = visitor.getByRole('button', { name: 'Sign In', exact: true })
    expect(await visitor.getByRole('link', { name: 'Sign Up' }).count()).toBe(0)
    expect(await visitor.locator('body').innerText()).not.toMatch(/parley/i)
    await visitor.getByLabel('Email').fill(person.email)
    await visitor.getByLabel('Password', { exact: true }).fill(person.password)
    await expect
      .poll(() => filled.evaluate((button) => getComputedStyle(button).backgroundColor))
      .toBe('rgb(21, 128, 61)')
    await filled.click()
    await visitor.locator('[data-part=brand]', { hasText: 'Northwind' }).waitFor({ timeout: patience })
    await visitor.waitForURL(/\/(app|onboarding)/, { timeout: patience })
  } finally {
    await browser.close()
  }

  await page.getByRole('button', { name: 'Delete Domain' }).click()
  await sees(`Are you sure you want to delete ${domain}?`)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Domain' }).click()
  await sees('Domain deleted successfully..')
  await custom.getByLabel('Custom domain').waitFor()
  // Caddy keeps its certificate, and nothing is served under it.
  await expect.poll(() => ask(domain, '/login')).toBe(421)
})

test('what is no domain is refused with why, and an unverified one is cancelled', async () => {
  await openTab()
  const custom = section('Custom domain')
  const add = custom.getByRole('button', { name: 'Add domain' })
  for (const [entered, problem] of [
    ['', 'Please enter a custom domain'],
    ['north.com', 'Please input a subdomain: "app.north.com"'],
    ['x.agents.example', 'This domain already exists on another account.'],
  ] as const) {
    await custom.getByLabel('Custom domain').fill(entered)
    await add.click()
    await custom.getByText(problem).waitFor()
  }
  const own = section('Subdomain')
  await own.getByLabel('Subdomain').fill('North Wind')
  await own.getByRole('button', { name: 'Add subdomain' }).click()
  await own.getByText('northwind.agents.example').waitFor()
  await own.getByText('Domain not verified.').waitFor()
  await lookAt(page, 'agency-domains-unverified-subdomain')
  await page.setViewportSize({ width: 1280, height: 900 })
  await own.getByRole('button', { name: 'Cancel' }).click()
  await own.getByLabel('Subdomain').waitFor()
})

test('looks right in every state, and says so when it could not be loaded', async () => {
  await openTab()
  await lookAt(page, 'agency-domains-empty')
  const params = { region: 'na' } as const
  const other = 'clients.harbour.example'
  const { data } = await person.client.call('domains.add', {
    params,
    body: { customDomain: other, isCustomDomain: true },
  })
  await sees('Domain not verified.')
  await lookAt(page, 'agency-domains-records')
  await page.getByRole('button', { name: 'Email Your Developer' }).click()
  await page.getByRole('dialog', { name: 'Send DNS Instructions' }).waitFor()
  await lookAt(page, 'agency-domains-dialog')
  await page.keyboard.press('Escape')
  const [proof] = data.verification
  dns.set(proof?.domain ?? '', { TXT: [proof?.value ?? ''] })
  dns.set(other, { CNAME: 'edge.parley.example' })
  await sees('Generating SSL certificate.')
  await sees('Domain verified successfully.')
  await lookAt(page, 'agency-domains-verified')

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.route('**/agency/domains', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await sees('The domains could not be loaded')
  await page.unroute('**/agency/domains')
  await page.getByRole('button', { name: 'Try again' }).click()
  await sees('Domain verified successfully.')

  const removeAt = new Date(Date.now() + 6 * 86_400_000).toISOString()
  await page.route('**/agency/domains', async (route) => {
    const answer = await route.fetch()
    const domains = await answer.json()
    await route.fulfill({ json: { ...domains, custom: { ...domains.custom, isLive: true, removeAt } } })
  })
  await page.reload()
  await sees('This domain no longer leads here')
  expect(await page.getByText('Domain is live!').count()).toBe(0)
  await page.getByRole('table', { name: 'DNS records' }).waitFor()
  await lookAt(page, 'agency-domains-elsewhere')
})
