/** How well and how fast an agent finds what it knows: on labelled questions, and among 10,000 chunks. */
import type { BenchResult } from '../../kernel/bench/result.ts'
import { createRetriever, type Retriever, type SourceChunks } from '../src/retrieval/retriever.ts'
import { defaultKnowsThreshold } from '../src/retrieval/threshold.ts'
import { businesses } from './businesses.ts'
import { type LabelledQuestion, questions, sets } from './questions.ts'

const CHUNKS = 10_000
const CHUNK_CHARACTERS = 2_000
const SOURCES = 200
const TIMED_QUESTIONS = 500

export async function benchRetrieval(): Promise<BenchResult[]> {
  const retriever = createRetriever({ loadChunks: async (_, agentId) => sourcesOf(agentId) })
  const outcomes = await Promise.all(
    sets.map(async ({ name, questions: asked }) => ({ name, counts: await count(retriever, asked) })),
  )
  const untuned = outcomes.filter(({ name }) => name === 'held-out' || name === 'unseen business')
  const recall = percent(total(untuned, 'amongFive'), total(untuned, 'answerable'))
  const wrongly = percent(total(untuned, 'answeredWrongly'), total(untuned, 'unanswerable'))
  return [
    {
      name: `retrieval recall@5, ${total(untuned, 'answerable')} questions not tuned for`,
      value: recall,
      unit: '%',
      target: '≥ 95 %',
      ok: recall >= 95,
    },
    {
      name: `answered when it should not, ${total(untuned, 'unanswerable')} questions not tuned for`,
      value: wrongly,
      unit: '%',
      target: '≤ 10 %',
      ok: wrongly <= 10,
    },
    ...outcomes.flatMap(({ name, counts }) => describe(name, counts)),
    ...(await speed()),
  ]
}

type Counts = Record<
  'answerable' | 'unanswerable' | 'first' | 'amongFive' | 'crowded' | 'answered' | 'answeredWrongly',
  number
>

async function count(retriever: Retriever, asked: LabelledQuestion[]): Promise<Counts> {
  const counts = {
    answerable: 0,
    unanswerable: 0,
    first: 0,
    amongFive: 0,
    crowded: 0,
    answered: 0,
    answeredWrongly: 0,
  }
  for (const { business, question, answeredBy } of asked) {
    const found = await retriever.retrieve('bench', business, question, { limit: 5 })
    const knows = (found[0]?.score ?? 0) >= defaultKnowsThreshold
    if (answeredBy === undefined) {
      counts.unanswerable++
      if (knows) counts.answeredWrongly++
      continue
    }
    const inAll = await retriever.retrieve('bench', 'all', question, { limit: 5 })
    counts.answerable++
    if (knows) counts.answered++
    if (found[0]?.text.includes(answeredBy)) counts.first++
    if (found.some((chunk) => chunk.text.includes(answeredBy))) counts.amongFive++
    if (inAll.some((chunk) => chunk.text.includes(answeredBy))) counts.crowded++
  }
  return counts
}

function describe(name: string, counts: Counts): BenchResult[] {
  const { answerable, unanswerable } = counts
  const of = (what: string, value: number) => ({ name: `${what}, ${name}`, value, unit: '%' })
  return [
    of(`recall@5 of ${answerable}`, percent(counts.amongFive, answerable)),
    of('recall@1', percent(counts.first, answerable)),
    of('recall@5 in one agent that knows all five', percent(counts.crowded, answerable)),
    of('answered when it should', percent(counts.answered, answerable)),
    of(`answered when it should not of ${unanswerable}`, percent(counts.answeredWrongly, unanswerable)),
  ]
}

function total(outcomes: { counts: Counts }[], what: keyof Counts): number {
  return outcomes.reduce((sum, { counts }) => sum + counts[what], 0)
}

function percent(part: number, of: number): number {
  return Math.round((1000 * part) / of) / 10
}

