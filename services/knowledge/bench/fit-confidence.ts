/**
 * `KNOWLEDGE_BASES=… node bench/fit-confidence.ts`: fits `src/retrieval/confidence.json` on the
 * tuning bases, after estimating by leaving out one base at a time how well they carry over. With the embedding models of
 * `embeddings.ts` it fits `confidence-with-meaning.json` instead, on all of them together. `--show` lists questions of
 * tuning bases with a wrong outcome; `--keep` leaves the file as it is.
 */
import { writeFileSync } from 'node:fs'
import { excerptsAt, placesOf } from '../src/retrieval/answer.ts'
import {
  type Confidence,
  type Features,
  featuresOfBest,
  probabilityOf,
  rankOf,
} from '../src/retrieval/confidence.ts'
import type { Embedding } from '../src/retrieval/embedding-port.ts'
import { findChunks, likelyChunks, textsToEmbed } from '../src/retrieval/find-chunks.ts'
import { nearest } from '../src/retrieval/nearest.ts'
import { ranksByChunk } from '../src/retrieval/search-chunks.ts'
import { type Base, readBases } from './bases/bases.ts'
import { measuredEmbeddings, withVectors } from './embeddings.ts'
import { fitRanking, fitTrees } from './fit-trees.ts'
import { type AnswerKind, gradeOf, holds, questionsIn } from './grade-answers.ts'
import { searchedIn } from './searched-base.ts'

type Candidate = { id: number; features: Features; right: boolean; excerpt: string; short(): string }
type Example = {
  base: string
  kind: AnswerKind | 'foreign' | 'removed' | 'alone'
  question: string
  facts: string[]
  answerable: boolean
  candidates: Candidate[]
}

/** A wrong answer costs as much as so many that are missing. */
const COST_OF_WRONG = 0.8
/** What a question to another base weighs. */
const FOREIGN_WEIGHT = 0.3
/** What a question weighs whose answer was taken out of the base: little, as another text often answers it as well. */
const REMOVED_WEIGHT = 0.1
/** What a question to a base of one short text weighs, as every owner's base is at first. */
const ALONE_WEIGHT = 0.15
/** Of the questions that the one text doesn't answer, one in so many is asked. */
const ALONE_UNANSWERABLE = 6
/** Questions of other bases that each base is asked as if they were its own. */
const FOREIGN = 60

const weights: Partial<Record<Example['kind'], number>> = {
  foreign: FOREIGN_WEIGHT,
  removed: REMOVED_WEIGHT,
  alone: ALONE_WEIGHT,
}

const without = new Map<string, Confidence>()
const tuning = readBases().filter(({ set }) => set === 'tuning')
const examples: Example[] = []
const embeddings = measuredEmbeddings()
for (const base of tuning) {
  if (embeddings.length === 0) examples.push(...(await examplesOf(base)), ...(await examplesAlone(base)))
  for (const embedding of embeddings) examples.push(...(await examplesOf(base, embedding)))
}
console.log(`${tuning.length} bases, ${examples.length} questions`)

report('left out', (example) => confidenceWithout(example.base))
const all = fit(examples)
report('fitted', () => all)
if (!process.argv.includes('--keep'))
  writeFileSync(
    new URL(
      `../src/retrieval/${embeddings.length === 0 ? 'confidence' : 'confidence-with-meaning'}.json`,
      import.meta.url,
    ),
    `${JSON.stringify(all)}\n`,
  )

async function examplesOf(base: Base, embedding?: Embedding): Promise<Example[]> {
  const searched = await searchedIn(embedding ? await withVectors(base.sources, embedding) : base.sources)
  const asked = [
    ...questionsIn(base).filter(({ kind }) => kind !== 'two-part'),
    ...foreignTo(base).map((question) => ({
      kind: 'foreign' as const,
      question,
      facts: [],
      before: undefined,
    })),
  ]
  const result: Example[] = []
  const example = async (kind: Example['kind'], question: string, facts: string[], before?: string) =>
    exampleOf({ base: base.name, kind, question, facts }, searched, before, embedding)
  for (const { kind, question, facts, before } of asked) {
    result.push(await example(kind, question, facts, before))
    if (facts.length === 0) continue
    const answers = (text: string) => facts.some((fact) => holds(text, fact))
    result.push(await searched.without(answers, () => example('removed', question, [], before)))
  }
  return result
}

/** The questions to a small base, asked to each of its texts as if there were no other. */
async function examplesAlone({ name, sources, ...rest }: Base): Promise<Example[]> {
  if (sources.length > 10) return []
  const result: Example[] = []
  const asked = questionsIn({ name, sources, ...rest }).filter(
    ({ kind, before }) => kind !== 'two-part' && before === undefined,
  )
  let unanswerable = 0
  for (const source of sources)
    for (const chunk of source.chunks ?? []) {
      const searched = await searchedIn([{ ...source, chunks: [chunk] }])
      for (const { kind, question, facts } of asked) {
        const answered = facts.length > 0 && facts.every((fact) => holds(chunk, fact))
        if (!answered && kind !== 'small talk' && unanswerable++ % ALONE_UNANSWERABLE !== 0) continue
        const alone = { base: name, kind: 'alone' as const, question, facts: answered ? facts : [] }
        result.push(await exampleOf(alone, searched))
      }
    }
  return result
}

