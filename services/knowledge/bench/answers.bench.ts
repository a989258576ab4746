/**
 * Quality of the answers that visitors read without a model, by kind of question, on knowledge bases that tuning never
 * saw. Public documentations take part if `KNOWLEDGE_BASES` names a folder with their files; with the embedding models
 * of `embeddings.ts` the same is measured once more.
 */
import type { BenchResult } from '../../kernel/bench/result.ts'
import { type Base, pastedBases, readBases, sets } from './bases/bases.ts'
import { measuredEmbeddings } from './embeddings.ts'
import { type AnswerKind, type Graded, gradeAnswers, kinds } from './grade-answers.ts'

/** Least share of right answers on held-out bases, in percent. */
const least: Partial<Record<AnswerKind, number>> = {
  direct: 88,
  misspelled: 80,
  'two-part': 60,
  'follow-up': 60,
  paraphrased: 35,
}
/** Most wrong answers on held-out bases, in percent. */
const MOST_WRONG = 8
const sizes: [name: string, from: number, below: number][] = [
  ['fewer than 20 pages', 0, 20],
  ['20 to 150 pages', 20, 151],
  ['more than 150 pages', 151, Number.POSITIVE_INFINITY],
]

export async function benchAnswers(): Promise<BenchResult[]> {
  const bases = readBases()
  const results: BenchResult[] = []
  for (const [how, pasted] of [
    ['pasted without headings', pastedBases('none')],
    ['pasted with titles in the line', pastedBases('in the line')],
  ] as const)
    for (const set of ['tuning', 'held-out'] as const)
      results.push(...describeAnswers(`${set}, ${how}`, await gradedOf(pasted, set === 'tuning')))
  for (const embedding of [undefined, ...measuredEmbeddings()]) {
    const graded: Graded[] = []
    for (const base of bases) graded.push(...(await gradeAnswers(base, embedding)))
    for (const set of sets)
      results.push(
        ...describeAnswers(
          embedding ? `${set} with ${embedding.model}` : set,
          graded.filter((answer) => answer.set === set),
        ),
      )
  }
  return results
}

async function gradedOf(bases: readonly Base[], isForTuning: boolean): Promise<Graded[]> {
  const graded: Graded[] = []
  for (const base of bases)
    if ((base.set === 'tuning') === isForTuning) graded.push(...(await gradeAnswers(base)))
  return graded
}

export function describeAnswers(set: string, all: readonly Graded[]): BenchResult[] {
  const graded = all.filter(({ afterAnother }) => !afterAnother)
  const later = all.filter(({ afterAnother }) => afterAnother)
  const isTarget = !set.startsWith('tuning')
  const bases = new Set(graded.map(({ base }) => base)).size
  const answerable = graded.filter(({ facts }) => facts.length > 0)
  const unasked = graded.filter(({ facts }) => facts.length === 0)
  const unanswerable = unasked.filter(({ kind }) => kind !== 'small talk')
  return [
    ...kinds.flatMap((kind) => {
      const own = answerable.filter((answer) => answer.kind === kind)
      return own.length === 0 ? [] : [atLeast(kind, own, isTarget ? least[kind] : undefined)]
    }),
    atLeast('all answerable', answerable, undefined),
    atMost('wrong', answerable),
    ...kinds.flatMap((kind) => {
      const own = unasked.filter((answer) => answer.kind === kind)
      return own.length === 0 ? [] : [atMost(`answered though ${kind}`, own)]
    }),
    ...sizes.flatMap(([size, from, below]) => {
      const own = unanswerable.filter(({ pages }) => pages >= from && pages < below)
      return own.length === 0 ? [] : [atMost(`answered though unanswerable, ${size}`, own)]
    }),
    atMost('answered though unanswerable', unanswerable),
    ...(later.length === 0
      ? []
      : [
          atMost(
            'wrong, asked after another question',
            later.filter(({ facts }) => facts.length > 0),
          ),
          atMost(
            'answered though unanswerable, asked after another question',
            later.filter(({ facts }) => facts.length === 0),
          ),
        ]),
  ]

  function atLeast(what: string, of: readonly Graded[], target: number | undefined): BenchResult {
    const value = share(of, 'right')
    const name = `${set}, ${bases} bases: right of ${of.length} ${what}`
    return {
      name,
      value,
      unit: '%',
      ...(target === undefined ? {} : { target: `≥ ${target} %`, ok: value >= target }),
    }
  }

  function atMost(what: string, of: readonly Graded[]): BenchResult {
    const value = share(of, 'wrong')
    const target = isTarget ? { target: `≤ ${MOST_WRONG} %`, ok: value <= MOST_WRONG } : {}
    return { name: `${set}, ${bases} bases: ${what}, of ${of.length}`, value, unit: '%', ...target }
  }
}

function share(of: readonly Graded[], grade: Graded['grade']): number {
  return Math.round((1000 * of.filter((answer) => answer.grade === grade).length) / of.length) / 10
}
