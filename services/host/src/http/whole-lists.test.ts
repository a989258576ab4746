import { defineEndpoints, wholeList } from '@parley/contracts/endpoint.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageOfWholeList } from './whole-lists.ts'

const { list } = defineEndpoints({
  list: {
    summary: 'Things',
    method: 'GET',
    path: '/things',
    permission: 'agent.read',
    ...wholeList(z.object({ thingId: z.string(), name: z.string() }), { most: z.number() }),
  },
})

const things = (...ids: string[]) => ids.map((thingId) => ({ thingId, name: `Thing ${thingId}` }))
const answer = (items: unknown[]) => ({ ok: true, value: { items, most: 9 }, builtFrom: 4 }) as const
type Page = { value: { items: { thingId: string }[]; next?: string } }
const page = (items: unknown[], query: { cursor?: string; limit?: number }) =>
  (pageOfWholeList(list, query, answer(items)) as Page).value
const idsOf = (items: { thingId: string }[]) => items.map(({ thingId }) => thingId).join('')

test('answers with all of it where no page is asked for', () => {
  expect(pageOfWholeList(list, {}, answer(things('a', 'b')))).toEqual(answer(things('a', 'b')))
})

test('keeps what an answer has beside its items, and has no next page after the last item', () => {
  const first = pageOfWholeList(list, { limit: 1 }, answer(things('a', 'b'))) as Page
  expect(first).toMatchObject({ builtFrom: 4, value: { most: 9, items: things('a') } })
  const cursor = first.value.next ?? ''
  expect(page(things('a', 'b'), { cursor, limit: 1 })).toEqual({ most: 9, items: things('b') })
  expect(page([], { limit: 1 })).toEqual({ most: 9, items: [] })
})

test('neither repeats nor leaves out what stays in a list that changes between two pages', () => {
  const { next: cursor = '' } = page(things('a', 'b', 'c', 'd'), { limit: 2 })
  expect(idsOf(page(things('new', 'a', 'b', 'c', 'd'), { cursor }).items)).toBe('cd')
  expect(idsOf(page(things('b', 'c', 'd'), { cursor }).items)).toBe('cd')
  const renamed = things('a', 'b', 'c', 'd').map((thing) => ({ ...thing, name: 'Other' }))
  expect(idsOf(page(renamed, { cursor }).items)).toBe('cd')
  // The last item of the page before was removed.
  expect(idsOf(page(things('a', 'c', 'd'), { cursor }).items)).toBe('cd')
})

test('leaves nothing out where whoever pages removes what they were shown', () => {
  const { next: cursor = '' } = page(things('a', 'b', 'c', 'd', 'e', 'f'), { limit: 3 })
  expect(idsOf(page(things('d', 'e', 'f'), { cursor }).items)).toBe('def')
  expect(idsOf(page(things('new', 'd', 'e', 'f'), { cursor }).items)).toBe('def')
  // The first of the next page as well.
  expect(idsOf(page(things('e', 'f'), { cursor }).items)).toBe('ef')
  expect(idsOf(page(things('b', 'e', 'f'), { cursor }).items)).toContain('ef')
})

test('pages make the whole list where items are equal', () => {
  const all = ['a', 'a', 'b', 'a', 'a']
  const shown: unknown[] = []
  for (let cursor: string | undefined; ; ) {
    const { items, next } = page(all, { limit: 1, ...(cursor && { cursor }) })
    shown.push(...items)
    if (next === undefined) break
    cursor = next
  }
  expect(shown).toEqual(all)
})

test('pages make the whole list, with ids that are not unique and without any', () => {
  const item = fc.oneof(
    fc.record({ agentId: fc.constantFrom('a', 'b'), kind: fc.constantFrom('x', 'y') }),
    fc.record({ words: fc.string() }),
  )
  fc.assert(
    fc.property(
      fc.uniqueArray(item, { selector: (each) => JSON.stringify(each) }),
      fc.integer({ min: 1, max: 5 }),
      (items, limit) => {
        const all: unknown[] = []
        for (let cursor: string | undefined; ; ) {
          const { items: some, next } = page(items, { limit, ...(cursor && { cursor }) })
          all.push(...some)
          if (next === undefined) break
          cursor = next
        }
        expect(all).toEqual(items)
      },
    ),
  )
})

test('refuses the cursor of another list', () => {
  for (const cursor of ['', 'x', '2', '2.short', '-1.0123456789abcdef', `${'9'.repeat(30)}.0123456789abcdef`])
    expect(() => page(things('a'), { cursor }), cursor).toThrow('This cursor does not belong to this list.')
})