async function exampleOf(
  asked: Pick<Example, 'base' | 'kind' | 'question' | 'facts'>,
  searched: Awaited<ReturnType<typeof searchedIn>>,
  before?: string,
  embedding?: Embedding,
): Promise<Example> {
  const { question, facts } = asked
  const byMeaning =
    embedding &&
    (await nearest(searched.index, embedding, {
      texts: textsToEmbed(question, before),
      likely: await likelyChunks(searched, question),
    }))
  const { words, found } = await findChunks({ ...searched, byMeaning }, question, before)
  const candidates = found.map(({ id, chunk, match, features }) => {
    const { text, short } = excerptsAt(chunk, words, match)
    return { id, features, excerpt: text, short, right: gradeOf({ facts }, text) === 'right' }
  })
  return { ...asked, answerable: facts.length > 0, candidates }
}

/** Questions to businesses for the larger bases, and the other way round: hardly any of them has an answer there. */
function foreignTo(base: Base): string[] {
  const isLarge = (other: Base) => other.sources.length > 10
  const others = tuning.filter((other) => isLarge(other) !== isLarge(base))
  const questions = others.flatMap(({ questions: own }) => (own.direct ?? []).map(([question]) => question))
  const every = Math.max(1, questions.length / FOREIGN)
  return questions.filter((_, n) => Math.floor(n / every) !== Math.floor((n - 1) / every))
}

function confidenceWithout(base: string): Confidence {
  const known = without.get(base) ?? fit(examples.filter((example) => example.base !== base))
  without.set(base, known)
  return known
}

function fit(to: readonly Example[]): Confidence {
  const found = to.filter(({ candidates }) => candidates.length > 0)
  const rank = fitRanking(
    found.map(({ candidates }) => candidates).filter((own) => own.some(({ right }) => right)),
  )
  const rows = found.map(({ kind, facts, candidates }) => {
    const { features, right } = bestOf({ candidates, facts }, rank)
    const weight = (weights[kind] ?? 1) * (right ? 1 : COST_OF_WRONG)
    return { features, right, weight }
  })
  return { rank, trees: fitTrees(rows) }
}

/** `right` is whether the answer is that a visitor reads. */
function bestOf(
  { candidates, facts }: Pick<Example, 'candidates' | 'facts'>,
  rank: Confidence['rank'],
): { answer: string; features: Features; ordered: Candidate[]; right: boolean } {
  const ranked = candidates
    .map((candidate) => ({ candidate, rank: rankOf(candidate.features, { rank, trees: [] }) }))
    .sort((a, b) => b.rank - a.rank)
  const ordered = ranked.map(({ candidate }) => candidate)
  const ranks = ranksByChunk(ranked.map(({ candidate, rank: own }) => ({ id: candidate.id, rank: own })))
  const places = placesOf(
    ranked.map(({ candidate: { excerpt, short }, rank: own }) => ({ text: excerpt, short, rank: own })),
  )
  const answer = places.map(({ text }) => text).join('\n\n')
  const right = facts.length > 0 && gradeOf({ facts }, answer) === 'right'
  return { answer, ordered, right, features: featuresOfBest(ordered[0]!.features, ranks) }
}

function report(name: string, confidenceFor: (example: Example) => Confidence): void {
  const counts = new Map<string, { right: number; wrong: number; all: number; reachable: number }>()
  for (const example of examples) {
    const { rank, trees } = confidenceFor(example)
    const judged = example.candidates.length === 0 ? undefined : bestOf(example, rank)
    const score = judged ? probabilityOf(judged.features, { rank, trees }) : 0
    const outcome = !judged || score < 0.5 ? 'silent' : judged.right ? 'right' : 'wrong'
    for (const key of [
      example.kind,
      example.answerable ? 'ANSWERABLE' : 'UNANSWERABLE',
      `base ${example.base}`,
    ]) {
      const count = counts.get(key) ?? { right: 0, wrong: 0, all: 0, reachable: 0 }
      counts.set(key, count)
      count.all++
      if (outcome === 'right') count.right++
      if (outcome === 'wrong') count.wrong++
      if (example.candidates.some(({ right }) => right)) count.reachable++
    }
    if (
      name === 'left out' &&
      process.argv.includes('--show') &&
      (outcome === 'wrong' || (outcome === 'silent' && example.answerable))
    ) {
      const good = (judged?.ordered ?? []).findIndex(({ right }) => right)
      console.log(
        `${outcome} ${example.base} ${example.kind}: ${example.question} [${score.toFixed(2)}; right one ${good}]`,
      )
      console.log(`     ${(judged?.answer ?? '').replaceAll('\n', ' ').slice(0, 130)}`)
      if (good > 0)
        console.log(`   > ${(judged?.ordered[good]?.excerpt ?? '').replaceAll('\n', ' ').slice(0, 130)}`)
    }
  }
  for (const [key, { right, wrong, all: of, reachable }] of [...counts].sort())
    console.log(
      `${name} ${key}: right ${pc(right, of)} wrong ${pc(wrong, of)} of ${of}; among candidates ${pc(reachable, of)}`,
    )
}

function pc(part: number, of: number): string {
  return `${((100 * part) / of).toFixed(1)} %`
}
