import { describe, expect, test } from 'vitest'
import { COLLECTION, findAll, put } from './read-store.conformance-people.ts'
import type { Condition, Find, ReadStore } from './read-store.ts'

/** The part of the read store's conformance suite about queries. */
export function describeFinding(store: () => ReadStore): void {
  const write = (documents: Record<string, object>) =>
    store().commit({
      checkpoint: 'people',
      position: 1,
      writes: Object.entries(documents).map(([id, document]) => put(id, { ...document })),
    })
  const ids = async (query: Find) => (await findAll(store(), query)).map((item) => item.id)
  const both = async (index: string, where: Record<string, Condition>) => {
    const found = await ids({ index, where })
    expect(await store().count(COLLECTION.name, 'acme', { index, where })).toBe(found.length)
    expect((await ids({ index, where, order: 'desc' })).reverse()).toEqual(found)
    return found
  }

  describe('finding', () => {
    test('filters by strings, numbers and booleans', async () => {
      await write({
        a: { city: 'Graz', age: 30, active: true, name: 'Ann' },
        b: { city: 'Graz', age: 40, active: false, name: 'Bob' },
        c: { city: 'Wien', age: 30, active: true, name: 'Cid' },
        d: { city: 'graz', age: '30', active: 1, name: '$ne' },
      })
      expect(await both('byCity', { city: 'Graz' })).toEqual(['a', 'b'])
      expect(await both('byCity', { city: 'Graz', age: 40 })).toEqual(['b'])
      expect(await both('byAge', { age: 30 })).toEqual(['a', 'c'])
      expect(await both('byAge', { age: '30' })).toEqual(['d'])
      expect(await both('byActive', { active: true })).toEqual(['a', 'c'])
      expect(await both('byActive', { active: false, name: 'Bob' })).toEqual(['b'])
      expect(await both('byActive', { active: 1 })).toEqual(['d'])
      expect(await both('byName', { name: '$ne' })).toEqual(['d'])
      expect(await both('byName', { name: 'nobody' })).toEqual([])
      expect(await both('byCity', {})).toHaveLength(4)
    })

    test('returns large documents on more pages, each once, and a huge one on a page of its own', async () => {
      const text = (characters: number) => 'x'.repeat(characters)
      const documents = Array.from({ length: 12 }, (_, n) => [`d${n}`, { age: n, text: text(1_500_000) }])
      await write(Object.fromEntries([...documents, ['huge', { age: 20, text: text(9_000_000) }]]))
      const pages: string[][] = []
      let cursor: string | undefined
      do {
        const page = await store().find(COLLECTION.name, 'acme', { index: 'byAge', limit: 200, cursor })
        expect(page.items.length === 1 || JSON.stringify(page.items).length < 8_100_000).toBe(true)
        pages.push(page.items.map(({ id }) => id))
        cursor = page.next
      } while (cursor !== undefined)
      expect(pages.flat()).toEqual([...documents.map(([id]) => id), 'huge'])
      expect(pages.map(({ length }) => length)).toEqual([5, 5, 2, 1])
    })

    test('filters by ranges of numbers', async () => {
      const ages = [-1e300, -20, -1.5, -0, 0.5, 1, 2, 10, 100, 2 ** 40, 1e300]
      await write(Object.fromEntries(ages.map((age, n) => [`${n}`.padStart(2, '0'), { age, city: 'Graz' }])))
      await write({ none: {}, text: { age: '5', city: 'Graz' }, yes: { age: true }, nothing: { age: null } })
      const found = async (range: Condition) =>
        (await both('byAge', { age: range }))
          .map((id) => ages[Number(id)])
          .map((age) => (age === 0 ? 0 : age))
      expect(await found({ gt: -20 })).toEqual([-1.5, 0, 0.5, 1, 2, 10, 100, 2 ** 40, 1e300])
      expect(await found({ gte: -20, lt: 2 })).toEqual([-20, -1.5, 0, 0.5, 1])
      expect(await found({ gte: 0, lte: 0 })).toEqual([0])
      expect(await found({ lt: -1.5 })).toEqual([-1e300, -20])
      expect(await found({ gt: 10, lte: 100 })).toEqual([100])
      expect(await found({ gt: 10, lt: 10 })).toEqual([])
      expect(await both('byCity', { city: 'Graz', age: { gte: 100 } })).toEqual(['08', '09', '10'])
    })

    test('filters by ranges of moments, which no other text is in', async () => {
      const moments = ['0001-01-01T00:00:00.000Z', '2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z']
      await write({
        a: { name: moments[0], active: true },
        b: { name: moments[1], active: true },
        c: { name: moments[2], active: true },
        day: { name: '2026-03-01', active: true },
        text: { name: 'x' },
        none: {},
        number: { name: 5 },
        yes: { name: true },
      })
      expect(await both('byName', { name: moments[1]! })).toEqual(['b'])
      expect(await both('byName', { name: { gte: moments[1] } })).toEqual(['b', 'c'])
      expect(await both('byName', { name: { lt: moments[2] } })).toEqual(['a', 'b'])
      expect(await both('byName', { name: { gt: moments[0], lte: moments[1] } })).toEqual(['b'])
      expect(await both('byActive', { active: true, name: { gt: moments[0] } })).toEqual(['b', 'c'])
      expect(await both('byName', { name: { gte: '2026' } })).toEqual(['day', 'text'])
      const mixed = { index: 'byName', where: { name: { gte: '2026', lt: moments[2] } } }
      await expect(store().find(COLLECTION.name, 'acme', mixed)).rejects.toThrow(/range/)
    })

    test('finds in a sparse index only documents that have all of its fields', async () => {
      const leftAt = '2026-03-01T00:00:00.000Z'
      await write({
        a: { city: 'Graz', leftAt },
        b: { city: 'Graz' },
        c: { city: 'Graz', leftAt: null },
        d: { leftAt },
        e: { city: 'Wien', leftAt },
      })
      expect(await both('byLeft', {})).toEqual(['a', 'e'])
      expect(await both('byLeft', { city: 'Graz' })).toEqual(['a'])
      expect(await both('byLeft', { city: 'Wien', leftAt: { gte: leftAt } })).toEqual(['e'])
      expect(await ids({ index: 'byLeft', limit: 1 })).toEqual(['a', 'e'])
      const writes = [put('a', { city: 'Graz' }, 2), put('b', { city: 'Graz', leftAt }, 2)]
      await store().commit({ checkpoint: 'people', position: 2, writes: [...writes, put('e', undefined, 2)] })
      expect(await both('byLeft', {})).toEqual(['b'])
      expect(await both('byCity', { city: 'Graz' })).toEqual(['a', 'b', 'c'])
    })

    test('refuses lists and objects in an indexed field', async () => {
      for (const age of [[1], { a: 1 }])
        await expect(write({ a: { age } })).rejects.toThrow(/"age" is indexed/)
      expect(await store().get(COLLECTION.name, 'acme', 'a')).toBeUndefined()
      expect(await store().checkpoint('people')).toBe(-1)
    })

    test('filters by ranges of strings', async () => {
      const names = ['', 'A', 'Z', 'a', 'ab', 'b', '\u00e9', '\uff5e', '🙂']
      await write(Object.fromEntries(names.map((name, n) => [`${n}`, { name, active: true }])))
      await write({ number: { name: 5 }, none: {}, yes: { name: true } })
      const found = async (range: Condition) =>
        (await both('byName', { name: range })).map((id) => names[Number(id)])
      expect(await found({ gte: '' })).toEqual(names)
      expect(await found({ gt: 'a' })).toEqual(['ab', 'b', '\u00e9', '\uff5e', '🙂'])
      expect(await found({ gte: 'a', lt: 'b' })).toEqual(['a', 'ab'])
      expect(await found({ lte: 'Z' })).toEqual(['', 'A', 'Z'])
      expect(await found({ gt: '\uff5e' })).toEqual(['🙂'])
      expect(await both('byActive', { active: true, name: { lt: 'a' } })).toEqual(['0', '1', '2'])
    })

    test('orders by the fields of the index, then by id', async () => {
      await write({
        e: { city: 'B', age: 1 },
        d: { city: 'A', age: 2 },
        c: { city: 'A', age: 1 },
        b: { city: 'A', age: 1 },
        a: { age: 9 },
      })
      const order = ['a', 'b', 'c', 'd', 'e']
      expect(await ids({ index: 'byCity' })).toEqual(order)
      expect(await ids({ index: 'byCity', order: 'desc' })).toEqual([...order].reverse())
      expect(await ids({ index: 'byCity', order: 'desc', limit: 1 })).toEqual([...order].reverse())
      expect(await ids({ index: 'byCity', limit: 2, where: { city: 'A' } })).toEqual(['b', 'c', 'd'])
    })

    test('orders missing values first, then numbers, texts, false, true, moments, with cursors between them', async () => {
      const moments = ['1999-12-31T23:59:59.999Z', '2026-11-21T10:00:00.000Z']
      // No moments: without the time, without milliseconds, and of a day that does not exist.
      const texts = ['', '2026-11-21', '2026-11-21T10:00:00Z', '2026-11-31T10:00:00.000Z', '7', 'x']
      const values = [undefined, null, -3, 0.1 + 0.2, 7, 2 ** 53, 1e300, ...texts, false, true, ...moments]
      const documents = values.map((age, n): [string, object] => [`${n}`.padStart(2, '0'), { age }])
      await write(Object.fromEntries(documents.reverse()))
      const order = documents.map(([id]) => id).sort()
      for (const limit of [1, 2, 3, 50]) {
        expect(await ids({ index: 'byAge', limit })).toEqual(order)
        expect(await ids({ index: 'byAge', limit, order: 'desc' })).toEqual([...order].reverse())
      }
    })

    test('pages through a thousand documents while others are written', async () => {
      const number = (n: number) => `${n}`.padStart(4, '0')
      const many = Array.from({ length: 1000 }, (_, n) => put(number(n), { age: n % 7, city: 'Graz' }))
      await store().commit({ checkpoint: 'people', position: 1, writes: many })
      const expected = await ids({ index: 'byCity', where: { city: 'Graz' }, limit: 1000 })
      expect(expected).toHaveLength(1000)
      const seen: string[] = []
      let cursor: string | undefined
      let pages = 0
      do {
        const page = await store().find(COLLECTION.name, 'acme', {
          index: 'byCity',
          where: { city: 'Graz' },
          limit: 90,
          cursor,
        })
        seen.push(...page.items.map((item) => item.id))
        cursor = page.next
        pages++
        const between = [0, 3, 6].map((age) => put(`new-${pages}-${age}`, { age, city: 'Graz' }))
        await store().commit({ checkpoint: 'people', position: pages, writes: between })
      } while (cursor)
      expect(seen.filter((id) => !id.startsWith('new'))).toEqual(expected)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.some((id) => id.startsWith('new'))).toBe(true)
    })

    test('has no further page after exactly the last document', async () => {
      await write({ a: { name: 'a' }, b: { name: 'b' } })
      const first = await store().find(COLLECTION.name, 'acme', { index: 'byName', limit: 2 })
      expect(first.next).toBeUndefined()
      const one = await store().find(COLLECTION.name, 'acme', { index: 'byName', limit: 1 })
      await store().commit({ checkpoint: 'people', position: 2, writes: [put('b', undefined, 2)] })
      expect(
        await store().find(COLLECTION.name, 'acme', { index: 'byName', limit: 1, cursor: one.next }),
      ).toEqual({
        items: [],
      })
    })

    test('returns 50 by default and at most 1,000', async () => {
      const many = Array.from({ length: 1100 }, (_, n) => put(`${n}`, { age: n }))
      await store().commit({ checkpoint: 'people', position: 1, writes: many })
      const size = async (limit?: number) =>
        (await store().find(COLLECTION.name, 'acme', { index: 'byAge', limit })).items.length
      expect(await size()).toBe(50)
      expect(await size(5000)).toBe(1000)
      await expect(size(0)).rejects.toThrow(/page/)
      await expect(size(1.5)).rejects.toThrow(/page/)
      expect(await store().count(COLLECTION.name, 'acme', { index: 'byAge' })).toBe(1100)
      expect(await store().count(COLLECTION.name, 'acme', { index: 'byAge', atMost: 100 })).toBe(100)
      expect(await store().count(COLLECTION.name, 'acme', { index: 'byAge', atMost: 2000 })).toBe(1100)
    })

    test('counts of each of many values', async () => {
      await write({
        a: { city: 'Graz', age: 30, active: true },
        b: { city: 'Graz', age: 40, active: true },
        c: { city: 'Wien', age: 30, active: false },
        d: { city: '2026-01-31T10:00:00.000Z', age: 30 },
        e: { city: '$ne', age: 30 },
        f: { city: 5, age: 30 },
        g: { age: 30 },
      })
      await store().commit({ checkpoint: 'people', position: 2, writes: [put('gone', { city: 'Graz' }, 2)] })
      await store().commit({ checkpoint: 'people', position: 3, writes: [put('gone', undefined, 3)] })
      const each = ['Graz', '', 'Wien', '2026-01-31T10:00:00.000Z', 'Graz', '$ne', '5']
      const counts = (where?: Record<string, Condition>, tenant = 'acme') =>
        store().countEach(COLLECTION.name, tenant, { index: 'byCity', each, ...(where && { where }) })
      expect(await counts()).toEqual([2, 0, 1, 1, 2, 1, 0])
      expect(await counts({ age: 30 })).toEqual([1, 0, 1, 1, 1, 1, 0])
      expect(await counts({ age: { gte: 31, lt: 41 } })).toEqual([1, 0, 0, 0, 1, 0, 0])
      expect(await counts(undefined, 'other')).toEqual(each.map(() => 0))
      await store().commit({
        checkpoint: 'people',
        position: 4,
        writes: [
          put('i', { city: 'Graz', age: 0.5 }, 4),
          put('j', { city: 'Graz', age: '7' }, 4),
          put('k', { city: 'Graz' }, 4),
        ],
      })
      const sums = (where?: Record<string, Condition>) =>
        store().countEach(COLLECTION.name, 'acme', {
          index: 'byCity',
          each,
          sum: 'age',
          ...(where && { where }),
        })
      expect(await sums()).toEqual([70.5, 0, 30, 30, 70.5, 30, 0])
      expect(await sums({ age: { lt: 31 } })).toEqual([30.5, 0, 30, 30, 30.5, 30, 0])
      const query = { index: 'byCity', each: [] }
      expect(await store().countEach(COLLECTION.name, 'acme', query)).toEqual([])
      const refused = (other: object, why: RegExp) =>
        expect(store().countEach(COLLECTION.name, 'acme', { ...query, ...other })).rejects.toThrow(why)
      await refused({ index: 'byMail' }, /no index "byMail"/)
      await refused({ where: { city: 'Graz' } }, /is the field of the values/)
      await refused({ where: { name: 'Ann' } }, /not one of its fields/)
      await refused({ sum: 'name' }, /not one of its fields/)
      await refused({ each: Array.from({ length: 1001 }, String) }, /At most 1000 values/)
    })

    test('refuses a cursor of another query', async () => {
      await write({ a: { city: 'A', age: 1 }, b: { city: 'A', age: 2 }, c: { city: 'B', age: 3 } })
      const query: Find = { index: 'byCity', where: { city: 'A' }, limit: 1 }
      const { next } = await store().find(COLLECTION.name, 'acme', query)
      const refused = async (other: Partial<Find>, tenant = 'acme') =>
        expect(
          store().find(COLLECTION.name, tenant, { ...query, cursor: next, ...other }),
        ).rejects.toMatchObject({ code: 'bad-cursor' })
      await refused({ where: { city: 'B' } })
      await refused({ where: {} })
      await refused({ order: 'desc' })
      await refused({ index: 'byAge', where: {} })
      await refused({}, 'other')
      for (const cursor of ['', 'x', '{}', next!.slice(0, -3), Buffer.from('[1,2]').toString('base64url')]) {
        await refused({ cursor })
      }
      expect(
        (await store().find(COLLECTION.name, 'acme', { ...query, cursor: next, limit: 9 })).items,
      ).toHaveLength(1)
    })

    test('refuses a query that no declared index serves', async () => {
      const refused = async (query: Find, why: RegExp) => {
        await expect(store().find(COLLECTION.name, 'acme', query)).rejects.toThrow(why)
        await expect(store().count(COLLECTION.name, 'acme', query)).rejects.toThrow(why)
      }
      await refused({ index: 'byMail' }, /no index "byMail"/)
      await refused({ index: 'toString' }, /no index/)
      await refused({ index: 'byCity', where: { name: 'Ann' } }, /not one of its fields/)
      await refused({ index: 'byCity', where: { $where: '1' } }, /not one of its fields/)
      await refused({ index: 'byCity', where: { age: 1 } }, /from the left/)
      await refused({ index: 'byCity', where: { city: { gt: 'A' }, age: 1 } }, /from the left/)
      await refused({ index: 'byAge', where: { age: {} } }, /range/)
      await refused({ index: 'byAge', where: { age: { gt: 1, lt: 'a' } } }, /range/)
      const operator = JSON.parse('{"$gt":1}')
      await refused({ index: 'byAge', where: { age: operator } }, /comparison/)
    })
  })
}
