/** Each language has every text of the chat with the placeholders of the English one. Languages are found by their files. */
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { en } from './en.ts'

const languages = readdirSync(import.meta.dirname)
  .map((file) => /^([a-z]{2})\.ts$/.exec(file)?.[1])
  .filter((language) => language !== undefined && language !== 'en')

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

it('are 13', () => expect(languages).toHaveLength(12))

it.each(languages)('%s is complete', async (language) => {
  const { words }: { words: Record<string, string> } = await import(`./${language}.ts`)
  expect(Object.keys(words).toSorted()).toEqual(Object.keys(en).toSorted())
  for (const [name, english] of Object.entries(en)) {
    expect(words[name]?.trim(), name).toBeTruthy()
    expect(placeholders(words[name] ?? ''), name).toEqual(placeholders(english))
  }
})
