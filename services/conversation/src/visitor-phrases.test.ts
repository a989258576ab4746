/**
 * Every sentence that the server says to visitors stands in a file named `…-phrases.ts`, by language. Found by name, so
 * that a new file is checked without being listed here: all 13 languages, with the placeholders of the English sentence,
 * and none left in English.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const languages = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'nl', 'pl', 'pt', 'tr', 'zh']
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /-phrases\.ts$/.test(file),
)
/** Words that are the same in another language as in English. */
const sameAsEnglish = new Set(['es no', 'it no'])
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

it('are found', () => expect(files.length).toBeGreaterThan(1))

it.each(files)('%s is complete', async (file) => {
  const exported: Record<string, unknown> = await import(join(import.meta.dirname, file))
  const [phrases] = Object.values(exported).filter((value) => typeof value === 'object')
  const byLanguage = new Map(Object.entries(phrases ?? {}))
  expect([...byLanguage.keys()].toSorted()).toEqual(languages)
  const english: Record<string, string> = byLanguage.get('en')
  for (const [language, own] of byLanguage) {
    expect(Object.keys(own).toSorted(), language).toEqual(Object.keys(english).toSorted())
    for (const [name, sentence] of Object.entries(english)) {
      expect(own[name]?.trim(), `${language} ${name}`).toBeTruthy()
      expect(placeholders(own[name]), `${language} ${name}`).toEqual(placeholders(sentence))
      if (language !== 'en' && !sameAsEnglish.has(`${language} ${name}`))
        expect(own[name], `${language} ${name}`).not.toBe(sentence)
    }
  }
})
