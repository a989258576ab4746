import { expect, test } from 'vitest'
import { readHtml } from './extract-html.ts'

test('addresses longer than those of real pages are left out, since each link would be resolved against them', () => {
  const long = `https://a.example/${'x'.repeat(4_000)}`
  const { links, base, canonical } = readHtml(
    `<base href="${long}"><link rel="canonical" href="${long}"><a href="${long}">One</a><a href="/two">Two</a>`,
  )
  expect(links).toEqual(['/two'])
  expect(base).toBeUndefined()
  expect(canonical).toBeUndefined()
  expect(readHtml('<base href="/in/"><a href="x">One</a>')).toMatchObject({ base: '/in/', links: ['x'] })
})
