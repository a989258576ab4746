import { expect, it } from 'vitest'
import { nameIn } from './behind-words.ts'

it('names known codes and returns unknown ones unchanged', () => {
  expect(nameIn('countries', 'DE')).toBe('Germany')
  expect(nameIn('languages', 'pt')).toBe('Portuguese')
  expect(nameIn('countries', 'not a code')).toBe('not a code')
  expect(nameIn('countries', '')).toBe('Unknown')
  expect(nameIn('channels', 'web-chat')).toBe('Website')
})
