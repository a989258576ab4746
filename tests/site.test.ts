/** The public site: what each page says of itself, where its links lead, and what the operator configures. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addOnCatalogue, planCatalogue } from '@parley/contracts/billing/catalogue.ts'
import { legalPages } from '@parley/host/pages/site/legal-pages.ts'
import { productPages } from '@parley/host/pages/site/product-pages.ts'
import { siteAgentId } from '@parley/host/pages/site/site-agent.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const pages = [
  '/',
  ...productPages.map(({ path }) => path),
  '/pricing',
  ...legalPages.map((page) => `/legal/${page}`),
  '/thank_you',
]
const open = (parley: TestPlatform, path: string, headers: Record<string, string> = {}) =>
  fetch(parley.url + path, { headers, redirect: 'manual' })

describe('without configuration', () => {
  let parley: TestPlatform
  let person: Person
  beforeAll(async () => {
    parley = await startTestPlatform()
    person = await parley.signUp()
  })
  afterAll(() => parley?.stop())

  test.each(pages)(
    '%s has one heading, a title and a description of its own, and no script',
    async (path) => {
      const answer = await open(parley, path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'none'")
      const html = await answer.text()
      expect(html.match(/<h1[ >]/g)).toHaveLength(1)
      expect(html).not.toMatch(/<script|\{\{/)
      expect(html).toMatch(/<title>[^<]{5,70}<\/title>/)
      expect(html).toMatch(/<meta name="description" content="[^"]{5,180}">/)
      const isListed = path !== '/thank_you'
      expect(html.includes(`<link rel="canonical" href="${parley.config.publicUrl}${path}">`)).toBe(isListed)
      expect(html.includes('noindex')).toBe(!isListed)
    },
  )

  test('every link of every page leads somewhere', async () => {
    const links = new Set<string>()
    for (const path of pages)
      for (const [, link = ''] of (await (await open(parley, path)).text()).matchAll(/href="(\/[^"#]*)"/g))
        links.add(link)
    expect(links.size).toBeGreaterThan(9)
    for (const link of links) expect([link, (await fetch(parley.url + link)).status]).toEqual([link, 200])
  })

  test('the sitemap lists the pages for search engines, and robots.txt names it', async () => {
    const sitemap = await (await open(parley, '/sitemap.xml')).text()
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
    expect(listed).toEqual(pages.slice(0, -1).map((path) => parley.config.publicUrl + path))
    expect(await (await open(parley, '/robots.txt')).text()).toContain(
      `Sitemap: ${parley.config.publicUrl}/sitemap.xml`,
    )
  })

  test('the header leads to every page of the specification, and each says what is not available yet', async () => {
    const html = await (await open(parley, '/pricing')).text()
    const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'))
    for (const path of [
      ...['/whatsapp', '/instagram-integration', '/messenger-integration', '/voice-agent', '/chatbot'],
      ...[
        '/integrations/google-calendar',
        '/integrations/shopify',
        '/whitelabel-landing',
        '/pricing',
        '/login',
      ],
    ])
      expect(header).toContain(`href="${path}"`)
    for (const { path, today, notYet } of productPages) {
      expect(today.length).toBeGreaterThan(0)
      const page = await (await open(parley, path)).text()
      expect(page.includes('Not available yet')).toBe(notYet.length > 0)
    }
  })

  test('the prices are those of the catalogue, which are those of the specification', async () => {
    const html = await (await open(parley, '/pricing')).text()
    for (const price of ['$20', '€17.50', '£15', '$144', '€126', '£108', '$1,000', '$200', '$1,440', '$72'])
      expect(html).toContain(price)
    for (const { label } of [...planCatalogue, ...addOnCatalogue]) expect(html).toContain(label)
    expect(html).toContain('Plans can’t be bought here yet')
    for (const { monthly, yearly } of planCatalogue)
      if (yearly) expect(yearly.USD).toBeCloseTo(monthly.USD * 12 * 0.6)
  })

  test('whoever is signed in goes from the landing page to the dashboard', async () => {
    const answer = await open(parley, '/', { cookie: `parley_session=${person.token}` })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/app/'])
  })

  test('whoever is signed in is led on from the pages to sign in and up, and nobody else', async () => {
    const cookie = `parley_session=${person.token}`
    const led = async (path: string, headers: Record<string, string>) => {
      const answer = await open(parley, path, headers)
      return [answer.status, answer.headers.get('location')]
    }
    for (const path of ['/login', '/signup', '/login?next=https%3A%2F%2Fother.example'])
      expect(await led(path, { cookie }), path).toEqual([302, '/app/'])
    expect(await led('/signup?next=%2Fapp%2Fjoin', { cookie })).toEqual([302, '/app/join'])
    const others = ['/forgot', '/client/login', '/login?next=%2Fprototype%3Fvg_id%3Da']
    for (const path of others) expect((await led(path, { cookie }))[0], path).not.toBe(302)
    for (const path of ['/login', '/signup']) {
      expect((await led(path, {}))[0], path).not.toBe(302)
      expect((await led(path, { cookie: 'parley_session=ended' }))[0], path).not.toBe(302)
    }
  })

  test.each(['clients', 'agency', 'events', 'credentials', 'automations', 'sessions', 'prompts'])(
    '/%s leads to that page of the dashboard',
    async (page) => {
      const answer = await open(parley, `/${page}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `/app/${page}`])
    },
  )

  test('the landing page shows the agent of this installation as soon as there is one, and no other', async () => {
    const save = (agentId: string) =>
      person.client.call('agents.save', { params: { region: 'na', agentId }, body: { title: 'Guide' } })
    await save('another-agent-id')
    expect(await (await open(parley, '/')).text()).not.toContain('/widget/na/another')
    const agentId = siteAgentId(parley.config.masterKey, 'na')
    await save(agentId)
    await parley.settled()
    const answer = await open(parley, '/')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(await answer.text()).toContain(`<script async src="/widget/na/${agentId}.js"></script>`)
    await person.client.call('agents.delete', { params: { region: 'na', agentId } })
    await parley.settled()
    expect(await (await open(parley, '/')).text()).not.toContain('<script')
  })

  test('legal pages are marked as templates and show what is not configured', async () => {
    for (const page of legalPages) {
      const html = await (await open(parley, `/legal/${page}`)).text()
      expect(html).toContain('Template. This text is an example')
      if (page !== 'cookie-policy') expect(html).toMatch(/\[(name|e-mail address) of the operator\]/)
    }
  })
})

describe('with configuration', () => {
  let parley: TestPlatform
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-legal-'))
    await writeFile(join(folder, 'tos.md'), '# Our terms\n\n{{name}} & <b>partners</b>, {{email}}')
    parley = await startTestPlatform({
      OPERATOR_NAME: 'Fjord & Sons <Ltd>',
      OPERATOR_ADDRESS: '1 Quay, Bergen',
      OPERATOR_EMAIL: 'legal@fjord.example',
      LEGAL_DIR: folder,
      SITE_AGENT: 'eu/some-agent',
      DOCS_URL: 'https://docs.fjord.example/?a=1&b=2',
      AFFILIATE_URL: 'https://partners.fjord.example',
    })
  })
  afterAll(async () => {
    await parley?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('the templates name the operator', async () => {
    const html = await (await open(parley, '/legal/privacy-policy')).text()
    expect(html).toContain('Fjord &amp; Sons &lt;Ltd&gt;, 1 Quay, Bergen, legal@fjord.example')
    expect(html).not.toContain('of the operator]')
  })

  test('a text of the operator replaces the template and its mark, and its HTML is shown as text', async () => {
    const html = await (await open(parley, '/legal/tos')).text()
    expect(html).toContain(
      '<h1>Our terms</h1><p>Fjord &amp; Sons &lt;Ltd&gt; &amp; &lt;b&gt;partners&lt;/b&gt;, legal@fjord.example</p>',
    )
    expect(html).not.toContain('class="template"')
    expect(await (await open(parley, '/legal/gdpr')).text()).toContain('class="template"')
  })

  test('the header leads to the other websites that are configured, and to no others', async () => {
    const html = await (await open(parley, '/pricing')).text()
    const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'))
    const links = [...header.matchAll(/<a href="(https:[^"]*)" rel="noopener">([^<]*)</g)]
    expect(links.map(([, address, label]) => [label, address])).toEqual([
      ['Affiliate', 'https://partners.fjord.example'],
      ['Docs', 'https://docs.fjord.example/?a=1&amp;b=2'],
    ])
  })

  test('the landing page loads the widget of the agent, and nothing else of other origins', async () => {
    const answer = await open(parley, '/')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(await answer.text()).toContain('<script async src="/widget/eu/some-agent.js"></script>')
  })
})
