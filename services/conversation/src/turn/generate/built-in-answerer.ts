/**
 * Replies without a language model: small talk in fixed sentences, quotes from the knowledge with the source's name,
 * facts that the agent may state, and otherwise a clear "I don't know that".
 */
import type { RetrievedChunkView } from '@parley/contracts/knowledge/endpoints.ts'
import { type Language, phrases, plain } from '../../phrases.ts'
import { smallTalkIn, smallTalkReply } from '../../understanding/small-talk.ts'

export const BUILT_IN = 'built-in'

export type Retrieval = {
  items: RetrievedChunkView[]
  threshold: number
  /** What the chunks say to the question, if the best reaches the threshold. */
  answer?: { text: string; sources: CitedSource[] }
}

/** Whether the best that was found reaches the agent's threshold. The first is not always the best: see `bestOf`. */
export function hasAnswer({ items, threshold }: Retrieval): boolean {
  return (bestOf(items)?.score ?? -1) >= threshold
}

/** What was found is in the order of both searches, by words and by meaning; the best is what either is surest of. */
function bestOf(items: readonly RetrievedChunkView[]): RetrievedChunkView | undefined {
  return items.toSorted((one, other) => other.score - one.score)[0]
}

/** `url` is the page's address if the source is a website. */
export type CitedSource = { sourceId: string; name: string; url?: string }

export type BuiltInAnswer = { text: string; sources: CitedSource[]; grounded: boolean }

export type BuiltInQuestion = {
  text: string
  language: Language
  /** Written for visitors: its sentences are quoted. */
  facts: string
  retrieval: Retrieval
}

export function answerBuiltIn(question: BuiltInQuestion): BuiltInAnswer {
  const words = phrases[question.language]
  const smallTalk = smallTalkIn(question.text)
  if (smallTalk) return { text: smallTalkReply(smallTalk, question.language), sources: [], grounded: true }

  const found = fromKnowledge(question)
  if (found) return found
  const fact = factIn(question.facts, question.text)
  if (fact !== undefined) return { text: fact, sources: [], grounded: true }

  const topics = [...new Set(question.retrieval.items.map((item) => item.sourceName))].slice(0, 3)
  const offer =
    topics.length === 0 ? '' : `\n\n${words.topics}\n${topics.map((name) => `- ${name}`).join('\n')}`
  return { text: `${words.unknown}${offer}`, sources: [], grounded: false }
}

/** The source that a reply cites for a chunk. */
export function citedSource({ sourceId, sourceName: name, url }: RetrievedChunkView): CitedSource {
  return { sourceId, name, ...(url === undefined ? {} : { url }) }
}

/** A quote from the knowledge with its source's name; undefined below the threshold. */
export function fromKnowledge({
  language,
  retrieval,
}: Pick<BuiltInQuestion, 'language' | 'retrieval'>): BuiltInAnswer | undefined {
  const { items, threshold, answer } = retrieval
  const best = bestOf(items)
  if (!best || best.score < threshold) return undefined
  const { text, sources } = answer ?? { text: best.text, sources: [citedSource(best)] }
  const opening = phrases[language].found.replace('{source}', () => sources[0]?.name ?? best.sourceName)
  return { text: `${opening}\n\n${text.trim()}`, sources, grounded: true }
}

/** Splits a text into pieces of a few words, as a model would stream it. */
export function wordGroups(text: string, words = 4): string[] {
  return text.match(new RegExp(`(?:\\S+\\s*){1,${words}}|\\s+`, 'g')) ?? []
}

/** The sentence of the facts that shares most words with the question. */
function factIn(facts: string, question: string): string | undefined {
  const wanted = contentWords(question)
  if (wanted.size === 0) return undefined
  let best: { sentence: string; share: number } | undefined
  for (const sentence of sentencesOf(facts)) {
    const has = contentWords(sentence)
    const shared = [...wanted].filter((word) => has.has(word)).length
    const share = shared / wanted.size
    if (shared > 0 && share >= 0.5 && share > (best?.share ?? 0)) best = { sentence, share }
  }
  return best?.sentence
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[\s\-*•#]+/, '').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence) && sentence.split(/\s+/).length >= 3)
}

const STOP_WORDS = new Set(
  'a an the is are was were be do does did can could will would what when where who whom which why how i me my we us our it its this that these those of to in on at by for with from and or not have has had get there here am tell about know want el la los las un una es son que cual cuando donde quien como de en por para con y o no mi su le les un une est sont quel quelle quand ou qui comment du des dans pour avec et ne pas der die das ein eine ist sind was wann wo wer wie von zu im am fur mit und oder nicht ich sie o os as um uma e sao quando onde quem il lo gli uno sono che cosa dove chi come di het een zijn wat wanneer waar wie hoe van voor met en of niet'.split(
    ' ',
  ),
)

/** Words that say something, without endings. */
export function contentWords(text: string): Set<string> {
  const words = plain(text)
    .split(' ')
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
  return new Set(words.map(stem))
}

/** Enough for a few sentences: plurals and the most common endings. */
function stem(word: string): string {
  if (word.length < 5) return word.replace(/s$/, '')
  return word.replace(/(?:ingly|ings|ing|edly|ed|ies|ers|er|es|s|e|y)$/, '')
}
