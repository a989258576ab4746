import { expect, test } from 'vitest'
import { normaliseUrl } from './web-address.ts'

test.each([
  ['HTTPS://Shop.Example:443//a//b#top', 'https://shop.example/a/b'],
  ['https://a.example/?b=2&utm_source=x&a=1&gclid=y', 'https://a.example/?a=1&b=2'],
  ['https://a.example/?b=2&b=1&a=%20+', 'https://a.example/?a=++&b=2&b=1'],
  ['https://a.example/?utm_source=x', 'https://a.example/'],
  ['https://a.example/?', 'https://a.example/'],
  ['https://a.example/x;jsessionid=1', 'https://a.example/x'],
  ['mailto:a@b.example', undefined],
  ['https://me:secret@a.example/', undefined],
])('%s becomes %s', (address, normal) => expect(normaliseUrl(address)).toBe(normal))

test('an address of many tracking parameters takes linear time', {
  timeout: 30_000,
}, () => {
  const marks = Array.from({ length: 200_000 }, (_, nth) => `utm_${nth}=1`).join('&')
  expect(normaliseUrl(`https://a.example/?${marks}&q=1`)).toBe('https://a.example/?q=1')
})
