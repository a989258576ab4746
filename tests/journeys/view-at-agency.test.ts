/**
 * Whoever is signed in at the product's own host sees a client's dashboard at the agency's domain, over TLS through the real
 * Caddy, and comes back; the token that leads there is in no address that the browser remembers, and in no log.
 */
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domainsIn, signUpAgency } from '../src/agency-domain.ts'
import { type RunningCaddy, startCaddy } from '../src/caddy.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { passOnboarding } from './signed-in.ts'

const domain = 'app.studio.example'
let dns: TestDns
let caddy: RunningCaddy
let parley: TestPlatform
let owner: Person
let browser: Browser
let product = ''
beforeAll(async () => {
  dns = await startTestDns()
  caddy = await startCaddy()
  const { apiPort, httpsPort } = caddy
  product = `https://parley.example:${httpsPort}`
  parley = await startTestPlatform({
    ...{ PORT: `${apiPort}`, PUBLIC_URL: product, TRUST_PROXY: 'true', ...domainsIn(dns) },
    ...{
      DOMAINS_PORT: `${httpsPort}`,
      ALLOW_PRIVATE_ADDRESSES: `${domain}:${httpsPort}`,
      CLIENT_SEATS: '20',
    },
  })
  owner = await signUpAgency(domain, { parley, dns })
  await passOnboarding(owner)
  browser = await launchBrowser({ localHosts: '*.example' })
})
afterAll(async () => {
  await browser?.close()
  await parley?.stop()
  await caddy?.stop()
  await dns?.stop()
})

test('an admin at the product views as a client at the agency’s domain, and comes back', async () => {
  const params = { region: 'na' as const, workspaceId: owner.workspaceId }
  await owner.client.call('agency.save', { params, body: { name: 'Studio' } })
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const { organisationId: orgId } = await owner.client.call('organisations.create', { params, body: {} })
  const { clientId } = await owner.client.call('clients.create', {
    params,
    body: {
      ...{ orgId, name: 'Cleo Client', email: 'cleo@acme.example', dashboardPassword: 'fifteen letters' },
      ...{ widgetIDs: [agentCreated.ID], canAccess: ['/home'] },
    },
  })
  const context = await browser.newContext({
    ...{ locale: 'en-GB', ignoreHTTPSErrors: true, viewport: { width: 1280, height: 900 } },
  })
  context.setDefaultTimeout(patience)
  await context.addCookies([{ name: 'parley_session', value: owner.token, url: product, secure: true }])
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  const page = await context.newPage()
  await page.goto(`${product}/app/na/clients?client=${clientId}`)
  await page.getByRole('button', { name: 'View as client', exact: true }).click()
  const bar = page.getByRole('region', { name: 'View as client' })
  await bar.getByText('Viewing as Cleo Client').waitFor()
  await page.waitForURL((url) => url.hostname === domain && url.pathname.endsWith('/home'))
  await page.getByRole('heading', { name: 'Harbour Tea' }).waitFor()

  // Neither an address that was asked for nor an entry of the history holds the token.
  const session = await context.newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  const addresses = entries.map(({ url }) => url)
  expect(addresses.some((url) => url.includes('/clients?client='))).toBe(true)
  expect([...addresses, ...asked].filter((url) => url.split('#')[0]?.includes('cv1.'))).toEqual([])
  expect(addresses.filter((url) => url.includes('cv1.'))).toEqual([])
  await lookAt(page, 'view-at-agency')
  await page.setViewportSize({ width: 1280, height: 900 })

  await bar.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(`${product}/app/na/clients`)
  await page.getByText('Cleo Client').first().waitFor()
  await context.close()
})
