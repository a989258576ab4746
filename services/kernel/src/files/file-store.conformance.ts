import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FileStore, MAX_FILE_BYTES } from './file-store.ts'

/** The location of a suite's stores: every `open` is another handle on the same, initially empty, files. */
export type FilePlace = { open(): Promise<FileStore>; remove(): Promise<void> }

/** The conformance suite of file store engines. `place` creates a new, empty place for each test. */
export function fileStoreConformance(name: string, place: () => Promise<FilePlace>): void {
  describe(`file store: ${name}`, () => {
    let here: FilePlace
    let store: FileStore
    beforeEach(async () => {
      here = await place()
      store = await here.open()
    })
    afterEach(async () => {
      await store.close()
      await here.remove()
    })

    const key = { tenant: 't1', owner: 'conversation-1', id: 'f1' }

    test('returns the stored bytes unchanged, also to another process', async () => {
      const bytes = randomBytes(3_000_000)
      await store.put(key, { about: 'sealed.v1.é', bytes })
      await store.put({ ...key, id: 'empty' }, { about: '', bytes: Buffer.alloc(0) })
      const other = await here.open()
      for (const handle of [store, other]) {
        const kept = await handle.get(key)
        expect(kept?.about).toBe('sealed.v1.é')
        expect(kept?.bytes.equals(bytes)).toBe(true)
        expect(await handle.about(key)).toBe('sealed.v1.é')
        expect(await handle.get({ ...key, id: 'empty' })).toEqual({ about: '', bytes: Buffer.alloc(0) })
      }
      await other.close()
    })

    test('has nothing under another tenant, owner or id', async () => {
      await store.put(key, { about: 'a', bytes: Buffer.from('a') })
      for (const other of [{ tenant: 't2' }, { owner: 'conversation-2' }, { id: 'f2' }]) {
        expect(await store.get({ ...key, ...other })).toBeUndefined()
        expect(await store.about({ ...key, ...other })).toBeUndefined()
      }
    })

    test('returns how many bytes a tenant’s files take, without those of others', async () => {
      expect(await store.usedBy('t1')).toBe(0)
      await store.put(key, { about: 'a', bytes: Buffer.alloc(100_000) })
      await store.put({ ...key, owner: 'agent-1' }, { about: 'a', bytes: Buffer.alloc(50_000) })
      await store.put({ ...key, tenant: 't2' }, { about: 'a', bytes: Buffer.alloc(1) })
      expect(await store.usedBy('t1')).toBeGreaterThanOrEqual(150_000)
      expect(await store.usedBy('t1')).toBeLessThan(151_000)
      await store.remove({ tenant: 't1', owner: 'agent-1' })
      expect(await store.usedBy('t1')).toBeLessThan(101_000)
    })

    test('leaves an existing file unchanged, whichever put comes first', async () => {
      const puts = Array.from({ length: 8 }, (_, n) =>
        store.put(key, { about: `a${n}`, bytes: Buffer.from(`b${n}`) }),
      )
      await Promise.all(puts)
      const kept = await store.get(key)
      expect(kept?.bytes.toString()).toBe(kept?.about.replace('a', 'b'))
      await store.put(key, { about: 'later', bytes: Buffer.from('later') })
      expect(await store.get(key)).toEqual(kept)
    })

    test('removes all files of a tenant and no others', async () => {
      const file = { about: 'sealed', bytes: Buffer.from('bytes') }
      for (const [tenant, owner] of [
        ['t1', 'a'],
        ['t1', 'b'],
        ['t12', 'a'],
      ] as const)
        await store.put({ tenant, owner, id: 'f1' }, file)
      await store.removeTenant('t1')
      await store.removeTenant('t1')
      expect(await store.get({ tenant: 't1', owner: 'a', id: 'f1' })).toBeUndefined()
      expect(await store.usedBy('t1')).toBe(0)
      expect(await store.get({ tenant: 't12', owner: 'a', id: 'f1' })).toEqual(file)
      await expect(store.removeTenant('../t12')).rejects.toThrow("can't name a file")
    })

    test('removes all files of an owner and no others, and lists owners', async () => {
      const other = { ...key, owner: 'conversation-2' }
      for (const id of ['f1', 'f2']) await store.put({ ...key, id }, { about: id, bytes: Buffer.from(id) })
      await store.put(other, { about: 'o', bytes: Buffer.from('o') })
      await store.put({ ...key, tenant: 't2' }, { about: 'o', bytes: Buffer.from('o') })
      await store.put({ ...key, owner: 'temporary-2026' }, { about: 'o', bytes: Buffer.from('o') })
      await store.remove(key)
      await store.remove(key)
      expect(await store.get(key)).toBeUndefined()
      expect(await store.get({ ...key, id: 'f2' })).toBeUndefined()
      expect((await store.get(other))?.about).toBe('o')
      const byName = (a: { tenant: string; owner: string }, b: { tenant: string; owner: string }) =>
        `${a.tenant}${a.owner}`.localeCompare(`${b.tenant}${b.owner}`)
      expect((await store.owners('conversation-')).sort(byName)).toEqual([
        { tenant: 't1', owner: 'conversation-2' },
        { tenant: 't2', owner: 'conversation-1' },
      ])
      expect(await store.owners('temporary-')).toEqual([{ tenant: 't1', owner: 'temporary-2026' }])
    })

    test('refuses names that could lead outside the store, and files that are too large', async () => {
      const file = { about: '', bytes: Buffer.from('x') }
      for (const name of ['..', '.', '', 'a/b', 'a\\b', 'a\0', 'é', 'x'.repeat(101)]) {
        await expect(store.put({ ...key, id: name }, file)).rejects.toThrow("can't name a file")
        await expect(store.get({ ...key, owner: name })).rejects.toThrow("can't name a file")
        await expect(store.remove({ tenant: name, owner: 'o' })).rejects.toThrow("can't name a file")
      }
      const large = { about: '', bytes: Buffer.alloc(MAX_FILE_BYTES + 1) }
      await expect(store.put(key, large)).rejects.toThrow('too large')
    })
  })
}
