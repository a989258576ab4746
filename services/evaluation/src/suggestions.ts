/** Suggests test cases from the knowledge: questions that its headings answer. */
import type { TestCase } from '@parley/contracts/evaluation/test-case.ts'

export type KnownText = { name: string; chunks?: readonly string[] }

const MOST = 30
/** Per source, so that a large one does not fill the list. */
const MOST_PER_SOURCE = 5
const SHORTEST = 4
const LONGEST = 120

/**
 * Returns up to 30 cases that expect an answer from the source of the heading; none for what is asked already. Headings
 * that are questions come first.
 */
export function suggestions(texts: readonly KnownText[], asked: readonly string[]): TestCase[] {
  const seen = new Set(asked.map(keyOf))
  const found = texts.flatMap(({ name, chunks = [] }) => {
    const own: { question: string; source: string }[] = []
    for (const chunk of chunks) {
      const question = headingOf(chunk)
      if (question === undefined || seen.has(keyOf(question))) continue
      seen.add(keyOf(question))
      own.push({ question, source: name.slice(0, 200) })
    }
    return own.sort((a, b) => rank(a) - rank(b)).slice(0, MOST_PER_SOURCE)
  })
  return found
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST)
    .map(({ question, source }) => ({ lines: [{ says: question, expects: { answered: true, source } }] }))
}

const rank = ({ question }: { question: string }): number => (/[?？؟]$/.test(question) ? 0 : 1)

/**
 * A chunk begins with the headings above it, each on a line, and an empty line after them; that of a pair with its
 * question.
 */
function headingOf(chunk: string): string | undefined {
  const asked = /^Q: ([^\n]{1,120})\nA: /.exec(chunk)?.[1]
  if (asked !== undefined) return asked.trim()
  const [head = '', ...rest] = chunk.slice(0, 2_000).split('\n\n')
  if (rest.length === 0) return undefined
  const heading = (head.split('\n').at(-1) ?? '').replace(/^#{1,6}\s|[*_`]/g, '').trim()
  const isHeading = heading.length >= SHORTEST && heading.length <= LONGEST && !/[.:;,!]$/.test(heading)
  return isHeading && /\p{L}{3}/u.test(heading) ? heading : undefined
}

const keyOf = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
