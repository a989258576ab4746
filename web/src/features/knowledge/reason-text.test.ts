import { afterEach, expect, it } from 'vitest'
import { speak } from '../../design/language.ts'
import { texts } from '../../languages/de.ts'
import { reasonText } from './reason-text.ts'

afterEach(() => speak(undefined))

it('says why something could not be read in the language, with its number, and in English what has no translation', () => {
  expect(reasonText('The page does not exist (404).')).toBe('The page does not exist (404).')
  speak({ texts, locale: 'de' })
  expect(reasonText('The page does not exist (404).')).toBe('Die Seite gibt es nicht (404).')
  expect(reasonText('The file holds more than 1,000,000 characters of text. Please split it.')).toContain(
    '1,000,000',
  )
  expect(reasonText('The page holds no text.')).toBe('Die Seite enthält keinen Text.')
  expect(reasonText('shop2.example has no address.')).toBe('shop2.example has no address.')
})
