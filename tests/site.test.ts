/** The public site: what each page says of itself, where its links lead, and what the operator configures. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { legalPages } from '@parley/host/pages/site/legal-pages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const pages = ['/', ...legalPages.map((page) => `/legal/${page}`), '/thank_you']
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

  test('whoever is signed in goes from the landing page to the dashboard', async () => {
    const answer = await open(parley, '/', { cookie: `parley_session=${person.token}` })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/app/'])
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

  test('the landing page loads the widget of the agent, and nothing else of other origins', async () => {
    const answer = await open(parley, '/')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(await answer.text()).toContain('<script async src="/widget/eu/some-agent.js"></script>')
  })
})
