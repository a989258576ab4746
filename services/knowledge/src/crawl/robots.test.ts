import { describe, expect, test } from 'vitest'
import { MOST_ROBOTS_BYTES, parseRobots } from './robots.ts'

const allowed = (text: string, path: string) =>
  parseRobots(text, 'ParleyBot').allows(`https://example.com${path}`)

describe('robots.txt', () => {
  test.each([
    [
      'the group that names us goes before that of all',
      'User-agent: *\nDisallow: /\nUser-agent: parleybot\nDisallow: /a',
      '/b',
      true,
    ],
    [
      'groups that name us are one',
      'User-agent: ParleyBot\nDisallow: /a\n\nUser-agent: ParleyBot\nDisallow: /b',
      '/a',
      false,
    ],
    [
      'agents in a row share a group',
      'User-agent: Other\nUser-agent: ParleyBot/2.0\nDisallow: /a',
      '/a',
      false,
    ],
    ['the longest rule that fits decides', 'User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['of two as long the one that allows', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['* stands for anything', 'User-agent: *\nDisallow: /*/private', '/x/private/y', false],
    ['$ for the end', 'User-agent: *\nDisallow: /*.pdf$', '/a.pdf', false],
    ['and nothing after it', 'User-agent: *\nDisallow: /*.pdf$', '/a.pdf?page=2', true],
    ['an empty rule forbids nothing', 'User-agent: *\nDisallow:', '/a', true],
    ['the file itself may always be read', 'User-agent: *\nDisallow: /', '/robots.txt', true],
    ['letters are the same written plain', 'User-agent: *\nDisallow: /über', '/%C3%BCber', false],
    ['and encoded, in either case', 'User-agent: *\nDisallow: /%c3%bcber', '/über', false],
    ['a byte order mark is passed over', '\uFEFFUser-agent: *\nDisallow: /a', '/a', false],
    ['comments are passed over', 'User-agent: * # all\nDisallow: /a # not this', '/a', false],
  ])('%s', (_what, text, path, expected) => {
    expect(allowed(text, path)).toBe(expected)
  })

  test('says how long to wait, of the group that counts', () => {
    const text = 'User-agent: *\nCrawl-delay: 5\n\nUser-agent: ParleyBot\nCrawl-delay: 2.5\nDisallow: /a'
    expect(parseRobots(text, 'ParleyBot').crawlDelay).toBe(2.5)
    expect(parseRobots('User-agent: *\nCrawl-delay: -2', 'ParleyBot').crawlDelay).toBeUndefined()
  })

  test('names sitemaps wherever they stand', () => {
    const text = 'Sitemap: /a.xml\nUser-agent: Other\nDisallow: /\nSitemap: https://example.com/b.xml'
    expect(parseRobots(text, 'ParleyBot').sitemaps).toEqual(['/a.xml', 'https://example.com/b.xml'])
  })

  test('made to wear the reader out is read like any other', () => {
    const half = MOST_ROBOTS_BYTES / 2
    const crowd = 'User-agent: *\n'.repeat(half / 14) + 'Disallow: /a\n'.repeat(half / 13)
    expect(allowed(crowd, '/a')).toBe(false)
    const stars = `User-agent: *\n${`Disallow: /${'*a'.repeat(240)}b$\n`.repeat(1_000)}`
    expect(allowed(stars, `/${'a'.repeat(4_000)}`)).toBe(true)
  })
})
