import { describe, expect, test } from 'vitest'
import { allowedOrigin, frameAncestors, isOriginAllowed } from './allowed-origins.ts'

const list = [
  'https://shop.example',
  'https://*.brand.example',
  'http://localhost:3000',
  'https://bücher.example',
]

describe('an allowed origin', () => {
  test.each([
    ['HTTPS://Shop.Example/', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://*.Brand.example:8443', 'https://*.brand.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('%s is kept as %s', (written, kept) => {
    expect(allowedOrigin.parse(written)).toBe(kept)
  })

  test.each([
    '',
    'shop.example',
    '*',
    'https://*',
    'https://*.',
    'https://a.*.example',
    'https://shop.example/path',
    'https://user@shop.example',
    'https://shop.example?x',
    'ftp://shop.example',
    'javascript://shop.example',
    "https://shop.example; script-src 'self'",
    'https://shop.example https://evil.example',
    'null',
  ])('%s is refused', (written) => {
    expect(allowedOrigin.safeParse(written).success).toBe(false)
  })
})

describe('the list', () => {
  test.each([
    'https://shop.example',
    'https://www.brand.example',
    'https://a.b.brand.example',
    'http://localhost:3000',
    'https://xn--bcher-kva.example',
  ])('allows %s', (origin) => {
    expect(isOriginAllowed(list, origin)).toBe(true)
  })

  test.each([
    undefined,
    '',
    'null',
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://brand.example',
    'https://evilbrand.example',
    'http://www.brand.example',
    'http://localhost',
    'http://localhost:3001',
    'https://shop.example/',
    'https://shop.example.',
    'https://user@shop.example',
  ])('refuses %s', (origin) => {
    expect(isOriginAllowed(list, origin)).toBe(false)
  })

  test('allows any origin when empty, and none when all entries are invalid', () => {
    expect(isOriginAllowed([], undefined)).toBe(true)
    expect(isOriginAllowed(['nonsense'], 'https://shop.example')).toBe(false)
  })

  test("becomes a directive that an entry can't extend", () => {
    expect(frameAncestors([])).toBeUndefined()
    expect(frameAncestors(['https://a.example', "x; script-src 'unsafe-inline'"])).toBe(
      "frame-ancestors 'self' https://a.example",
    )
  })
})
