/**
 * Recognises messages that steer a conversation instead of answering a question: go back, start over, skip, stop, talk
 * to a person. Only a whole message counts, politeness and misspellings aside: "Stop by at 5" stops nothing.
 */
import { asksForPerson } from '../handoff/person-request.ts'
import { type Language, languages, plain } from '../phrases.ts'
import { commandWords } from './command-words.ts'
import {
  alike,
  alternatives,
  isWithoutSpaces,
  longestFirst,
  type Spelling,
  without,
  wordsIn,
} from './matching.ts'

export type Command = 'back' | 'restart' | 'skip' | 'stop' | 'person'

const STEERING = ['restart', 'back', 'skip', 'stop'] as const

type Lists = Record<'polite' | 'asking', readonly string[]>
const lists = Object.fromEntries(
  languages.map((language) => {
    const { polite, asking } = commandWords[language]
    return [language, { polite: longestFirst(alternatives(polite)), asking: alternatives(asking) }]
  }),
) as Record<Language, Lists>

/** `squeezed`: without spaces, of a script that is written without them. `rank`: the lowest one counts. */
type Phrase = {
  command: Command
  phrase: string
  words: readonly string[]
  squeezed: string | undefined
  isShort: boolean
  rank: number
}

/** By their first letter, which a misspelling never changes (`alike`). */
const phrases = Object.fromEntries(
  languages.map((language) => {
    const all = STEERING.flatMap((command) =>
      alternatives(commandWords[language][command]).map((phrase) => ({ command, phrase })),
    ).map(
      ({ command, phrase }, rank): Phrase => ({
        command,
        phrase,
        words: phrase.split(' '),
        squeezed: isWithoutSpaces(phrase) ? squeeze(phrase) : undefined,
        isShort: phrase.length < 5 && /^[a-z]+$/.test(phrase),
        rank,
      }),
    )
    return [language, Map.groupBy(all, ({ phrase }) => phrase[0]!)]
  }),
) as Record<Language, Map<string, Phrase[]>>

/**
 * Returns what the message asks for; undefined if it is something else. Every language counts, but short words of other
 * languages than the conversation's don't: they are ordinary words elsewhere. `spelling`: whether misspelled words count.
 */
export function commandIn(
  text: string,
  language?: Language,
  spelling: Spelling = 'any',
): Command | undefined {
  const said = plain(text.slice(0, 300))
  if (said === '') return undefined
  const spokenForms = languages.map(
    (spoken) => [spoken, new Set([said, without(lists[spoken].polite, said)])] as const,
  )
  const found = (same: (one: string, other: Phrase) => boolean) => {
    for (const [spoken, forms] of spokenForms) {
      const foreign = language !== undefined && spoken !== language && spoken !== 'en'
      let first: Phrase | undefined
      for (const form of forms)
        for (const each of phrases[spoken].get(form[0]!) ?? [])
          if (each.rank < (first?.rank ?? Number.POSITIVE_INFINITY) && !(foreign && each.isShort))
            if (same(form, each)) first = each
      if (first) return first.command
    }
    return undefined
  }
  return (
    found(exactly) ??
    (spelling === 'any' ? found(sameCommand) : undefined) ??
    (asksForPerson(text) ? 'person' : undefined)
  )
}

/** Whether the message is a question: it ends as one, or begins as one does in the language. */
export function isQuestion(text: string, language: Language): boolean {
  return /[?？؟]["'”’)\]\s]*$/u.test(text.trim()) || beginsAsQuestion(text, language)
}

/** Whether a message asks for leave or possibility, as in "Can I come tomorrow?", which answers "When?". */
export function isWish(text: string, language: Language): boolean {
  const whole = plain(text)
  const wishes = [...alternatives(WISHES[language]), ...alternatives(WISHES.en)]
  const politeness = longestFirst(
    [...lists[language].polite, ...lists.en.polite].filter((one) => !wishes.includes(one)),
  )
  return [whole, without(politeness, whole)].some((said) =>
    wishes.some(
      (phrase) =>
        said.startsWith(isWithoutSpaces(phrase) ? phrase : `${phrase} `) ||
        (isWithoutSpaces(said) && said.includes(phrase)),
    ),
  )
}

const WISHES: Record<Language, string> = {
  en: 'can i|can we|could i|could we|may i|may we|is|would|how about|what about|does',
  de: 'kann ich|können wir|könnte ich|darf ich|geht|ginge|wie wäre es|passt|ist',
  es: 'puedo|podemos|podría|puede ser|qué tal|es posible|sería posible',
  fr: 'puis je|peut on|pouvons nous|est ce que je peux|est ce que|que diriez vous',
  pt: 'posso|podemos|poderia|pode ser|que tal|seria possível|é possível',
  it: 'posso|possiamo|potrei|può andare|va bene|è possibile|che ne dice',
  nl: 'kan ik|kunnen we|mag ik|kan|past|is|zou ik',
  pl: 'czy mogę|czy możemy|mogę|może być|czy może być|czy pasuje',
  tr: 'acaba|olur mu|uygun mu',
  ar: 'هل يمكنني|هل يمكن|ممكن|هل',
  hi: 'क्या मैं|क्या हम|क्या',
  ja: 'できますか|いいですか|どうですか|大丈夫ですか|でいい',
  zh: '可以|行吗|能不能|好吗|怎么样',
}

/** Whether the message begins as questions do in the language, or in Japanese, Chinese, Hindi and Turkish holds their words. */
export function beginsAsQuestion(text: string, language: Language): boolean {
  const whole = text.trim()
  const said = plain(whole)
  return (language === 'en' ? [language] : [language, 'en' as const]).some((one) => {
    const { asking, polite } = lists[one]
    const core = without(
      polite.filter((phrase) => !asking.includes(phrase)),
      said,
    )
    if (one === 'ja' || one === 'zh')
      return asking.some((word) => core.includes(word)) || /(か|吗|呢|嗎)$/u.test(said)
    if (one === 'hi' || one === 'tr')
      return wordsIn(whole).some((word) => asking.includes(word)) || / (mi|mu|misiniz|musunuz)$/.test(said)
    return asking.some((phrase) =>
      [core, said].some((form) => form.startsWith(`${phrase} `) || form === phrase),
    )
  })
}

function squeeze(text: string): string {
  return text.replaceAll(' ', '')
}

function exactly(said: string, { phrase, squeezed }: Phrase): boolean {
  return said === phrase || (squeezed !== undefined && squeeze(said) === squeezed)
}

function sameCommand(said: string, { words }: Phrase): boolean {
  const spoken = said.split(' ')
  return spoken.length === words.length && spoken.every((word, at) => alike(word, words[at]!))
}
