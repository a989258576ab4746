import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { expect, test } from 'vitest'
import { createFetchFont } from './fetch-font.ts'

const file = (bytes = 20) => Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(bytes - 4)])
const face = (address: string, weight = 400) =>
  `@font-face { font-family: Lora; src: url(${address}) format('woff2'); font-weight: ${weight} }`

function webOf(pages: Record<string, string | Buffer>) {
  const asked: string[] = []
  const fetch: SafeFetch = async (url, { maxBytes = 0 } = {}) => {
    asked.push(url)
    const page = pages[url]
    const body = Buffer.from(page ?? 'Not found')
    if (body.length > maxBytes) return { ok: false, code: 'too-large', message: 'Too large.' }
    return {
      ok: true,
      status: page !== undefined ? 200 : url.includes('wght@') ? 400 : 404,
      headers: {},
      body,
      cut: false,
      url,
      redirects: [],
    }
  }
  const fetchFont = createFetchFont({ fetch, stylesheets: 'https://fonts.example/css2' })
  return {
    asked,
    fetchFont,
    refusalOf: async (font: string) => {
      const fetched = await fetchFont(font)
      return fetched.ok ? undefined : fetched.rejection
    },
  }
}

test('fetches each file of a stylesheet once', async () => {
  const css = face('/a.woff2') + face('/a.woff2', 700)
  const { fetchFont, asked } = webOf({ 'https://x.example/s': css, 'https://x.example/a.woff2': file() })
  const url = `data:font/woff2;base64,${file().toString('base64')}`
  expect(await fetchFont('https://x.example/s')).toEqual({
    ok: true,
    webFont: {
      source: 'https://x.example/s',
      family: 'Lora',
      faces: [
        { url, weight: '400' },
        { url, weight: '700' },
      ],
    },
  })
  expect(asked).toEqual(['https://x.example/s', 'https://x.example/a.woff2'])
})

test.each([
  ['finds a font by its name, with the weights of the pages', '400;500;700'],
  ['finds a font without a medium face by its name', '400;700'],
])('%s', async (_, weights) => {
  const source = `https://fonts.example/css2?family=Playfair+Display:wght@${weights}&display=swap`
  const { fetchFont } = webOf({ [source]: face('/a.woff2'), 'https://fonts.example/a.woff2': file() })
  expect(await fetchFont('Playfair Display')).toMatchObject({ ok: true, webFont: { source, family: 'Lora' } })
})

test('finds a font without a bold face by its name', async () => {
  const source = 'https://fonts.example/css2?family=Pacifico&display=swap'
  const { fetchFont } = webOf({ [source]: face('/a.woff2'), 'https://fonts.example/a.woff2': file() })
  expect(await fetchFont('Pacifico')).toMatchObject({ ok: true, webFont: { source, family: 'Lora' } })
})

test('takes a file, named after itself', async () => {
  const { fetchFont } = webOf({ 'https://x.example/brand-sans.woff2': file() })
  expect(await fetchFont('https://x.example/brand-sans.woff2')).toMatchObject({
    webFont: { family: 'brand sans', faces: [{}] },
  })
})

test.each(['No such font', 'Lora&family=Inter', '../x'])('knows no font %s', async (name) => {
  expect(await webOf({}).refusalOf(name)).toMatchObject({
    code: 'font-not-fetched',
    field: 'font',
    message: 'This font name is not a valid one, please double check font name.',
  })
})

test.each<[string, Record<string, string | Buffer>, string]>([
  ['nothing', {}, 'x.example answers with status 404.'],
  ['a page', { 'https://x.example/s': '<h1>Fonts</h1>' }, 'This address has no font'],
  [
    'what is no font behind a face',
    { 'https://x.example/s': face('/a.woff2'), 'https://x.example/a.woff2': '<script>' },
    'https://x.example/a.woff2 is no .woff2 file.',
  ],
  [
    'files that are too large together',
    {
      'https://x.example/s': face('/a.woff2') + face('/b.woff2'),
      'https://x.example/a.woff2': file(600_000),
      'https://x.example/b.woff2': file(600_000),
    },
    'The files of a font have at most 1 MB together.',
  ],
  [
    'too many files',
    { 'https://x.example/s': Array.from({ length: 41 }, (_, nth) => face(`/${nth}.woff2`)).join('') },
    'This font has 41 files, at most 40 are kept.',
  ],
])('refuses %s', async (_, pages, message) => {
  expect((await webOf(pages).refusalOf('https://x.example/s'))?.message).toContain(message)
})
