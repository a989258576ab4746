import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeFinding } from './read-store.conformance-find.ts'
import { COLLECTION, findAll, put } from './read-store.conformance-people.ts'
import { describeWriting } from './read-store.conformance-write.ts'
import type { Document, ReadStore, Write } from './read-store.ts'

/** The location of a suite's stores: every `open` is another handle on the same, initially empty, data. */
export type Place = { open(): Promise<ReadStore>; remove(): Promise<void> }

/**
 * The conformance suite of read store engines. `place` creates a new, empty place for each test. `lasting: false` is
 * for an engine whose data ends with its only handle; `atomic: false` for a substitute server that, unlike MongoDB,
 * does not update a document atomically for two concurrent writers.
 */
export function readStoreConformance(
  name: string,
  place: () => Promise<Place>,
  { lasting = true, atomic = true }: { lasting?: boolean; atomic?: boolean } = {},
): void {
  describe(`read store: ${name}`, () => {
    let here: Place
    let store: ReadStore
    beforeEach(async () => {
      here = await place()
      store = await here.open()
      await store.declare(COLLECTION)
    })
    afterEach(async () => {
      await store.close()
      await here.remove()
    })

    const commit = (...writes: Write[]) => store.commit({ checkpoint: 'people', position: 1, writes })
    const get = (id: string, tenant = 'acme') => store.get(COLLECTION.name, tenant, id)

    describeWriting(() => store)
    describeFinding(() => store)

    test('keeps the documents of tenants separate', async () => {
      await commit(put('1', { name: 'Ann' }), put('1', { name: 'Bob' }, 1, 'other'))
      expect((await get('1'))?.document).toEqual({ name: 'Ann' })
      expect((await get('1', 'other'))?.document).toEqual({ name: 'Bob' })
      expect(await get('1', 'nobody')).toBeUndefined()
      const found = await store.find(COLLECTION.name, 'other', { index: 'byName' })
      expect(found.items).toEqual([{ id: '1', document: { name: 'Bob' }, position: 1 }])
      expect(await store.count(COLLECTION.name, 'nobody', { index: 'byName' })).toBe(0)
      await commit(put('1', undefined, 2))
      expect((await get('1', 'other'))?.document).toEqual({ name: 'Bob' })
    })

    test('removes everything of a tenant in a collection, and nothing of others', async () => {
      const writes = ['acme', 'acme2', 'Acme', 'acm', 'acme\u0001'].map((tenant) =>
        put('1', { name: 'Ann' }, 5, tenant),
      )
      await commit(...writes, put('2', { name: 'Bob' }, 5), put('3', undefined, 5))
      await store.removeTenant(COLLECTION.name, 'acme')
      await store.removeTenant(COLLECTION.name, 'acme')
      await store.removeTenant(COLLECTION.name, 'nobody')
      for (const id of ['1', '2', '3']) expect(await get(id)).toBeUndefined()
      expect((await store.find(COLLECTION.name, 'acme', { index: 'byName' })).items).toEqual([])
      for (const tenant of ['acme2', 'Acme', 'acm', 'acme\u0001'])
        expect((await get('1', tenant))?.document).toEqual({ name: 'Ann' })
      // No tombstone is left: what is written later counts, whatever its position.
      await commit(put('1', { name: 'Cid' }, 2))
      expect((await get('1'))?.document).toEqual({ name: 'Cid' })
    })

    test('accepts any text as tenant and id', async () => {
      const writes = HOSTILE.flatMap((tenant) =>
        HOSTILE.map((id) => put(id, { name: `${tenant}|${id}` }, 1, tenant)),
      )
      await commit(...writes)
      for (const { tenant, id, document } of writes)
        expect((await get(id, tenant))?.document).toEqual(document)
      for (const tenant of HOSTILE) {
        const ids = (await findAll(store, { index: 'byName', limit: 10 }, tenant)).map((item) => item.id)
        expect(ids.sort()).toEqual([...HOSTILE].sort())
      }
    })

    test('moves the checkpoint with the batch, never back', async () => {
      expect(await store.checkpoint('people')).toBe(-1)
      await store.commit({ checkpoint: 'people', position: 7, writes: [put('1', { name: 'Ann' }, 7)] })
      expect(await store.checkpoint('people')).toBe(7)
      await store.commit({ checkpoint: 'people', position: 5, writes: [] })
      expect(await store.checkpoint('people')).toBe(7)
      const far = 2 ** 52
      await store.commit({ checkpoint: 'people', position: far, writes: [put('1', { name: 'Ann' }, far)] })
      expect(await store.checkpoint('people')).toBe(far)
      expect((await get('1'))?.position).toBe(far)
      expect(await store.checkpoint('others')).toBe(-1)
    })

    test('leaves the checkpoint unchanged when a write of the batch is refused', async () => {
      const wrong = { ...put('2', { name: 'Bob' }), collection: 'undeclared' }
      const batch = { checkpoint: 'people', position: 9, writes: [put('1', { name: 'Ann' }), wrong] }
      await expect(store.commit(batch)).rejects.toThrow(/undeclared/)
      expect(await store.checkpoint('people')).toBe(-1)
    })

    test('keeps the newer of two documents created concurrently', async () => {
      for (let round = 0; round < 20; round++) {
        const batches = [2, 1].map((position) => ({
          checkpoint: `runner-${position}`,
          position: round,
          writes: [put(`${round}`, { age: position }, position)],
        }))
        await Promise.all(batches.map((batch) => store.commit(batch)))
        expect(await get(`${round}`)).toEqual({ document: { age: 2 }, position: 2 })
      }
    })

    test.runIf(atomic)('accepts many batches committed concurrently', async () => {
      const batches = Array.from({ length: 20 }, (_, batch) => ({
        checkpoint: `runner-${batch % 4}`,
        position: batch,
        writes: Array.from({ length: 50 }, (_, n) => put(`${n}`, { age: batch }, batch)),
      }))
      await Promise.all(batches.map((batch) => store.commit(batch)))
      const stand = await findAll(store, { index: 'byAge' })
      expect(stand).toHaveLength(50)
      expect(stand.every((item) => item.document.age === 19 && item.position === 19)).toBe(true)
      expect(await store.checkpoint('runner-2')).toBe(18)
    })

    test('keeps settings', async () => {
      expect(await store.getSetting('people')).toBeUndefined()
      await store.setSetting('people', 'people@2')
      await store.setSetting('people', 'people@3')
      expect(await store.getSetting('people')).toBe('people@3')
    })

    test('drops a collection with its documents and checkpoint, and no other', async () => {
      const other = { ...COLLECTION, name: 'people@2' }
      await store.declare(other)
      await commit(put('1', { name: 'Ann' }), { ...put('1', { name: 'Ann' }), collection: other.name })
      await store.commit({ checkpoint: COLLECTION.name, position: 3, writes: [] })
      await store.drop(COLLECTION.name)
      await store.drop(COLLECTION.name)
      expect(await store.checkpoint(COLLECTION.name)).toBe(-1)
      await store.declare(COLLECTION)
      expect(await get('1')).toBeUndefined()
      expect((await store.get(other.name, 'acme', '1'))?.document).toEqual({ name: 'Ann' })
      await commit(put('2', { name: 'Bob' }))
      expect((await get('2'))?.document).toEqual({ name: 'Bob' })
    })

    test('scans every entry, including tombstones, by tenant and id', async () => {
      const writes = Array.from({ length: 1200 }, (_, n) =>
        put(`${n % 40}`, { age: n }, n, `tenant-${n % 30}`),
      )
      await commit(
        ...writes,
        put('\u0001', { age: 1 }, 1, 'tenant-1\u0000'),
        put('gone', undefined, 5, 'tenant-1'),
      )
      const seen: { tenant: string; id: string; position: number; document: Document | undefined }[] = []
      for await (const entry of store.scan(COLLECTION.name)) seen.push(entry)
      const keys = seen.map(({ tenant, id }) => [tenant, id])
      const inOrder = [...keys].sort(([a, b], [c, d]) => (a === c ? (b! < d! ? -1 : 1) : a! < c! ? -1 : 1))
      expect(keys).toEqual(inOrder)
      expect(new Set(keys.map((key) => key.join(':'))).size).toBe(122)
      expect(seen.find(({ id }) => id === 'gone')).toEqual({
        tenant: 'tenant-1',
        id: 'gone',
        position: 5,
        document: undefined,
      })
    })

    test('finds older documents by an index declared later', async () => {
      await commit(put('1', { name: 'Ann', mail: 'a@x' }), put('2', { name: 'Bob' }), put('3', undefined))
      await store.declare({ name: COLLECTION.name, indexes: { byMail: ['mail'] } })
      const found = await store.find(COLLECTION.name, 'acme', { index: 'byMail' })
      expect(found.items.map((item) => item.id)).toEqual(['2', '1'])
      expect(await store.count(COLLECTION.name, 'acme', { index: 'byMail', where: { mail: 'a@x' } })).toBe(1)
      expect(await store.count(COLLECTION.name, 'acme', { index: 'byName', where: { name: 'Bob' } })).toBe(1)
    })

    test('refuses undeclared collections and names with unsafe characters', async () => {
      await expect(store.get('strangers', 'acme', '1')).rejects.toThrow(/strangers.*declare/)
      for (const name of ['', 'a"b', 'a.b', '$cmd', '_settings', 'a b', 'a\u0000']) {
        await expect(store.declare({ name, indexes: {} })).rejects.toThrow(/name/)
      }
      for (const field of ['', 'a.b', '$where', 'a"b']) {
        await expect(store.declare({ name: 'x', indexes: { by: [field] } })).rejects.toThrow(/field/)
      }
    })

    test.runIf(lasting)('makes a write visible to another handle at once', async () => {
      const second = await here.open()
      await Promise.all([store.declare(COLLECTION), second.declare(COLLECTION)])
      await commit(put('1', { name: 'Ann' }))
      expect((await second.get(COLLECTION.name, 'acme', '1'))?.document).toEqual({ name: 'Ann' })
      await second.commit({ checkpoint: 'people', position: 2, writes: [put('1', { name: 'Anna' }, 2)] })
      expect((await get('1'))?.document).toEqual({ name: 'Anna' })
      await second.close()
      expect((await get('1'))?.document).toEqual({ name: 'Anna' })
    })

    test.runIf(lasting && atomic)('accepts concurrent writes of two handles', async () => {
      const second = await here.open()
      const both = Array.from({ length: 40 }, (_, n) => {
        const batch = {
          checkpoint: 'race',
          position: n,
          writes: [put('race', { age: n }, n), put(`r${n}`, { age: n })],
        }
        return (n % 2 ? store : second).commit(batch)
      })
      await Promise.all(both)
      expect(await get('race')).toEqual({ document: { age: 39 }, position: 39 })
      expect(await store.count(COLLECTION.name, 'acme', { index: 'byAge' })).toBe(41)
      await second.close()
    })

    test.runIf(lasting)('has everything after it was closed and opened', async () => {
      await commit(put('1', { name: 'Ann', age: 40 }), put('2', undefined))
      await store.setSetting('people', 'people@1')
      await store.close()
      store = await here.open()
      expect(await get('1')).toEqual({ document: { name: 'Ann', age: 40 }, position: 1 })
      expect(await get('2')).toEqual({ document: undefined, position: 1 })
      expect((await store.find(COLLECTION.name, 'acme', { index: 'byAge' })).items).toHaveLength(1)
      expect(await store.checkpoint('people')).toBe(1)
      expect(await store.getSetting('people')).toBe('people@1')
      await store.declare(COLLECTION)
      await commit(put('1', { name: 'too old' }))
      expect((await get('1'))?.document?.name).toBe('Ann')
    })

    test('can be closed twice', async () => {
      await store.close()
      await store.close()
    })
  })
}

const HOSTILE = [
  '',
  ' ',
  '0',
  "o'clock; DROP TABLE people; --",
  '"quoted"',
  '$where',
  '$gt',
  'a.b',
  'a/b',
  'a',
  'b/',
  '../../etc/passwd',
  'C:\\x',
  'nul\u0000in',
  'nul',
  '\u0001\u0002',
  'é',
  'e\u0301',
  'Ω漢字',
  '🙂',
  '__proto__',
  '{"$ne":1}',
  'a'.repeat(700),
]
