/**
 * The part of a chunk that answers a question, for when no model writes an answer: whole sentences and whole items of
 * lists, with `…` where a list goes on, so that it is never read as complete.
 */
import { isItem, splitSentences } from '../sentences.ts'
import type { Language } from './languages.ts'
import { termsOf } from './lexical-index.ts'
import { type Match, strengthIn, type WeighedWord } from './score.ts'
import { partsOf } from './sections.ts'

/**
 * A section of at most this many characters is returned whole, so is an answer of a pair; of a longer one so many, if its
 * sentences allow.
 */
const LONGEST = 700
const MORE = '…'

export function excerptOf(
  chunk: { sourceName: string; text: string; language: Language },
  words: readonly WeighedWord[],
  { section, sentence }: Pick<Match, 'section' | 'sentence'>,
  longest: number = LONGEST,
): string {
  const { outer, parts } = partsOf(chunk)
  const part = parts[section]
  if (!part) return chunk.text.trim()
  const isPair = chunk.text.startsWith('Q: ')
  const heading = isPair ? '' : part.heading || (outer.split('\n').slice(1).at(-1) ?? '')
  const title = heading === '' ? '' : `**${heading.replaceAll('*', '')}**`
  const body = part.body.trim()
  if (body === '') return title === '' ? chunk.text.trim() : title
  const text =
    body.length <= longest ? body : bestOf(splitSentences(body), words, sentence, chunk.language, longest)
  return title === '' ? text : `${title}\n\n${text}`
}

function bestOf(
  sentences: readonly string[],
  words: readonly WeighedWord[],
  sentence: number,
  language: Language,
  longest: number,
): string {
  const worth = sentences.map((text) => {
    const terms = termsOf(text, language)
    return words.reduce((sum, word) => sum + word.weight * strengthIn(word, terms), 0)
  })
  const next = sentence + 1
  const best = (worth[next] ?? 0) > (worth[sentence] ?? 0) ? next : sentence
  const list = listAround(sentences, best)
  return list ? ofList(sentences, worth, list, longest) : around(best, sentences, worth, longest)
}

/** The first and the last item of the list that a sentence is in or announces; `intro` announces it. */
type List = { intro: number; first: number; last: number }

function listAround(sentences: readonly string[], at: number): List | undefined {
  const announces = /[:：]\W{0,20}$/u.test(sentences[at] ?? '') && isItem(sentences[at + 1])
  if (!isItem(sentences[at]) && !announces) return undefined
  let first = announces ? at + 1 : at
  let last = first
  while (isItem(sentences[first - 1])) first--
  while (isItem(sentences[last + 1])) last++
  return { intro: first - 1, first, last }
}

function ofList(
  sentences: readonly string[],
  worth: readonly number[],
  { intro, first, last }: List,
  longest: number,
): string {
  const items = Array.from({ length: last - first + 1 }, (_, n) => first + n)
  const announced = intro < 0 ? [] : [sentences[intro]!]
  const length = items.reduce((sum, at) => sum + sentences[at]!.length + 1, 0)
  if (length <= longest) return [...announced, ...items.map((at) => sentences[at])].join('\n')
  const most = Math.max(...items.map((at) => worth[at]!))
  const chosen = new Set<number>()
  let room = longest
  // The best items first; if none stands out, from the beginning.
  const byWorth = items.toSorted((a, b) => (most > 0 ? worth[b]! - worth[a]! : 0) || a - b)
  for (const at of byWorth) {
    if (chosen.size > 0 && (sentences[at]!.length > room || (most > 0 && worth[at]! < most / 2))) break
    chosen.add(at)
    room -= sentences[at]!.length
  }
  const lines = items.flatMap((at) => {
    if (chosen.has(at)) return [sentences[at]!]
    return at === first || chosen.has(at - 1) ? [MORE] : []
  })
  return [...announced, ...lines].join('\n')
}

/** The best sentence, and neighbours while there is room: those that match the question too before others. */
function around(
  best: number,
  sentences: readonly string[],
  worth: readonly number[],
  longest: number,
): string {
  const lead = sentences.slice(0, best).reduce((sum, text) => sum + text.length, 0)
  let length = sentences[best]!.length
  // What stands first is seldom understood without what stands before it.
  let first = best
  if (lead + length <= longest) {
    first = 0
    length += lead
  }
  let last = best
  for (;;) {
    const before = fits(first - 1)
    const after = fits(last + 1)
    if (before === undefined && after === undefined) break
    if (after === undefined || (before !== undefined && before > after)) length += sentences[--first]!.length
    else length += sentences[++last]!.length
  }
  return sentences
    .slice(first, last + 1)
    .map(
      (text, n, all) => text + (n === all.length - 1 ? '' : isItem(text) || isItem(all[n + 1]) ? '\n' : ' '),
    )
    .join('')

  function fits(at: number): number | undefined {
    const text = sentences[at]
    return text === undefined || length + text.length > longest ? undefined : worth[at]
  }
}
