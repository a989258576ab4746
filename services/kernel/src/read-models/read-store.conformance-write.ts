import { expect, test } from 'vitest'
import { COLLECTION, findAll, put } from './read-store.conformance-people.ts'
import type { ReadStore, Write } from './read-store.ts'

/** The part of the read store's conformance suite about single writes and reads. */
export function describeWriting(store: () => ReadStore): void {
  const commit = (...writes: Write[]) => store().commit({ checkpoint: 'people', position: 1, writes })
  const get = (id: string) => store().get(COLLECTION.name, 'acme', id)

  test('writes, replaces and removes, and keeps the position of the removal', async () => {
    expect(await get('1')).toBeUndefined()
    await commit(put('1', { name: 'Ann', city: 'Graz' }, 3))
    expect(await get('1')).toEqual({ document: { name: 'Ann', city: 'Graz' }, position: 3 })
    await commit(put('1', { name: 'Anna' }, 4))
    expect(await get('1')).toEqual({ document: { name: 'Anna' }, position: 4 })
    await commit(put('1', undefined, 5))
    expect(await get('1')).toEqual({ document: undefined, position: 5 })
    expect((await store().find(COLLECTION.name, 'acme', { index: 'byName' })).items).toEqual([])
    expect(await store().count(COLLECTION.name, 'acme', { index: 'byName' })).toBe(0)
    await commit(put('1', { name: 'Ann' }, 4))
    expect(await get('1')).toEqual({ document: undefined, position: 5 })
    await commit(put('1', { name: 'back' }, 6))
    expect(await findAll(store(), { index: 'byName' })).toEqual([
      { id: '1', document: { name: 'back' }, position: 6 },
    ])
  })

  test('ignores a write that is not newer than the stored entry', async () => {
    await commit(put('1', { name: 'new' }, 10))
    await commit(put('1', { name: 'old' }, 9), put('2', { name: 'Bob' }, 9))
    await commit(put('1', { name: 'same' }, 10), put('1', undefined, 3))
    expect(await get('1')).toEqual({ document: { name: 'new' }, position: 10 })
    expect(await get('2')).toEqual({ document: { name: 'Bob' }, position: 9 })
    expect(await store().count(COLLECTION.name, 'acme', { index: 'byName', where: { name: 'old' } })).toBe(0)
  })

  test('does not change when a batch is written twice', async () => {
    const batch = [put('1', { name: 'Ann' }, 1), put('2', { name: 'Bob' }, 2), put('3', undefined, 3)]
    await commit(...batch)
    await commit(...batch.map((write) => ({ ...write, document: { name: 'again' } })))
    expect(await get('1')).toEqual({ document: { name: 'Ann' }, position: 1 })
    expect(await get('3')).toEqual({ document: undefined, position: 3 })
  })

  test('applies several writes of one key in one batch in their order', async () => {
    await commit(
      put('1', { name: 'first' }, 1),
      put('1', { name: 'second' }, 2),
      put('1', { name: 'too late' }, 2),
    )
    expect(await get('1')).toEqual({ document: { name: 'second' }, position: 2 })
    await commit(put('1', undefined, 3), put('1', { name: 'back' }, 4), put('1', { name: 'stale' }, 1))
    expect(await get('1')).toEqual({ document: { name: 'back' }, position: 4 })
  })

  test('returns many entries in the order of the keys', async () => {
    await commit(put('1', { name: 'Ann' }), put('2', undefined), put('1', { name: 'Bob' }, 1, 'other'))
    const keys = [
      { tenant: 'other', id: '1' },
      { tenant: 'acme', id: 'missing' },
      { tenant: 'acme', id: '2' },
      { tenant: 'acme', id: '1' },
      { tenant: 'other', id: '1' },
    ]
    const entries = await store().getMany(COLLECTION.name, keys)
    expect(entries.map((entry) => entry?.document?.name)).toEqual(['Bob', undefined, undefined, 'Ann', 'Bob'])
    expect(entries[1]).toBeUndefined()
    expect(entries[2]).toEqual({ document: undefined, position: 1 })
    expect(await store().getMany(COLLECTION.name, [])).toEqual([])
  })

  test('returns documents unchanged', async () => {
    const document = {
      text: 'Ω漢字 🙂 e\u0301 \u2028 \u0000 "quoted" \\ </script>',
      numbers: [0, -1, 1.5, 1e300, 2 ** 53 - 1, 5e-324],
      nothing: null,
      yes: true,
      no: false,
      nested: { list: [{ a: { b: [[], {}] } }] },
      $where: { $gt: 1, 'a.b.c': '$x', '': 1 },
      'dotted.name': 1,
      _id: 'mine',
      id: 7,
      tenant: 'mine',
      when: '2026-11-21T10:00:00.000Z',
    }
    await commit(put('1', document))
    expect((await get('1'))?.document).toEqual(document)
    await commit(put('1', {}, 2))
    expect((await get('1'))?.document).toEqual({})
  })

  test('accepts large documents', async () => {
    const text = 'aé漢🙂'.repeat(150_000)
    await commit(
      put('large', { name: 'large', text }),
      put('small', { name: 'small' }),
      put('large2', { text }),
    )
    expect((await get('large'))?.document?.text === text).toBe(true)
    const found = await store().find(COLLECTION.name, 'acme', { index: 'byName', where: { name: 'large' } })
    expect(found.items[0]?.document.text === text).toBe(true)
    await commit(put('large', { text: `${text}!` }, 2))
    expect((await get('large'))?.document?.text === `${text}!`).toBe(true)
  })
}
