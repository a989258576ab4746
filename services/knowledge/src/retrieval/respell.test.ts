import { expect, test } from 'vitest'
import { loadLanguage } from './languages.ts'
import { respell } from './respell.ts'

const english = await loadLanguage('english')
const known = (word: string) => english.rank(word) !== undefined

test.each([
  ['what tiem do you close', 'what time do you close', 'time', 'tiem'],
  ['can I get my mony back', 'can I get my money back', 'money', 'mony'],
])('%j is read as %j', (question, spelled, word, written) => {
  const found = respell(question, [english], known)
  expect(found.question).toBe(spelled)
  expect(found.original.get(word)).toBe(written)
})

test.each(['what time do you close', 'do you sell the qzxvbn', '二時 3 €', 'what does CC-PMP-ROT cost'])(
  '%j stays as it is',
  (question) => {
    expect(respell(question, [english], known)).toEqual({ question, original: new Map() })
  },
)
