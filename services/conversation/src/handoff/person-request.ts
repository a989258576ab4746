/**
 * Recognises that a visitor asks for a person: "I want to talk to a human", "agent please", "mit einem Menschen
 * sprechen", also misspelled. Every language is tried, because visitors don't always write in the agent's.
 */
import { plain } from '../phrases.ts'
import { isMisspelled, SHORTEST_MISSPELLED } from './misspelling.ts'
import { type PersonRequestWords, personRequestWords } from './person-request-words.ts'

type Recogniser = {
  unspaced: boolean
  /** All its words, which are never corrected. */
  known: ReadonlySet<string>
  /** The words to which others may be corrected, by each of their first two letters: one of them is never wrong. */
  vocabulary: ReadonlyMap<string, readonly string[]>
  /** A verb and a person. */
  request: RegExp
  /** Nothing but a person and words of wishing. */
  onlyPerson: RegExp
  /** Any word of wishing; what is left of a sentence without it is a person. */
  wish: RegExp
  /** Matches what precedes a verb, or a person alone, if it says the contrary. */
  negated: { verb: RegExp; person: RegExp } | undefined
  aboutOthers: RegExp | undefined
}

/** A longer text is searched in its first and last part: people say what they want there. */
const MAX_CHARACTERS = 600
/** Words are corrected in messages of up to this many words. */
const MAX_CORRECTED_WORDS = 40

const recognisers = Object.values(personRequestWords).map(recogniserOf)

/**
 * Whether a message asks for a person, in any of the 13 languages, whatever else it says. Pure, and independent of the
 * agent's settings: `handoffTerms` says whether a person can be asked for. Does not recognise what only mentions people,
 * such as "Is this a human resources tool?", "Are you human?" or "I don't want to talk to anybody".
 */
export function asksForPerson(text: string): boolean {
  const said =
    text.length <= 2 * MAX_CHARACTERS
      ? text
      : `${text.slice(0, MAX_CHARACTERS)}\n${text.slice(-MAX_CHARACTERS)}`
  const sentences = said.split(/[.,;:!?\n…。、，；：！？।؟،؛]+/u).map(plain)
  const whole = sentences.filter((sentence) => sentence !== '').join(' ')
  if (whole === '') return false
  const words = whole.split(' ')
  const doubtful = new Set(
    words.length > MAX_CORRECTED_WORDS ? [] : words.filter(({ length }) => length >= SHORTEST_MISSPELLED),
  )
  return recognisers.some((recogniser) => asksIn(recogniser, sentences, whole, doubtful))
}

/** `doubtful`: the words that may be misspelled ones. */
function asksIn(
  recogniser: Recogniser,
  sentences: readonly string[],
  whole: string,
  doubtful: ReadonlySet<string>,
): boolean {
  if (asksExactly(recogniser, sentences, whole)) return true
  if (recogniser.unspaced) return false
  const corrected = corrections(recogniser, doubtful)
  if (corrected.size === 0) return false
  const correct = (sentence: string) =>
    sentence
      .split(' ')
      .map((word) => corrected.get(word) ?? word)
      .join(' ')
  return asksExactly(recogniser, sentences.map(correct), correct(whole))
}

function asksExactly(recogniser: Recogniser, sentences: readonly string[], whole: string): boolean {
  const written = recogniser.unspaced ? (text: string) => text.replaceAll(' ', '') : (text: string) => text
  if (isOnlyPerson(recogniser, written(whole))) return true
  return sentences.some((sentence) => {
    const text = written(sentence)
    if (recogniser.wish.test(text) && isOnlyPerson(recogniser, text)) return true
    // Without it, each message would take a copy of the expression in each language.
    if (text.search(recogniser.request) < 0) return false
    for (const match of text.matchAll(recogniser.request)) {
      const before = text.slice(0, match.index)
      if (!recogniser.negated?.verb.test(before) && !recogniser.aboutOthers?.test(before)) return true
    }
    return false
  })
}

/** "Agent please", "I want a human"; not "no human". */
function isOnlyPerson(recogniser: Recogniser, text: string): boolean {
  const match = recogniser.onlyPerson.exec(text)
  return match !== null && !recogniser.negated?.person.test(match.groups?.before?.trimEnd() ?? '')
}

