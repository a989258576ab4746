/**
 * Asks the questions of a knowledge base as a visitor would without a model, and grades the answers by the facts that
 * they must hold.
 */
import type { Embedding } from '../src/retrieval/embedding-port.ts'
import { createRetriever } from '../src/retrieval/retriever.ts'
import type { Base } from './bases/bases.ts'
import { withVectors } from './embeddings.ts'

export const kinds = [
  'direct',
  'paraphrased',
  'misspelled',
  'other language',
  'two-part',
  'follow-up',
  'nearby',
  'far off',
  'small talk',
] as const
export type AnswerKind = (typeof kinds)[number]

export type Asked = { kind: AnswerKind; before?: string; question: string; facts: string[] }

export type Graded = Asked & {
  /** Asked once more after another question of the base that it has nothing to do with, as people do in a conversation. */
  afterAnother: boolean
  base: Base['name']
  set: Base['set']
  pages: number
  /** `half`: one of two facts. */
  grade: 'right' | 'half' | 'wrong' | 'silent'
  answer: string
}

/** An answer that is longer than this is not one: the visitor has to search in it. */
const LONGEST_ANSWER = 1_200

/** Questions that are listed so far from each other are about different things. */
const STEPS_BACK = [7, 13]

const smallTalk = ['ok', 'great', 'thanks a lot', 'hello, how are you?', 'bye', 'are you a robot?']

export async function gradeAnswers(base: Base, embedding?: Embedding): Promise<Graded[]> {
  const sources = embedding ? await withVectors(base.sources, embedding) : base.sources
  const retriever = createRetriever({
    loadChunks: async () => sources,
    maxBytes: Number.POSITIVE_INFINITY,
    ...(embedding ? { embedding } : {}),
  })
  const graded: Graded[] = []
  const all = questionsIn(base)
  for (const asked of all) await grade(asked, false)
  const unrelated = all.filter(({ kind, before }) => kind !== 'small talk' && before === undefined)
  for (const [at, asked] of unrelated.entries())
    for (const step of STEPS_BACK) {
      const { question } = unrelated[(at + unrelated.length - step) % unrelated.length]!
      await grade({ ...asked, before: question }, true)
    }
  return graded

  async function grade(asked: Asked, afterAnother: boolean): Promise<void> {
    const context = asked.before === undefined ? {} : { before: asked.before }
    const { answer } = await retriever.search('bench', base.name, asked.question, context)
    const text = answer?.text ?? ''
    const { name, set } = base
    graded.push({
      ...asked,
      afterAnother,
      base: name,
      set,
      pages: sources.length,
      answer: text,
      grade: gradeOf(asked, text),
    })
  }
}

export function questionsIn({ questions }: Base): Asked[] {
  const asked: Asked[] = smallTalk.map((question) => ({ kind: 'small talk', question, facts: [] }))
  for (const kind of ['direct', 'paraphrased', 'misspelled', 'other language', 'two-part'] as const)
    for (const [question, ...facts] of questions[kind] ?? []) asked.push({ kind, question, facts })
  for (const [before, question, ...facts] of questions['follow-up'] ?? [])
    asked.push({ kind: 'follow-up', before, question, facts })
  for (const kind of ['nearby', 'far off'] as const)
    for (const question of questions[kind] ?? []) asked.push({ kind, question, facts: [] })
  return asked
}

export function gradeOf({ facts }: Pick<Asked, 'facts'>, answer: string): Graded['grade'] {
  if (answer === '') return 'silent'
  if (facts.length === 0) return 'wrong'
  const held = facts.filter((fact) => holds(answer, fact))
  if (held.length === facts.length) return answer.length <= LONGEST_ANSWER ? 'right' : 'wrong'
  return held.length > 0 ? 'half' : 'wrong'
}

/** Whether a text holds one of the spellings of a fact. */
export function holds(text: string, fact: string): boolean {
  const plain = plainly(text)
  return fact.split('|').some((spelling) => plain.includes(plainly(spelling)))
}

function plainly(text: string): string {
  return text.toLowerCase().replace(/[*_`]/g, '').replaceAll('’', "'").replace(/\s+/g, ' ')
}
