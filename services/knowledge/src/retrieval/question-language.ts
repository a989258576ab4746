/** Detects the language of a question, often from a word or two. */
import { concepts } from '@parley/kernel/thesaurus.ts'
import {
  allStopWords,
  fold,
  type Language,
  type LanguageName,
  languageNames,
  loadLanguage,
} from './languages.ts'

/** Letters that hardly any of the other supported languages has. */
const telling: [LanguageName, RegExp][] = [
  ['spanish', /[¿¡ñ]/],
  ['portuguese', /[ãõ]/],
  ['german', /ß/],
  ['polish', /[łąęśźżćń]/],
  ['french', /[œ]|\b(?:qu|l|d|j|n)’|\s\?$/],
]
const LETTERS = 2

// bounded: an entry for each language
const wordsByLanguage = new Map<LanguageName, ReadonlySet<string>>()

/**
 * The languages with more of the question's words than any of `present`, the languages of the texts: none if the
 * question may be in one of these, several if they can't be distinguished.
 */
export async function otherLanguagesOf(
  question: string,
  present: readonly LanguageName[],
): Promise<Language[]> {
  const stopWords = await allStopWords()
  const text = question.toLowerCase().replaceAll("'", '’')
  const words = [...new Set(text.match(/[\p{L}\p{M}]+/gu) ?? [])].map((word) => ({
    word,
    folded: fold(word),
  }))
  const hits = new Map<LanguageName, number>()
  for (const language of languageNames) {
    const known = wordsOf(language)
    let count = telling.some(([name, letters]) => name === language && letters.test(text)) ? LETTERS : 0
    for (const { word, folded } of words) if (stopWords.get(language)?.has(word) || known.has(folded)) count++
    hits.set(language, count)
  }
  const most = Math.max(...hits.values())
  const here = Math.max(0, ...present.map((language) => hits.get(language) ?? 0))
  if (most <= here) return []
  const likely = languageNames.filter((language) => hits.get(language) === most).slice(0, 3)
  return Promise.all(likely.map(loadLanguage))
}

function wordsOf(language: LanguageName): ReadonlySet<string> {
  const known = wordsByLanguage.get(language)
  if (known) return known
  const words = new Set(
    concepts()
      .flatMap((concept) => concept.words[language]?.split(' ') ?? [])
      .map(fold),
  )
  wordsByLanguage.set(language, words)
  return words
}
