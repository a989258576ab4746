import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { KeyStore } from './key-store.ts'

/** The location of a suite's stores: every `open` is another handle on the same, initially empty, data. */
export type KeyPlace = { open(): Promise<KeyStore>; remove(): Promise<void> }

/** The conformance suite of key store engines. `place` creates a new, empty place for each test. */
export function keyStoreConformance(name: string, place: () => Promise<KeyPlace>): void {
  describe(`key store: ${name}`, () => {
    let here: KeyPlace
    let store: KeyStore
    beforeEach(async () => {
      here = await place()
      store = await here.open()
    })
    afterEach(async () => {
      await store.close()
      await here.remove()
    })

    test('creates a key once', async () => {
      expect(await store.get('user-1')).toBeUndefined()
      expect(await store.getOrCreate('user-1', () => 'wrapped-1')).toBe('wrapped-1')
      const never = () => expect.fail('a key that stands must not be made again')
      expect(await store.getOrCreate('user-1', never)).toBe('wrapped-1')
      expect(await store.get('user-1')).toBe('wrapped-1')
      expect(await store.get('user-2')).toBeUndefined()
    })

    test('returns the same key to concurrent callers', async () => {
      const second = await here.open()
      const asked = Array.from({ length: 40 }, (_, n) =>
        (n % 2 ? store : second).getOrCreate(`user-${n % 4}`, () => `wrapped-${n}`),
      )
      const keys = await Promise.all(asked)
      for (const subject of [0, 1, 2, 3]) {
        const given = new Set(keys.filter((_, n) => n % 4 === subject))
        expect([...given]).toEqual([await store.get(`user-${subject}`)])
      }
      await second.close()
    })

    test('erases a key permanently', async () => {
      await store.getOrCreate('user-1', () => 'wrapped-1')
      await store.getOrCreate('user-2', () => 'wrapped-2')
      await store.erase('user-1')
      await store.erase('user-1')
      await store.erase('never-was')
      for (const subject of ['user-1', 'never-was']) {
        expect(await store.get(subject)).toBe('erased')
        expect(await store.getOrCreate(subject, () => expect.fail('no key after erasure'))).toBe('erased')
      }
      expect(await store.get('user-2')).toBe('wrapped-2')
    })

    test('returns no key after an erasure that ran concurrently', async () => {
      const second = await here.open()
      await Promise.all([
        ...Array.from({ length: 10 }, () => second.getOrCreate('user-1', () => 'wrapped')),
        store.erase('user-1'),
        ...Array.from({ length: 10 }, () => second.getOrCreate('user-1', () => 'wrapped')),
      ])
      expect(await store.get('user-1')).toBe('erased')
      expect(await second.getOrCreate('user-1', () => 'another')).toBe('erased')
      await second.close()
    })

    test('finds subjects by the end of their names, erased ones too', async () => {
      const subjects = ['w1/user-1', 'w2/user-1', 'w1/user-11', 'w1/user-1/x', 'user-1', 'w3/user-1\n']
      for (const subject of subjects) await store.getOrCreate(subject, () => 'wrapped')
      await store.erase('w2/user-1')
      expect((await store.endingIn('/user-1')).sort()).toEqual(['w1/user-1', 'w2/user-1'])
      expect(await store.endingIn('/.*')).toEqual([])
    })

    test('accepts any text as a subject and stores wrapped keys unchanged', async () => {
      const subjects = [
        '',
        ' ',
        "o'clock; DROP TABLE key; --",
        '$where',
        'a.b',
        'nul\u0000in',
        'nul',
        'é',
        '🙂',
        '{}',
      ]
      for (const subject of subjects) await store.getOrCreate(subject, () => `${subject}|${'k'.repeat(500)}`)
      for (const subject of subjects) expect(await store.get(subject)).toBe(`${subject}|${'k'.repeat(500)}`)
    })

    test('erases every key whose name starts with a text, and no other', async () => {
      const kept = ['w1', 'w10/user-1', 'W1/user-1', 'other/w1/user-1']
      const erased = ['w1/user-1', 'w1/visitor-a/b', 'w1/']
      for (const subject of [...kept, ...erased]) await store.getOrCreate(subject, () => `key of ${subject}`)
      await store.eraseStartingWith('w1/')
      await store.eraseStartingWith('w1/')
      for (const subject of erased) expect(await store.get(subject)).toBe('erased')
      for (const subject of kept) expect(await store.get(subject)).toBe(`key of ${subject}`)
      expect(await store.getOrCreate('w1/user-1', () => 'another')).toBe('erased')
      const wild = ['w%/a', 'w_/a', 'w.*/a']
      for (const subject of wild) await store.getOrCreate(subject, () => subject)
      await store.eraseStartingWith('w.*/')
      expect(await store.get('w.*/a')).toBe('erased')
      for (const subject of ['w%/a', 'w_/a', 'w10/user-1'])
        expect(await store.get(subject)).not.toBe('erased')
    })

    test('has everything after it was closed and opened, and can be closed twice', async () => {
      await store.getOrCreate('user-1', () => 'wrapped-1')
      await store.erase('user-2')
      await store.close()
      await store.close()
      store = await here.open()
      expect(await store.get('user-1')).toBe('wrapped-1')
      expect(await store.get('user-2')).toBe('erased')
    })
  })
}
