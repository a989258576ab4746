/** Recognises small talk: greetings, thanks, "ok", goodbyes, insults, and questions about the agent itself. */
import { type Language, languages, phrases, plain } from '../phrases.ts'
import { alike, alternatives, isWithoutSpaces, type Spelling } from './matching.ts'
import { smallTalkWords } from './small-talk-words.ts'

/** What is replied to, if a message is several of them: "thanks, bye" is a goodbye. */
const kinds = ['insult', 'about', 'wellbeing', 'goodbye', 'thanks', 'greeting', 'agreed'] as const
export type SmallTalk = (typeof kinds)[number]

/** Maximum characters of small talk. */
const LONGEST = 120

type Phrase = { kind: SmallTalk | 'filler'; phrase: string; words: string[] }

/** By their first letter, which a misspelling hardly ever changes (`alike`); the longest first. */
const lists = Object.fromEntries(
  languages.map((language) => {
    const words = smallTalkWords[language]
    const all = ([...kinds, 'filler'] as const).flatMap((kind) =>
      alternatives(words[kind]).map((phrase): Phrase => ({ kind, phrase, words: phrase.split(' ') })),
    )
    all.sort((a, b) => b.phrase.length - a.phrase.length)
    return [language, Map.groupBy(all, ({ phrase }) => phrase[0]!)]
  }),
) as Record<Language, Map<string, Phrase[]>>

/**
 * Returns the kind of small talk that a message is, in whichever language; undefined if it says anything else.
 * `spelling`: whether misspelled words count. `spoken`: the languages that count, all by default.
 */
export function smallTalkIn(
  text: string,
  spelling: Spelling = 'any',
  spoken: readonly Language[] = languages,
): SmallTalk | undefined {
  const said = plain(text.slice(0, LONGEST + 1))
  if (text.length > LONGEST) return undefined
  // A message of emoji and punctuation alone: a smile, a thumb.
  if (said === '') return /\p{Extended_Pictographic}/u.test(text) ? 'agreed' : undefined
  for (const language of spoken) {
    const found = isWithoutSpaces(said)
      ? partsWithin(said, language)
      : partsOf(said.split(' '), language, spelling)
    const kind = found && kinds.find((one) => found.has(one))
    if (kind) return kind
  }
  return undefined
}

/** A message without the small talk before what it says: "Ok cool. Book me in then" says the latter. */
export function withoutSmallTalk(text: string): string {
  const sentences = text.match(/[^.!?;\n]{1,300}[.!?;\n]{0,10}\s{0,10}/gu) ?? [text]
  const first = sentences.findIndex((sentence) => smallTalkIn(sentence) === undefined)
  return first < 1 ? text : sentences.slice(first).join('')
}

/** The reply to small talk, without a model. */
export function smallTalkReply(kind: SmallTalk, language: Language): string {
  return kind === 'wellbeing' || kind === 'agreed' || kind === 'insult'
    ? smallTalkWords[language].says[kind]
    : phrases[language][kind]
}

/** The kinds of the phrases that make up the whole message; undefined if something else is in it. */
function partsOf(words: readonly string[], language: Language, spelling: Spelling): Set<string> | undefined {
  const found = new Set<string>()
  for (let at = 0; at < words.length; ) {
    const next = lists[language].get(words[at]![0]!)?.find((one) =>
      one.words.every((word, nth) =>
        // A shirt is no insult.
        spelling === 'any' && one.kind !== 'insult' ? same(words[at + nth], word) : words[at + nth] === word,
      ),
    )
    if (!next) return undefined
    found.add(next.kind)
    at += next.words.length
  }
  return found
}

function partsWithin(said: string, language: Language): Set<string> | undefined {
  const found = new Set<string>()
  for (let rest = said.replace(/ /g, ''); rest !== ''; ) {
    const next = lists[language]
      .get(rest[0]!)
      ?.find(({ phrase }) => rest.startsWith(phrase.replace(/ /g, '')))
    if (!next) return undefined
    found.add(next.kind)
    rest = rest.slice(next.phrase.replace(/ /g, '').length)
  }
  return found
}

/** Letters are often repeated: "hiii", "thanksss". */
function same(said: string | undefined, word: string): boolean {
  if (said === undefined) return false
  return alike(said, word) || (said.length > word.length && said.replace(/(.)\1{2,}/gu, '$1') === word)
}
