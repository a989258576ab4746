/** Finds the button or option that a visitor means: by its label, also misspelled or in a sentence, or by its place. */
import { concepts } from '@parley/kernel/thesaurus.ts'
import { type Language, languages, plain } from '../phrases.ts'
import { isQuestion, isWish } from './commands.ts'
import { alike, alternatives, isWithoutSpaces, longestFirst, without, wordsIn } from './matching.ts'
import { placeWords } from './place-words.ts'
import { yesNoIn } from './yes-no.ts'

type Option = { id: string; label: string }

/** How much of a label has to be said, and how much else may be said. */
const LEAST_SHARE = 0.7
const MOST_BESIDES = 4
/** Of a word that counts in a language that is not the conversation's. */
const LEAST_LETTERS = 4

/** The option with this very label or id, case, accents and punctuation aside. */
export function optionNamed<One extends Option>(text: string, options: readonly One[]): One | undefined {
  const said = plain(text)
  return options.find((option) => option.id === text || plain(option.label) === said)
}

/** The option that is meant; undefined if none or more than one could be. */
export function optionMeant<One extends Option>(
  text: string,
  options: readonly One[],
  language: Language,
): One | undefined {
  const named = optionNamed(text, options)
  if (named) return named
  const place = placeIn(plain(text.slice(0, 300)), language)
  if (place !== undefined) return place === -1 ? options.at(-1) : options[place - 1]
  return optionSaid(text, options, language) ?? byYesOrNo(text, options, language)
}

/** The option whose label is said, also misspelled or in a sentence; undefined if none or more than one is. */
export function optionSaid<One extends Option>(
  text: string,
  options: readonly One[],
  language: Language,
): One | undefined {
  const said = plain(text.slice(0, 300))
  if (said === '') return undefined
  const misspelled = options.filter(({ label }) => alike(said, plain(label)))
  if (misspelled.length === 1) return misspelled[0]
  if (isWithoutSpaces(said)) {
    const within = options.filter(({ label }) => contains(said, plain(label)))
    return within.length === 1 ? within[0] : optionByRuns(text, options)
  }

  const [best, second] = scoredOptions(text, options, language)
  if (best) return best.share > (second?.share ?? 0) ? best.option : undefined
  if (isQuestion(text, language)) return undefined
  const wanted = wants(said, language) ? optionWanted(text, options, language) : undefined
  return wanted ?? optionOfComplaint(text, options)
}

/** "My parcel hasn't turned up" asks "Where is my order?" by the phrases of one idea. */
function optionOfComplaint<One extends Option>(text: string, options: readonly One[]): One | undefined {
  const said = text.slice(0, 300)
  const ideas = concepts().flatMap(({ asked }) => (asked?.test(said) ? [asked] : []))
  const meant = options.filter(({ label }) => ideas.some((asked) => asked.test(label)))
  return meant.length === 1 ? meant[0] : undefined
}

/**
 * "I need an appointment on Friday" means "Request an appointment" if no other option is about appointments alone, and
 * so does "ich bräuchte einen Termin", which is the same in another language.
 */
function optionWanted<One extends Option>(
  text: string,
  options: readonly One[],
  language: Language,
): One | undefined {
  const arranging = alternatives(placeWords[language].arrange)
  const words = contentOf(plain(text.slice(0, 300)), language)
  const wantedBy = (isThis: (one: string, word: string) => boolean) =>
    options.filter(({ label }) => {
      const thing = contentOf(plain(label), language).filter((word) => !arranging.includes(word))
      return thing.length > 0 && thing.every((word) => words.some((one) => isThis(one, word)))
    })
  const named = wantedBy((one, word) => means(one, word, language))
  if (named.length > 0) return named.length === 1 ? named[0] : undefined
  const inOtherWords = wantedBy((one, word) => means(one, word, language) || ofOneIdea(one, word))
  return inOtherWords.length === 1 ? inOtherWords[0] : undefined
}

/** Whether two words stand for the same, as far as `thesaurus.json` knows, in whichever languages. */
function ofOneIdea(one: string, other: string): boolean {
  const ideas = ideasOf(one)
  return ideasOf(other).some((idea) => ideas.includes(idea))
}

// bounded: an entry for each word of the thesaurus, which stands in the code
const ideasByStem = new Map<string, string[]>()

function ideasOf(word: string): readonly string[] {
  if (word.length < LEAST_LETTERS) return []
  if (ideasByStem.size === 0)
    for (const { name, words } of concepts())
      for (const list of Object.values(words))
        for (const each of plain(list ?? '').split(' ')) {
          const known = ideasByStem.get(stemOf(each))
          if (!known) ideasByStem.set(stemOf(each), [name])
          else if (!known.includes(name)) known.push(name)
        }
  return ideasByStem.get(stemOf(word)) ?? []
}

/**
 * Whether a message, given plain, says that something is wanted, and not that it is to be changed or cancelled. Short
 * words of other languages than the conversation's don't count: they are ordinary words elsewhere.
 */
function wants(said: string, language: Language): boolean {
  const says = (list: 'wanting' | 'otherwise') => (spoken: Language) =>
    alternatives(placeWords[spoken][list]).some(
      (phrase) =>
        (spoken === language || phrase.length >= LEAST_LETTERS) && ` ${said} `.includes(` ${phrase} `),
    )
  return languages.some(says('wanting')) && !languages.some(says('otherwise'))
}

