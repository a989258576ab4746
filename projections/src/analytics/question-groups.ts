/** Groups questions by their significant words. */
import { ERASED } from '@parley/contracts/message.ts'

export type AskedQuestion = {
  text: string
  conversationId: string
  messageId: string
  at: string
  unanswered: boolean
}
export type QuestionGroup = { question: string; count: number; unanswered: number; examples: AskedQuestion[] }

const MOST_EXAMPLES = 5
/** Characters of a message that are compared. */
const READ = 400
/** Two sets of words are one question from this share of common words on (Jaccard index). */
const ALIKE = 0.6

/** Words without significance for a question, in the most frequent languages. */
const fillers = new Set(
  `a an and any are as at be been but by can could did do does for from get give go had has have he hello hey hi how
  i id if im in into is it its just let like me my need no not of on one or our please she should so some tell thank
  thanks that the their them then there they this to us want was we were what when where which who why will with
  would yes you your ok okay
  der die das den dem des ein eine einen einem einer und oder ist sind war ich du er sie es wir ihr mir mich dir dich
  wie was wann wo wer warum kann konnen mein meine dein deine bitte danke hallo nicht fur mit auf von zu im in bei
  le la les un une des et ou est sont je tu il elle nous vous mon ma mes votre vos que qui quoi comment quand pourquoi
  pour avec dans sur du de pas bonjour merci puis peut
  el los las una unos unas y o es son yo tu el ella mi mis su sus que quien como cuando donde por para con en del al
  hola gracias puedo puede
  il lo gli uno una e sono io mio mia che chi come quando dove perche per con nel della ciao grazie posso
  de het een en of is zijn ik jij je mijn wat wie hoe wanneer waar waarom kan voor met op van hallo bedankt
  o os as um uma e sao eu meu minha que quem quando onde para com no na do da ola obrigado posso`.split(
    /\s+/,
  ),
)

/** Returns the largest groups, each with its newest examples. `asked` must be ordered newest first. */
export function groupQuestions(asked: readonly AskedQuestion[], most: number): QuestionGroup[] {
  const byWords = new Map<string, { words: Set<string>; askings: AskedQuestion[] }>()
  for (const question of asked) {
    const words = wordsOf(question.text)
    if (words.length === 0) continue
    const key = words.join(' ')
    const same = byWords.get(key) ?? { words: new Set(words), askings: [] }
    same.askings.push(question)
    byWords.set(key, same)
  }
  return merged([...byWords.values()])
    .sort((a, b) => b.length - a.length || (a[0]!.at < b[0]!.at ? 1 : -1))
    .slice(0, most)
    .map((askings) => ({
      question: askings[0]!.text,
      count: askings.length,
      unanswered: askings.filter(({ unanswered }) => unanswered).length,
      examples: askings.slice(0, MOST_EXAMPLES),
    }))
}

/** Merges groups whose words are nearly the same into the larger one. */
function merged(groups: { words: Set<string>; askings: AskedQuestion[] }[]): AskedQuestion[][] {
  const kept: { words: Set<string>; askings: AskedQuestion[] }[] = []
  const byWord = new Map<string, number[]>()
  for (const group of groups.sort((a, b) => b.askings.length - a.askings.length)) {
    const near = [...new Set([...group.words].flatMap((word) => byWord.get(word) ?? []))]
    const home = near.find((nth) => alike(kept[nth]!.words, group.words))
    if (home !== undefined) kept[home]!.askings.push(...group.askings)
    else {
      for (const word of group.words) byWord.set(word, [...(byWord.get(word) ?? []), kept.length])
      kept.push({ words: group.words, askings: [...group.askings] })
    }
  }
  return kept.map(({ askings }) => askings.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)))
}

function alike(one: Set<string>, other: Set<string>): boolean {
  const common = [...one].filter((word) => other.has(word)).length
  return common / (one.size + other.size - common) >= ALIKE
}

/** Returns the significant words, without case, accents, order, plural endings and fillers. */
function wordsOf(text: string): string[] {
  if (text === ERASED) return []
  const plain = text.slice(0, READ).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/[’']/g, '').match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.filter((word) => !fillers.has(word)).map(stemOf))].sort()
}

function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 5 && /(ses|xes|zes|ches|shes)$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word
}