function corrections({ known, vocabulary }: Recogniser, words: ReadonlySet<string>): Map<string, string> {
  const corrected = new Map<string, string>()
  for (const word of words) {
    if (known.has(word)) continue
    const meant = vocabulary.get(word[0] ?? '')?.find((other) => isMisspelled(word, other))
    if (meant !== undefined) corrected.set(word, meant)
  }
  return corrected
}

function recogniserOf(words: PersonRequestWords): Recogniser {
  const { unspaced = false } = words
  const lists = {
    person: listOf(words.person, unspaced),
    somebody: listOf(words.somebody, unspaced),
    before: listOf(words.before, unspaced),
    aroundBefore: listOf(words.around?.before, unspaced),
    aroundAfter: listOf(words.around?.after, unspaced),
    between: listOf(words.between, unspaced),
    wish: listOf(words.wish, unspaced),
    phrases: listOf(words.phrases, unspaced),
  }
  const [gap, start, end] = unspaced ? ['', '', ''] : [' ', '(?:^| )', '(?= |$)']
  const people = oneOf([...lists.person, ...lists.somebody])
  const between = `(?:${gap}${oneOf(lists.between)}){0,5}`
  const compound = listOf(words.compound, unspaced)
  const alone = compound.length === 0 ? '' : `(?!${gap}${oneOf(compound)}${end})`
  const forms = [`${oneOf(lists.before)}${between}${gap}${people}${end}${alone}`]
  if (lists.aroundAfter.length > 0) {
    const lead = lists.aroundBefore.length > 0 ? `${oneOf(lists.aroundBefore)}${between}${gap}` : ''
    const verb = `${people}${between}${gap}${oneOf(lists.aroundAfter)}${end}${alone}`
    forms.push(`${lead}${verb}`)
  }
  if (lists.phrases.length > 0) forms.push(`${oneOf(lists.phrases)}${end}${alone}`)
  const wish = oneOf(lists.wish)
  const not = listOf(words.not, unspaced)
  const negatedUpTo = (most: number) =>
    new RegExp(`${start}${oneOf(not)}${unspaced ? `.{0,${most}}` : `(?: \\S+){0,${most}}`}$`, 'u')
  const others = listOf(words.others, unspaced)
  const single = Object.values(lists).flatMap((list) => list.flatMap((entry) => entry.split(' ')))
  const distant = [...not, ...others, ...compound].flatMap((entry) => entry.split(' '))
  return {
    unspaced,
    known: new Set([...single, ...distant]),
    vocabulary: byFirstLetters([...new Set(single)].filter(({ length }) => length >= SHORTEST_MISSPELLED)),
    request: new RegExp(`${start}(?:${forms.join('|')})`, 'gu'),
    onlyPerson: new RegExp(`^(?<before>(?:${wish}${gap})*?)${oneOf(lists.person)}(?:${gap}${wish})*$`, 'u'),
    wish: new RegExp(`${start}${wish}${end}`, 'u'),
    negated: not.length === 0 ? undefined : { verb: negatedUpTo(2), person: negatedUpTo(5) },
    aboutOthers: others.length === 0 ? undefined : new RegExp(`${start}${oneOf(others)}${end}`, 'u'),
  }
}

function byFirstLetters(words: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const word of words)
    for (const letter of new Set([word[0], word[1]]))
      if (letter !== undefined) found.set(letter, [...(found.get(letter) ?? []), word])
  return found
}

/** The entries of a list as messages are compared, the longest first, so that they win over their beginnings. */
function listOf(list: string | undefined, unspaced: boolean): string[] {
  const entries = (list ?? '').split('|').map((entry) => {
    const written = plain(entry)
    return unspaced ? written.replaceAll(' ', '') : written
  })
  return entries.filter((entry) => entry !== '').toSorted((one, other) => other.length - one.length)
}

/** Entries hold nothing but letters, digits and spaces, so nothing has to be escaped. */
function oneOf(entries: readonly string[]): string {
  return `(?:${entries.join('|')})`
}