/** The options that are meant equally; none if one is meant or the message is about something else. */
export function optionsHalfMeant<One extends Option>(
  text: string,
  options: readonly One[],
  language: Language,
): One[] {
  if (text.length > 300 || isWithoutSpaces(plain(text))) return []
  const scored = scoredOptions(text, options, language)
  return scored.filter(({ share }) => share === scored[0]?.share).map(({ option }) => option)
}

function scoredOptions<One extends Option>(text: string, options: readonly One[], language: Language) {
  const asked = isQuestion(text, language)
  const wished = isWish(text, language)
  const words = contentOf(plain(text.slice(0, 300)), language)
  return options
    .map((option) => ({ option, ...scoreOf(words, option.label, language) }))
    .filter(({ share, besides, label }) =>
      asked && !isQuestion(label, language)
        ? // "Can I make an appointment?" is a wish; "Can I cancel one on the same day?" asks for more.
          wished && share >= LEAST_SHARE && besides <= 2
        : share >= LEAST_SHARE
          ? besides <= MOST_BESIDES
          : besides === 0 && share >= 0.3,
    )
    .sort((a, b) => b.share - a.share || a.besides - b.besides)
}

/** Japanese has no spaces, but its nouns are runs of kanji or katakana: 予約をキャンセルしたい has two. */
function optionByRuns<One extends Option>(text: string, options: readonly One[]): One | undefined {
  const runsOf = (said: string): readonly string[] =>
    said.slice(0, 300).match(/\p{Script=Han}{1,20}|[\p{Script=Katakana}ー]{2,20}/gu) ?? []
  if (!/\p{Script=Hiragana}/u.test(text + options.map(({ label }) => label).join(''))) return undefined
  const said = runsOf(text)
  const scored = options
    .map((option) => {
      const wanted = runsOf(option.label)
      const found = wanted.filter((run) => said.includes(run)).length
      return { option, score: (2 * found) / Math.max(1, wanted.length + said.length) }
    })
    .sort((a, b) => b.score - a.score)
  const [best, second] = scored
  return best && best.score >= 0.5 && best.score > (second?.score ?? 0) ? best.option : undefined
}

/** "No" means "Not yet", and "sure" means "Yes, please", if one option alone begins as a yes or a no. */
function byYesOrNo<One extends Option>(
  text: string,
  options: readonly One[],
  language: Language,
): One | undefined {
  const answer = yesNoIn(text, language)
  if (answer === undefined) return undefined
  const meant = options.filter(({ label }) => {
    const [first = ''] = wordsIn(label)
    return (yesNoIn(first, language) ?? (first === 'not' || first === 'nicht' ? 'no' : undefined)) === answer
  })
  return meant.length === 1 ? meant[0] : undefined
}

/** The share of the label's words that were said, and how many others were; of "change or cancel", one is enough. */
function scoreOf(words: readonly string[], label: string, language: Language) {
  const { or } = placeWords[language]
  const parts = plain(label).split(new RegExp(` (?:${alternatives(or).join('|')}) `))
  const whole = contentOf(plain(label), language)
  const scores = [whole, ...parts.map((part) => contentOf(part, language))]
    .filter((wanted) => wanted.length > 0)
    .map((wanted) => {
      const found = wanted.filter((word) => words.some((one) => means(one, word, language)))
      const besides = words.filter((one) => !whole.some((word) => means(one, word, language)))
      return { share: found.length / wanted.length, besides: besides.length }
    })
    .sort((a, b) => b.share - a.share)
  return { label, ...(scores[0] ?? { share: 0, besides: words.length }) }
}

function means(one: string, other: string, language: Language): boolean {
  if (alike(one, other) || stemOf(one) === stemOf(other)) return true
  if (COMPOUNDING.has(language) && (endsIn(one, other) || endsIn(other, one))) return true
  const same = alternatives(placeWords[language].arrange)
  return same.includes(one) && same.includes(other)
}

/** Where the last word of a compound says what it is: a *Folgerezept* is a *Rezept*. */
const COMPOUNDING: ReadonlySet<Language> = new Set(['de', 'nl'])

function endsIn(compound: string, word: string): boolean {
  return word.length >= 5 && compound.endsWith(word)
}

/** Enough for labels: plurals and the commonest endings of long words. */
function stemOf(word: string): string {
  return word.length < 5 ? word : word.replace(/(?:ing|ed|en|es|s|e|n)$/, '')
}

function contentOf(said: string, language: Language): string[] {
  const small = new Set(alternatives(placeWords[language].small))
  const spelled = said.replace(/\brdv\b/g, 'rendez vous')
  const all = without(longestFirst(alternatives(placeWords[language].polite)), spelled).split(' ')
  const content = all.filter((word) => !small.has(word) && word !== '')
  return content.length > 0 ? content : all
}

function contains(said: string, label: string): boolean {
  const [one, other] = [said.replace(/ /g, ''), label.replace(/ /g, '')]
  return one.includes(other) || (one.length >= 2 && other.includes(one))
}

/** From 1; -1 for the last; undefined if the message names no place. */
function placeIn(said: string, language: Language): number | undefined {
  const core = said.replace(
    /^(?:option|nummer|number|no|nr|numero|die|the|der|das|el|la|le|il|o|a|de|het) /,
    '',
  )
  if (/^\d$/.test(core)) return Number(core)
  const { places, last } = placeWords[language]
  const forms = [
    core,
    core.replace(/ (?:one|option|uno|bitte|please)$/, ''),
    core.replace(/^第|[个個つ番目]{1,3}$/g, ''),
  ]
  if (alternatives(last).some((word) => forms.includes(word))) return -1
  const at = alternatives(places).findIndex((word) => forms.includes(word))
  return at === -1 ? undefined : (at % 5) + 1
}
