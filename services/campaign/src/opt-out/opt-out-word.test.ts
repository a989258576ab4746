import { languages } from '@parley/contracts/languages.ts'
import { expect, test } from 'vitest'
import { isOptOut, languageOfOptOut } from './opt-out-word.ts'
import { unsubscribeLinks } from './unsubscribe-link.ts'
import phrases from './unsubscribe-words.json' with { type: 'json' }
import words from './words.json' with { type: 'json' }

test('every language has its words and phrases', () => {
  expect(Object.keys(words).toSorted()).toEqual([...languages].toSorted())
  expect(Object.keys(phrases).toSorted()).toEqual([...languages].toSorted())
  for (const { question, done, line } of Object.values(phrases)) {
    expect(question).toContain('{name}')
    expect(done).toContain('{name}')
    expect(line).toContain('{address}')
  }
})

test.each([...Object.values(words).flat(), ' STOP! ', 'Stop.', 'ＳＴＯＰ', 'Opt-out'])('“%s”', (text) => {
  expect(isOptOut(text)).toBe(true)
})

test.each([
  'Please don’t stop',
  'When does the shop stop?',
  '',
  'endless',
  'stop it at 5 pm',
  'x'.repeat(1_000),
])('not “%s”', (text) => {
  expect(isOptOut(text)).toBe(false)
})

test.each([
  ['STOPP!', ['en', 'en'], 'de'],
  ['stop', ['fr-CA', 'en'], 'fr'],
  ['stop', ['xx', 'es'], 'es'],
  ['stop', [], 'en'],
  ['unsubscribe', ['de', 'de'], 'en'],
  ['abmelden', [], 'de'],
] as const)('“%s” of somebody who speaks %s is answered in %s', (text, tags, expected) => {
  expect(languageOfOptOut(text, tags)).toBe(expected)
})

test('a link works in its region alone, and nobody can make one up', () => {
  const options = { masterKey: Buffer.alloc(32, 1) }
  const links = unsubscribeLinks({ ...options, region: 'na' })
  const of = { tenant: 'workspace-one', contactKey: 'a'.repeat(40) }
  const path = links.pathOf(of)
  const code = path.slice('/unsubscribe/na/'.length)
  expect(path).toMatch(/^\/unsubscribe\/na\/[\w-]{1,200}$/)
  expect(links.read(code)).toEqual(of)
  expect(unsubscribeLinks({ ...options, region: 'eu' }).read(code)).toBeUndefined()
  expect(links.read(`A${code.slice(1)}`)).toBeUndefined()
  expect(links.read(code.slice(0, -1))).toBeUndefined()
  for (const broken of ['', 'x', 'x'.repeat(1_000)]) expect(links.read(broken)).toBeUndefined()
})
