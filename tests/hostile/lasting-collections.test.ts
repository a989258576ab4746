/**
 * What a server collects in memory for longer than a call must be bounded, since tenants and visitors could fill it until
 * the process ends. What they fill belongs into a cache that is bounded in bytes (`createByteCache`). Another Map, Set or
 * array must lose its entries in the same file, or say in the comment above it what bounds it: `// bounded: <why>`.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type LastingCollection, lastingCollections } from './lasting-collections.ts'

const root = join(import.meta.dirname, '../..')
const ofTests = /\.test[.-]|double|conformance|node_modules/

test('no collection of the server that outlives a call grows without a bound', () => {
  const files = globSync(['services/*/src/**/*.ts', 'projections/src/**/*.ts'], { cwd: root })
    .filter((file) => !ofTests.test(file))
    .sort()
  const found = files.flatMap((file) =>
    lastingCollections(file, readFileSync(join(root, file), 'utf8')).map((one) => ({ file, ...one })),
  )
  expect(
    found.filter(({ bounded }) => bounded === 'removes').length,
    'collections are found',
  ).toBeGreaterThan(50)
  const unbounded = found.filter(({ bounded }) => bounded === undefined)
  expect(unbounded.map(({ file, line, name }) => `${file}:${line} ${name}`)).toEqual([])
})

const cases: [string, string, Record<string, LastingCollection['bounded']>][] = [
  [
    'of a module',
    `const seen = new Set<string>()
     const names = new Set(['a'])
     export const note = (id: string) => seen.add(id)`,
    { seen: undefined },
  ],
  [
    'filled once, while the module loads',
    `const names = new Map<string, number>()
     for (const name of all) names.set(name, 1)`,
    {},
  ],
  [
    'of a class',
    'class Log { #lines: string[] = []; add(line: string) { this.#lines.push(line) } }',
    { 'this.#lines': undefined },
  ],
  [
    'of a function that returns functions',
    `function create() {
       const known = new Map<string, string>()
       const state = { last: new Set<string>() }
       let lines: string[] = []
       return {
         add(id: string) {
           known.set(id, id)
           state.last.add(id)
           lines = [...lines, id]
         },
       }
     }`,
    { known: undefined, 'state.last': undefined, lines: undefined },
  ],
  [
    'of a call that ends',
    `function count(words: string[]) {
       const counts = new Map<string, number>()
       words.forEach((word) => counts.set(word, 1))
       return counts
     }`,
    {},
  ],
  [
    'of a loop that runs until it is aborted',
    `async function follow(signal: AbortSignal) {
       const failed = new Map<string, number>()
       while (!signal.aborted) failed.set(await next(), 1)
     }`,
    { failed: undefined },
  ],
  [
    'created empty and given away',
    `function create() {
       const heard: string[] = []
       listen({ heard })
       return { heard: () => heard }
     }`,
    { heard: undefined },
  ],
  [
    'that loses its entries, here or where it was given to',
    `function create() {
       const running = new Map<string, Promise<void>>()
       const waiting = new Set<string>()
       return {
         run: (id: string) => running.set(id, work().finally(() => running.delete(id))),
         wait: (id: string) => take(waiting, id),
       }
     }
     function take(waiting: Set<string>, id: string) { waiting.delete(id) }`,
    { running: 'removes', waiting: 'removes' },
  ],
  [
    'that loses entries only after a failure',
    `const made = new Map<string, Promise<void>>()
     export function make(id: string) {
       const one = work(id)
       made.set(id, one)
       one.catch(() => made.delete(id))
     }`,
    { made: undefined },
  ],
  [
    'with a comment that says why',
    `// bounded: an entry for each region
     /** What each region holds. */
     const regions = new Map<string, string>()
     // bounded:
     const others = new Map<string, string>()
     export const add = (id: string) => regions.set(id, id) && others.set(id, id)`,
    { regions: 'declared', others: undefined },
  ],
]

test.each(cases)('a collection %s', (_, text, expected) => {
  const found = lastingCollections('example.ts', text)
  expect(Object.fromEntries(found.map(({ name, bounded }) => [name, bounded]))).toEqual(expected)
})
