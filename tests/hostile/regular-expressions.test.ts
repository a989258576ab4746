/**
 * Texts made to slow down a regular expression: none of ours may take a time that grows faster than the text. Each
 * expression with an unbounded repetition is matched in a thread of its own against texts as long as a request may be,
 * built from the characters in the expression. A linear one takes milliseconds, a quadratic one would take minutes for
 * each text, and one with exponential backtracking never ends. `npm test` tries a third of them, `npm run test:long` all.
 */
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { concepts } from '@parley/kernel/thesaurus.ts'
import { parseAst } from 'vite'
import { afterAll, afterEach, expect, test } from 'vitest'
import { partOfList } from '../src/part-of-list.ts'

const root = join(import.meta.dirname, '../..')
const rooms = ['contracts/src', 'services/*/src', 'projections/src', 'widget/{src,react}', 'web/src']
const endless = /[+*]|\{\d+,\}/
const ofTests = /\.test[.-]|-double|conformance|node_modules/

type Found = { pattern: string; flags: string; file: string }

let worker: Worker | undefined
afterEach(async ({ task }) => {
  if (task.result?.state === 'pass') return
  await worker?.terminate()
  worker = undefined
})
afterAll(() => worker?.terminate())

const found = expressions()

test('the expressions of every package are found', () => {
  const files = [...new Set(found.map(({ file }) => file))]
  for (const room of ['contracts/', 'services/', 'projections/', 'widget/', 'web/'])
    expect(
      files.some((file) => file.startsWith(room)),
      room,
    ).toBe(true)
})

const endlessOnes = found.filter(({ pattern }) => endless.test(pattern))

test.each(partOfList(endlessOnes, { of: 5, nameOf: ({ pattern }) => pattern }))(
  '$file /$pattern/$flags',
  async ({ pattern, flags }) => {
    worker ??= new Worker(new URL('./regular-expressions.worker.ts', import.meta.url))
    const matched = once(worker, 'message')
    worker.postMessage({ pattern, flags })
    expect(await matched).toEqual(['matched'])
  },
)

/** Each once, where it first occurs. */
function expressions(): Found[] {
  const files = globSync(
    rooms.map((room) => `${room}/**/*.{ts,tsx}`),
    { cwd: root },
  )
  const all = files
    .filter((file) => !ofTests.test(file))
    .sort()
    .flatMap((file) => literalsIn(file))
    .concat(expressionsOfThesaurus())
  return [...new Map(all.map((one) => [`/${one.pattern}/${one.flags}`, one])).values()]
}

function expressionsOfThesaurus(): Found[] {
  return concepts().flatMap(({ asked }) =>
    asked ? [{ pattern: asked.source, flags: asked.flags, file: 'thesaurus.json' }] : [],
  )
}

function literalsIn(file: string): Found[] {
  const program = parseAst(readFileSync(join(root, file), 'utf8'), {
    lang: file.endsWith('x') ? 'tsx' : 'ts',
  })
  const literals: Found[] = []
  // The parser returns plain data: every expression is an object with its pattern and flags.
  JSON.stringify(program, (key, value) => {
    if (key === 'regex' && typeof value?.pattern === 'string') literals.push({ ...value, file })
    return typeof value === 'bigint' ? `${value}` : value
  })
  return literals
}
