import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReadStore, Write } from '../read-models/read-store.ts'
import { createWriteBuffer } from './write-buffer.ts'

let region: TestRegion
let readStore: ReadStore
/** What the store was asked for, and what was committed. */
let read: string[]
let commits: Parameters<ReadStore['commit']>[0][]
let writing: Promise<void>
beforeEach(async () => {
  region = await openTestRegion()
  read = []
  commits = []
  writing = Promise.resolve()
  readStore = {
    ...region.readStore,
    async getMany(collection, keys) {
      read.push(...keys.map(({ id }) => id))
      return region.readStore.getMany(collection, keys)
    },
    async commit(batch) {
      commits.push(batch)
      await writing
      return region.readStore.commit(batch)
    },
  }
  await readStore.declare({ name: 'notes', indexes: {} })
})
afterEach(() => region.close())

const note = (id: string, text: string, position: number): Write => ({
  collection: 'notes',
  tenant: 'w1',
  id,
  document: { text },
  position,
})
const keys = (...ids: string[]) => ids.map((id) => ({ tenant: 'w1', id }))
const nothing = () => {}

it('writes a document that changed often once, as it was last, and all collections in one commit', async () => {
  const buffer = createWriteBuffer(readStore)
  buffer.put([note('a', 'one', 1), note('b', 'other', 1)])
  buffer.put([note('a', 'two', 2)])
  await buffer.flush('building', 2, nothing)
  await buffer.settled()
  expect(commits).toEqual([
    { checkpoint: 'building', position: 2, writes: [note('a', 'two', 2), note('b', 'other', 1)] },
  ])
  expect(await readStore.checkpoint('building')).toBe(2)
})

it('shows what was put and what is being written without asking the store, and anything else from there', async () => {
  await region.readStore.commit({ checkpoint: 'x', position: 1, writes: [note('c', 'stored', 1)] })
  const done = Promise.withResolvers<void>()
  writing = done.promise
  const buffer = createWriteBuffer(readStore)
  buffer.put([note('a', 'one', 2), note('b', 'other', 2)])
  await buffer.flush('building', 2, nothing)
  buffer.put([note('b', 'newer', 3)])
  const entries = await buffer.getMany('notes', keys('a', 'b', 'c', 'd'))
  expect(entries.map((entry) => entry?.document?.text)).toEqual(['one', 'newer', 'stored', undefined])
  expect(read).toEqual(['c', 'd'])
  done.resolve()
  await buffer.flush('building', 3, nothing)
  await buffer.settled()
  expect((await readStore.getMany('notes', keys('b')))[0]).toMatchObject({ document: { text: 'newer' } })
})

it('writes one batch at a time, in order, and says when each is done', async () => {
  const first = Promise.withResolvers<void>()
  writing = first.promise
  const buffer = createWriteBuffer(readStore)
  const written: number[] = []
  buffer.put([note('a', 'one', 1)])
  await buffer.flush('building', 1, () => written.push(1))
  buffer.put([note('a', 'two', 2)])
  const second = buffer.flush('building', 2, () => written.push(2))
  await Promise.resolve()
  expect([commits.length, written]).toEqual([1, []])
  first.resolve()
  await second
  await buffer.settled()
  expect(written).toEqual([1, 2])
})

it('reports a failed write at the next flush', async () => {
  writing = Promise.reject(new Error('disk full'))
  const buffer = createWriteBuffer(readStore)
  buffer.put([note('a', 'one', 1)])
  const written: number[] = []
  await buffer.flush('building', 1, () => written.push(1))
  await expect(buffer.flush('building', 2, nothing)).rejects.toThrow('disk full')
  expect([written, commits.length]).toEqual([[], 1])
})
