/** Reads test cases from a CSV or JSON file, with a problem for each line that can't be read. */
import { mostTestCases } from '@parley/contracts/evaluation/names.ts'
import { expectationsSchema, type TestCase, testCaseSchema } from '@parley/contracts/evaluation/test-case.ts'
import { type CsvRow, readCsv } from '@parley/contracts/read-csv.ts'
import { z } from 'zod'

export type Imported = { cases: TestCase[]; problems: { line: number; message: string }[] }

/** The columns of a CSV file. In those with several values, `;` separates them. */
export const csvColumns = [
  'question',
  'must mention',
  'must not mention',
  'source',
  'tools called',
  'tools not called',
  'handed over',
  'answered',
  'language',
  'tone',
  'name',
  'dialogue',
] as const
type Column = (typeof csvColumns)[number]

/** Reading ends at this many problems. */
const MOST_PROBLEMS = 50

const tooMany = (line: number): Imported => ({
  cases: [],
  problems: [{ line, message: `A file can hold ${mostTestCases} test cases. Split it into smaller ones.` }],
})

/** `line`: of a CSV file; of a JSON file the number of the case. */
export function importCases(format: 'csv' | 'json', text: string): Imported {
  const imported = format === 'csv' ? fromCsv(text) : fromJson(text)
  if (imported.cases.length === 0 && imported.problems.length === 0)
    imported.problems.push({ line: 1, message: 'There are no test cases in the file.' })
  return { ...imported, problems: imported.problems.slice(0, MOST_PROBLEMS) }
}

/** A case, or a question with what is expected of its answer. */
const givenCase = z.union([
  testCaseSchema,
  z
    .object({
      name: testCaseSchema.shape.name,
      question: testCaseSchema.shape.lines.element.shape.says,
      expects: expectationsSchema.optional(),
    })
    .transform(({ name, question, expects = {} }): TestCase => {
      const named = name === undefined ? {} : { name }
      return { ...named, lines: [{ says: question, expects }] }
    }),
])

function fromJson(text: string): Imported {
  let items: unknown
  try {
    items = JSON.parse(text)
  } catch {
    return { cases: [], problems: [{ line: 1, message: 'This is not JSON.' }] }
  }
  if (!Array.isArray(items))
    return { cases: [], problems: [{ line: 1, message: 'Please give a list of test cases.' }] }
  const imported: Imported = { cases: [], problems: [] }
  if (items.length > mostTestCases) return tooMany(mostTestCases + 1)
  for (const [nth, item] of items.entries()) {
    const read = (Object(item).question === undefined ? testCaseSchema : givenCase).safeParse(item)
    if (read.success) imported.cases.push(read.data)
    else imported.problems.push({ line: nth + 1, message: firstProblem(read.error) })
  }
  return imported
}

function fromCsv(text: string): Imported {
  const read = readCsv(text)
  if (!read.ok) return { cases: [], problems: [{ line: read.line, message: read.message }] }
  const [head, ...rows] = read.rows
  const columns = head?.values.map((name) => name.trim().toLowerCase()) ?? []
  const unknown = columns.filter((name) => !csvColumns.some((column) => column === name))
  if (!columns.includes('question'))
    return { cases: [], problems: [{ line: 1, message: 'There is no column "question".' }] }
  if (unknown.length > 0) {
    const message = `There is no such column: ${unknown.join(', ').slice(0, 200)}. Columns are ${csvColumns.join(', ')}.`
    return { cases: [], problems: [{ line: 1, message }] }
  }
  const imported: Imported = { cases: [], problems: [] }
  const dialogues = new Map<string, TestCase>()
  for (const row of rows) {
    if (imported.problems.length >= MOST_PROBLEMS) break
    const value = (column: Column) => row.values[columns.indexOf(column)]?.trim() ?? ''
    const line = lineOf(row, value)
    if (!line.ok) {
      imported.problems.push({ line: row.line, message: line.message })
      continue
    }
    const dialogue = value('dialogue')
    const begun = dialogues.get(dialogue)
    if (!begun && imported.cases.length >= mostTestCases) return tooMany(row.line)
    if (begun) begun.lines.push(line.value)
    else {
      const name = value('name') || dialogue
      const one: TestCase = { ...(name ? { name } : {}), lines: [line.value] }
      imported.cases.push(one)
      if (dialogue) dialogues.set(dialogue, one)
    }
    const whole = testCaseSchema.safeParse(begun ?? imported.cases.at(-1))
    if (!whole.success) imported.problems.push({ line: row.line, message: firstProblem(whole.error) })
  }
  return imported
}

type Line = TestCase['lines'][number]

function lineOf(
  row: CsvRow,
  value: (column: Column) => string,
): { ok: true; value: Line } | { ok: false; message: string } {
  const several = (column: Column) =>
    value(column)
      .split(';')
      .map((one) => one.trim())
      .filter(Boolean)
  const given = {
    mentions: several('must mention'),
    avoids: several('must not mention'),
    toolsCalled: several('tools called'),
    toolsNotCalled: several('tools not called'),
    source: value('source'),
    language: value('language').toLowerCase(),
    tone: value('tone'),
  }
  const expects: Record<string, unknown> = Object.fromEntries(
    Object.entries(given).filter(([, one]) => one.length > 0),
  )
  for (const [column, field] of [
    ['handed over', 'handedOver'],
    ['answered', 'answered'],
  ] as const) {
    const said = value(column).toLowerCase()
    if (said === '') continue
    if (said !== 'yes' && said !== 'no')
      return { ok: false, message: `Please write yes or no in the column "${column}".` }
    expects[field] = said === 'yes'
  }
  const read = testCaseSchema.shape.lines.element.safeParse({ says: value('question'), expects })
  return read.success
    ? { ok: true, value: read.data }
    : { ok: false, message: row.values.length === 0 ? 'The line is empty.' : firstProblem(read.error) }
}

function firstProblem(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return 'This can not be read.'
  const field = issue.path.filter((part) => typeof part === 'string').at(-1)
  const says = /^(Please|There)/.test(issue.message)
  return says || field === undefined ? issue.message : `${field}: ${issue.message}`
}
