import { expect, test, vi } from 'vitest'
import type { Document, ReadStore } from './read-store.ts'
import { createRecentDocuments } from './recent-documents.ts'

const a = { tenant: 'w1', id: 'a' }
const b = { tenant: 'w1', id: 'b' }
const entry = (text: string, position = 1) => ({ document: { text }, position })
const write = (id: string, document: Document | undefined, position: number) => ({
  collection: 'c',
  tenant: 'w1',
  id,
  document,
  position,
})

function open(maxBytes?: number) {
  const getMany = vi.fn<ReadStore['getMany']>(async (_, keys) =>
    keys.map(({ id }) => (id === 'none' ? undefined : entry(`stored ${id}`))),
  )
  return { getMany, recent: createRecentDocuments({ getMany }, maxBytes) }
}

test('reads a document once, and what is not there each time', async () => {
  const { recent, getMany } = open()
  const none = { tenant: 'w1', id: 'none' }
  expect(await recent.getMany('c', [a, none])).toEqual([entry('stored a'), undefined])
  expect(await recent.getMany('c', [none, b, a])).toEqual([undefined, entry('stored b'), entry('stored a')])
  expect(await recent.getMany('c', [b, a])).toEqual([entry('stored b'), entry('stored a')])
  expect(getMany.mock.calls.map(([, keys]) => keys)).toEqual([
    [a, none],
    [none, b],
  ])
})

test('returns what was written, also a removed document, to the same tenant and collection alone', async () => {
  const { recent, getMany } = open()
  recent.keep([write('a', { text: 'new' }, 5), write('b', undefined, 6)])
  expect(await recent.getMany('c', [a, b])).toEqual([entry('new', 5), { document: undefined, position: 6 }])
  expect(getMany).not.toHaveBeenCalled()
  expect(await recent.getMany('c', [{ ...a, tenant: 'w2' }])).toEqual([entry('stored a')])
  expect(await recent.getMany('d', [a])).toEqual([entry('stored a')])
  recent.clear()
  expect(await recent.getMany('c', [a, b])).toEqual([entry('stored a'), entry('stored b')])
})

test('is bounded in bytes', async () => {
  const { recent, getMany } = open(1_000)
  recent.keep([write('a', { text: 'x'.repeat(600) }, 1)])
  recent.keep([write('b', { list: [{ text: 'x'.repeat(600) }] }, 2)])
  recent.keep([write('c', { text: 'x'.repeat(2_000) }, 3)])
  await recent.getMany('c', [a, b, { tenant: 'w1', id: 'c' }])
  expect(getMany.mock.calls.map(([, keys]) => keys)).toEqual([[a, { tenant: 'w1', id: 'c' }]])
})
