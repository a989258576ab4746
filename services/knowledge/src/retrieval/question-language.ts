/** In which language a question is asked, which is often told by a word or two. */
import { concepts } from './concepts.ts'
import {
  allStopWords,
  fold,
  type Language,
  type LanguageName,
  languageNames,
  loadedLanguage,
  loadLanguage,
  stopWordsSoFar,
} from './languages.ts'

/** Letters that hardly any other of our languages has. */
const telling: [LanguageName, RegExp][] = [
  ['spanish', /[¿¡ñ]/],
  ['portuguese', /[ãõ]/],
  ['german', /ß/],
  ['polish', /[łąęśźżćń]/],
  ['french', /[œ]|\b(?:qu|l|d|j|n)’|\s\?$/],
]
const LETTERS = 2

const wordsByLanguage = new Map<LanguageName, ReadonlySet<string>>()

/**
 * The languages that more of the question's words belong to than to any of `present`, which are those of the
 * texts: none where the question may be asked in one of these, several where they can't be told apart.
 */
export async function otherLanguagesOf(
  question: string,
  present: readonly LanguageName[],
): Promise<Language[]> {
  return Promise.all(guess(question, present, await allStopWords()).map(loadLanguage))
}

/** The same among the languages loaded so far, as those of a question are once its chunks were retrieved. */
export function loadedOtherLanguagesOf(question: string, present: readonly LanguageName[]): Language[] {
  return guess(question, present, stopWordsSoFar()).flatMap((name) => loadedLanguage(name) ?? [])
}

function guess(
  question: string,
  present: readonly LanguageName[],
  stopWords: ReadonlyMap<LanguageName, ReadonlySet<string>>,
): LanguageName[] {
  const text = question.toLowerCase().replaceAll("'", '’')
  const words = new Set(text.match(/[\p{L}\p{M}]+/gu) ?? [])
  const hits = new Map<LanguageName, number>()
  for (const language of languageNames) {
    const known = wordsOf(language)
    let count = telling.some(([name, letters]) => name === language && letters.test(text)) ? LETTERS : 0
    for (const word of words) if (stopWords.get(language)?.has(word) || known.has(fold(word))) count++
    hits.set(language, count)
  }
  const most = Math.max(...hits.values())
  const here = Math.max(0, ...present.map((language) => hits.get(language) ?? 0))
  if (most <= here) return []
  return languageNames.filter((language) => hits.get(language) === most).slice(0, 3)
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