async function speed(): Promise<BenchResult[]> {
  const random = seeded(7)
  const vocabulary = Array.from({ length: 30_000 }, () => inventWord(random))
  const sources = manySources(vocabulary, random)
  const retriever = createRetriever({ loadChunks: async () => sources, maxBytes: Number.POSITIVE_INFINITY })

  globalThis.gc?.()
  const memoryBefore = process.memoryUsage().rss
  const began = performance.now()
  const longestBlock = await longestBlockDuring(() => retriever.retrieve('bench', 'large', 'warm up'))
  const built = performance.now() - began
  globalThis.gc?.()
  const memory = process.memoryUsage().rss - memoryBefore

  for (let n = 0; n < 30; n++) await retriever.retrieve('bench', 'large', someQuestion(vocabulary, random))
  const times: number[] = []
  for (let n = 0; n < TIMED_QUESTIONS; n++) {
    const question = someQuestion(vocabulary, random)
    const start = performance.now()
    await retriever.retrieve('bench', 'large', question)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(10 * times[Math.floor(share * (times.length - 1))]!) / 10
  return [
    { name: 'retrieval p50 at 10,000 chunks', value: at(0.5), unit: 'ms' },
    {
      name: 'retrieval p99 at 10,000 chunks',
      value: at(0.99),
      unit: 'ms',
      target: '≤ 50 ms',
      ok: at(0.99) <= 50,
    },
    { name: 'indexing 10,000 chunks of 2,000 characters', value: Math.round(built), unit: 'ms' },
    { name: 'longest pause of the server while indexing', value: Math.round(longestBlock), unit: 'ms' },
    { name: 'memory of 10,000 indexed chunks', value: Math.round(memory / 1_000_000), unit: 'MB' },
  ]
}

function sourcesOf(agentId: string): SourceChunks[] {
  const chosen = Object.entries(businesses).filter(([name]) => agentId === 'all' || agentId === name)
  return chosen.flatMap(([name, business]) =>
    business.sources.map((source) => ({ ...source, sourceId: `${name} ${source.sourceId}`, version: 1 })),
  )
}

/** Invented words with the frequencies of a language (Zipf), sentence by sentence. */
function manySources(vocabulary: string[], random: () => number): SourceChunks[] {
  return Array.from({ length: SOURCES }, (_, n) => ({
    sourceId: `source${n}`,
    name: `Manual ${n}`,
    version: 1,
    chunks: Array.from({ length: CHUNKS / SOURCES }, () => {
      const sentences: string[] = []
      for (let length = 0; length < CHUNK_CHARACTERS; ) {
        const sentence = `The ${Array.from({ length: 12 }, () => zipf(vocabulary, random)).join(' ')} of it.`
        sentences.push(sentence)
        length += sentence.length + 1
      }
      return `## ${zipf(vocabulary, random)} ${zipf(vocabulary, random)}\n\n${sentences.join(' ')}`
    }),
  }))
}

/** A question of a visitor, or one of invented words of which one is misspelled. */
function someQuestion(vocabulary: string[], random: () => number): string {
  if (random() < 0.5) return questions[Math.floor(random() * questions.length)]!.question
  const words = Array.from({ length: 5 }, () => zipf(vocabulary, random))
  words[0] = `${words[0]!.slice(0, 2)}${words[0]!.slice(3)}q`
  return `Can you tell me about ${words.join(' ')}?`
}

function zipf(vocabulary: string[], random: () => number): string {
  return vocabulary[Math.floor(vocabulary.length ** random()) - 1]!
}

function inventWord(random: () => number): string {
  const syllables = 2 + Math.floor(random() * 3)
  const pick = (letters: string) => letters[Math.floor(random() * letters.length)]!
  return Array.from(
    { length: syllables },
    () => pick('bcdfghklmnprstvw') + pick('aeiou') + pick('nrstl'),
  ).join('')
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function longestBlockDuring(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const ticking = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  await work()
  clearInterval(ticking)
  return longest
}
