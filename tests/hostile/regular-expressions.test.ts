/**
 * Texts made to keep a regular expression busy: no expression of ours may take a time that grows with more than the
 * square of the text. Each is matched in a thread of its own against texts as long as a visitor's longest message,
 * built from what the expression itself asks for; one that backtracks through them doesn't come back.
 */
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { maxMessageLength } from '@parley/contracts/conversation/endpoints.ts'
import { parseAst } from 'vite'
import { afterAll, afterEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const rooms = ['contracts/src', 'services/*/src', 'projections/src', 'widget/{src,react}', 'web/src']
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

test('the expressions of every room are found', () => {
  const files = [...new Set(found.map(({ file }) => file))]
  for (const room of ['contracts/', 'services/', 'projections/', 'widget/', 'web/'])
    expect(
      files.some((file) => file.startsWith(room)),
      room,
    ).toBe(true)
})

test.each(found)('$file /$pattern/$flags', async ({ pattern, flags }) => {
  worker ??= new Worker(new URL('./regular-expressions.worker.ts', import.meta.url))
  const matched = once(worker, 'message')
  worker.postMessage({ pattern, flags, texts: attacksOn(pattern) })
  expect(await matched).toEqual(['matched'])
})

/** Each once, wherever it first stands. */
function expressions(): Found[] {
  const files = globSync(
    rooms.map((room) => `${room}/**/*.{ts,tsx}`),
    { cwd: root },
  )
  const all = files
    .filter((file) => !ofTests.test(file))
    .sort()
    .flatMap((file) => literalsIn(file))
  return [...new Map(all.map((one) => [`/${one.pattern}/${one.flags}`, one])).values()]
}

function literalsIn(file: string): Found[] {
  const program = parseAst(readFileSync(join(root, file), 'utf8'), {
    lang: file.endsWith('x') ? 'tsx' : 'ts',
  })
  const literals: Found[] = []
  // The parser gives plain data: every expression is an object with its pattern and flags.
  JSON.stringify(program, (key, value) => {
    if (key === 'regex' && typeof value?.pattern === 'string') literals.push({ ...value, file })
    return typeof value === 'bigint' ? `${value}` : value
  })
  return literals
}

/** What the expression repeats, in great number, before and behind each piece of what it looks for. */
function attacksOn(pattern: string): string[] {
  const wanted = charactersOf(pattern)
  const pumps = [...wanted, ...wanted.slice(1).map((one, nth) => wanted[nth] + one)]
  const pieces = [
    '',
    ...(pattern.match(/(?:\\[^\w]|[\w<>"'=/:@-])+/g) ?? []).map((piece) => piece.replaceAll('\\', '')),
  ]
  return [...new Set(pumps)].flatMap((pump) => {
    const many = pump.repeat(maxMessageLength / pump.length / 2)
    return [...new Set(pieces)].flatMap((piece) => [
      `${piece}${many}\n${many}\0`,
      `${many}${piece}${many}\0${piece}`,
    ])
  })
}

/** One of each kind that the pattern names, in its order; of a class the first of its own. */
function charactersOf(pattern: string): string[] {
  const kinds: Record<string, string> = {
    s: ' ',
    S: 'x',
    w: 'a',
    W: '!',
    d: '1',
    D: 'x',
    t: '\t',
    n: '\n',
    b: ' ',
    p: 'é',
    P: '1',
  }
  const named = [...pattern.matchAll(/\\([a-zA-Z])(?:\{[^}]*\})?|\\(.)|([^\\^$()[\]{}|?*+])/gu)].map(
    ([, kind, escaped, plain]) => (kind ? (kinds[kind] ?? kind) : (escaped ?? plain ?? '')),
  )
  return [...new Set([...named.slice(0, 40), ' ', '\t', 'x', '!'])]
}
