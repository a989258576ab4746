import type { HostBrand } from '@parley/agency/host-brand.ts'
import { expect, test } from 'vitest'
import { brandedNotFound, brandedPage, brandManifest } from './host-brand.ts'

const page =
  '<!doctype html><head><title>Sign in</title><link rel="icon" href="data:," /><style>i{background:#0070f3}</style></head><body></body>'
const brand: HostBrand = {
  name: 'North & "Co" <script>$&',
  logo: '/api/na/public/files/one/logo.png',
  darkLogo: '',
  favicon: '/api/na/public/files/two/icon.png',
  primary: '#15803d',
  fontFamily: 'Brand',
  styles: 'a{content:"</style><script>alert(1)</script>"}',
  ...{ mainWebsite: '', tosPage: '', privacyPage: '' },
}

test('a page has the title, icon, colour and brand of the agency, whatever its name holds', () => {
  const html = brandedPage(page, brand)
  expect(html).toContain('<title>North &amp; &quot;Co&quot; &lt;script&gt;$&amp;</title>')
  expect(html).toContain('<link rel="icon" href="/api/na/public/files/two/icon.png" />')
  expect(html).toContain('i{background:#15803d}')
  expect(html.split('<style>a')[0]).not.toContain('<script>')
  const meta = /name="host-brand" content="([^"]+)"/.exec(html)?.[1] ?? ''
  const shown = meta
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  expect(JSON.parse(shown)).toEqual({
    ...{ name: brand.name, primary: '#15803d', logo: brand.logo, fontFamily: 'Brand' },
  })
})

test('the CSS of an agency can’t end its element', () => {
  expect(brandedPage(page, brand).match(/<\/style>/g)).toHaveLength(2)
})

test('a page is made once for a brand', () => {
  expect(brandedPage(page, brand)).toBe(brandedPage(page, brand))
  expect(brandedPage(page, { ...brand, name: 'South' })).toContain('<title>South</title>')
})

test('the manifest and the page for what there is not name the agency alone', () => {
  expect(JSON.parse(brandManifest(brand))).toMatchObject({ name: brand.name, icons: [{ src: brand.logo }] })
  expect(brandedNotFound(brand)).toContain('North &amp; &quot;Co&quot; &lt;script&gt;')
  expect(brandedNotFound(brand) + brandManifest(brand)).not.toMatch(/parley/i)
})

test('the page for what there is not has icon, logos and colour of the agency, or the first letter of its name', () => {
  const html = brandedNotFound({ ...brand, darkLogo: '/dark.png' })
  expect(html).toContain(`<link rel="icon" href="${brand.favicon}">`)
  expect(html).toContain('<source media="(prefers-color-scheme: dark)" srcset="/dark.png">')
  expect(html).toContain(`src="${brand.logo}"`)
  const without = brandedNotFound({ ...brand, logo: '', favicon: '', primary: '#ffe600' })
  expect(without).toContain('aria-hidden="true">N</span>')
  expect(without).toContain('background:#ffe600;color:#000000')
  expect(without).toContain('<link rel="icon" href="data:,">')
})

test('the page for what there is not is in the language of the reader', () => {
  expect(brandedNotFound(brand, ['sv', 'de-AT'])).toContain('<h1>Seite nicht gefunden</h1>')
  expect(brandedNotFound(brand, ['ar'])).toContain('<html lang="ar" dir="rtl">')
  expect(brandedNotFound(brand, ['sv'])).toContain('<h1>Page not found</h1>')
})
