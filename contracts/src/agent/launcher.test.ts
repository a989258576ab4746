/** The launcher and its panel speak every language of the chat. */
import { expect, it } from 'vitest'
import { launcherWords } from './launcher.ts'

const english = (launcherWords.en ?? '').split('|')

it('has all words in 13 languages, none of them in English', () => {
  expect(english).toHaveLength(5)
  expect(Object.keys(launcherWords)).toHaveLength(13)
  for (const [language, line] of Object.entries(launcherWords)) {
    const words = line.split('|')
    expect(words, language).toHaveLength(5)
    for (const [nth, word] of words.entries()) {
      expect(word.trim(), language).not.toBe('')
      if (language !== 'en') expect(word, language).not.toBe(english[nth])
    }
  }
})
