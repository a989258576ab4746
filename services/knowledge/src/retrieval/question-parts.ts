/** Questions that hold two, and questions that refer to the one before. */

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

/** `Is there a pool?`, `gibt es` and Spanish `es la …` refer to nothing. */
const EXPLETIVE =
  /(?<!\p{L})(?:(?:is|are|was) there|there (?:is|are)|gibt es|es gibt|geht es|es (?:el|la|los|las|un|una))(?!\p{L})/giu
/** Words that stand for something said before; articles that are also pronouns (`la`, `los`) are left out. */
const REFERS =
  /(?<!\p{L})(?:it|its|that|this|they|them|their|these|those|there|one|ones|es|das|dies|diese|dieser|dieses|dafür|davon|dazu|darauf|damit|dabei|dort|ihn|ihm|ça|cela|celui|celle|ceci|elle|elles|ils|eso|esto|ello|esa|ese|allí|ella|isso|isto|ele|ela|eles|lá|quello|questo|ciò|lì|het|dat|dit|deze|die|daar|ervoor|to|tego|tam|ono|это|этого|там)(?!\p{L})|それ|これ|その|この|あれ|そこ/iu
/** With a capital it is the polite form of address. */
const GERMAN_SHE = /(?<!\p{L})sie(?!\p{L})/u
/** Beginnings that go on with something said before. */
const GOES_ON =
  /^[\s¿]*(?:and|also|what about|how about|but|or|und|auch|aber|oder|y|también|pero|o|et|aussi|mais|ou|e|também|mas|anche|ma|en|ook|maar|a(?= (?:co|czy|ile|jak|gdzie|kiedy|na|w|dla|za) )|i|oraz|też|и|а|では|じゃあ|また)(?!\p{L})/iu

/** Whether a question shows by its words that it refers to the one before. */
export function refersBack(question: string): boolean {
  const rest = question.replace(EXPLETIVE, ' ')
  return GOES_ON.test(rest) || REFERS.test(rest) || GERMAN_SHE.test(rest)
}
