import { expect, test } from 'vitest'
import { pageLink, pushPayload } from './push-payload.ts'

test.each(['a', 'ü', '語', '👩‍🚀', '\u0001'])('fits what push services take, of a text of %j', (letter) => {
  const url = `https://shop.example/${'x'.repeat(1_470)}`
  const payload = pushPayload({
    title: letter.repeat(200),
    text: letter.repeat(4_000),
    url,
    tag: 'campaign-1',
  })
  expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(3_800)
  expect(payload).toMatchObject({ url, tag: 'campaign-1' })
  expect(payload.body).toMatch(/…$/)
  expect(payload.title).not.toContain('\ufffd')
})

test('says a short text as it is, and nothing else', () => {
  const payload = pushPayload({ title: 'Hi', text: 'Tea?', url: 'https://a.example/', tag: 't' })
  expect(payload).toEqual({ title: 'Hi', body: 'Tea?', url: 'https://a.example/', tag: 't' })
})

test.each([
  ['https://shop.example/tea?colour=green#top', 'https://shop.example/tea?colour=green#top'],
  ['https://shop.example/reset?token=…', 'https://shop.example/reset'],
  // Its path must not be read as another host, or as none.
  ['https://shop.example//else.example/reset?token=…#top', 'https://shop.example//else.example/reset'],
  ['https://shop.example//?token=…', 'https://shop.example//'],
  ['http://localhost:8080/', 'http://localhost:8080/'],
  ['javascript:alert(1)', undefined],
  ['file:///etc/passwd', undefined],
  ['no address', undefined],
  [undefined, undefined],
  [`https://shop.example/${'x'.repeat(1_500)}`, undefined],
])('opens of %s: %s', (pageUrl, expected) => expect(pageLink(pageUrl)).toBe(expected))
