/** Questions that hold two, and questions that refer to the one before. */
import type { LanguageName } from './languages.ts'

/**
 * Between two questions with single spaces: the end of a sentence, or a conjunction. Those that are other words in other
 * languages (`en`, `i`) need a question word behind them.
 */
const BETWEEN =
  /[?？;] ?|,? (?:and|as well as|und|sowie|y|e|et|oraz|och|og|ve|и|en(?= (?:hoe|wat|wanneer|waar|wie|kan|is|zijn|mag|hebben) )|i(?= (?:ile|jak|gdzie|kiedy|czy|co) )) | & |と(?=[\p{Script=Han}\p{Script=Katakana}])/iu
const LETTERS = /[\p{L}\p{N}]/gu
/** A shorter part is no question. */
const LEAST_LETTERS = 4

/** The two parts of a question that may be two; undefined if it is one. */
export function twoPartsOf(question: string): [string, string] | undefined {
  const asked = question.replace(/\s+/g, ' ')
  for (const match of asked.matchAll(new RegExp(BETWEEN, 'giu'))) {
    const parts: [string, string] = [
      asked.slice(0, match.index).trim(),
      asked.slice(match.index + match[0].length).trim(),
    ]
    if (parts.every((part) => (part.match(LETTERS)?.length ?? 0) >= LEAST_LETTERS)) return parts
  }
  return undefined
}

/** Words of a language that stand for something said before, and beginnings that go on with it. */
type Reference = { pronouns?: string; openings?: string }

/**
 * By language, since `to` is Polish for "it", `die` Dutch for "that" and `i` for "and". Articles that are also pronouns (`la`, `het`,
 * `das`) stand for something only where no noun follows them.
 */
const references: Partial<Record<LanguageName, Reference>> = {
  english: {
    pronouns: 'it|its|that|this|they|them|their|these|those|there|one|ones',
    openings: 'and|also|what about|how about|but|or',
  },
  german: {
    pronouns: 'es|dies|diese|dieser|dieses|dafür|davon|dazu|darauf|damit|dabei|dort|ihn|ihm',
    openings: 'und|auch|aber|oder',
  },
  spanish: { pronouns: 'eso|esto|ello|esa|ese|allí|ella', openings: 'y|también|pero|o' },
  french: { pronouns: 'ça|cela|celui|celle|ceci|elle|elles|ils', openings: 'et|aussi|mais|ou' },
  portuguese: { pronouns: 'isso|isto|ele|ela|eles|lá', openings: 'e|também|mas|ou' },
  italian: { pronouns: 'quello|questo|ciò|lì', openings: 'e|anche|ma|o' },
  dutch: { pronouns: 'dat|dit|deze|die|daar|ervoor', openings: 'en|ook|maar|of' },
  polish: {
    pronouns: 'to|tego|tam|ono',
    openings: 'a(?= (?:co|czy|ile|jak|gdzie|kiedy|na|w|dla|za) )|i|oraz|też',
  },
}
/** In scripts that tell their language. */
const OF_OTHER_SCRIPTS =
  /(?<!\p{L})(?:это|этого|там)(?!\p{L})|^[\s]*(?:и|а)(?!\p{L})|それ|これ|その|この|あれ|そこ|^(?:では|じゃあ|また)/iu
/** `Is there a pool?`, `gibt es` and Spanish `es la …` refer to nothing. */
const EXPLETIVE =
  /(?<!\p{L})(?:(?:is|are|was) there|there (?:is|are)|gibt es|es gibt|geht es|es (?:el|la|los|las|un|una))(?!\p{L})/giu
/** With a capital it is the polite form of address. */
const GERMAN_SHE = /(?<!\p{L})sie(?!\p{L})/u
/** `Was kostet das?` */
const GERMAN_THAT = /(?<!\p{L})das(?=\s{0,3}(?:[?.!,]|$))/u
/** `Ist das kostenlos?`, not `das Zimmer`; of those who write without capitals it isn't known. */
const GERMAN_THAT_WITHIN = /(?<!\p{L})das(?= \p{Ll})/u
const CAPITAL = /\p{Lu}/u
/** `Hoe duur is het?`, not `het ontbijt`. */
const DUTCH_IT = /(?<!\p{L})het(?=\s{0,3}(?:[?.!,]|$)| (?:ook|nog|al|dan|wel|nu)(?!\p{L}))/iu

const patterns = new Map(
  Object.entries(references).map(([language, { pronouns, openings }]) => [
    language,
    new RegExp(`(?<!\\p{L})(?:${pronouns})(?!\\p{L})|^[\\s¿]*(?:${openings})(?!\\p{L})`, 'iu'),
  ]),
)

/** Whether a question, in one of these languages, shows by its words that it refers to the one before. */
export function refersBack(question: string, languages: readonly LanguageName[]): boolean {
  const rest = question.replace(EXPLETIVE, ' ')
  if (OF_OTHER_SCRIPTS.test(rest)) return true
  return languages.some(
    (language) =>
      patterns.get(language)?.test(rest) ||
      (language === 'german' && isGermanReference(rest)) ||
      (language === 'dutch' && DUTCH_IT.test(rest)),
  )
}

function isGermanReference(text: string): boolean {
  return (
    GERMAN_SHE.test(text) || GERMAN_THAT.test(text) || (CAPITAL.test(text) && GERMAN_THAT_WITHIN.test(text))
  )
}
