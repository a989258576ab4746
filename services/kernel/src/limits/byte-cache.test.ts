import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createByteCache } from './byte-cache.ts'

const sizeOf = (text: string) => text.length

test('evicts the least recently used value when it is full', () => {
  const cache = createByteCache<string>({ maxBytes: 10, sizeOf })
  cache.set('a', 'aaaa')
  cache.set('b', 'bbbb')
  cache.get('a')
  cache.set('c', 'cccc')
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['aaaa', undefined, 'cccc'])
})

test('evicts only the values of a tenant that has used up its share', () => {
  const onShareUsedUp = vi.fn()
  const cache = createByteCache<string>({ maxBytes: 100, shareOf: () => 10, sizeOf, onShareUsedUp })
  cache.set('theirs', 'x', 'quiet')
  for (let nth = 0; nth < 50; nth++) expect(cache.set(`mine${nth}`, 'xxxx', 'noisy')).toBe(true)
  expect(cache.bytes()).toBe(9)
  expect([cache.get('theirs'), cache.get('mine48'), cache.get('mine47')]).toEqual(['x', 'xxxx', undefined])
  expect(onShareUsedUp).toHaveBeenCalledWith('noisy')
  expect(cache.set('mine49', 'x'.repeat(11), 'noisy')).toBe(false)
  expect(cache.get('mine49')).toBeUndefined()
})

test('tells what each tenant holds, however it came to hold less', () => {
  const held = new Map<string, number>()
  const onBytes = (tenant: string, bytes: number) => held.set(tenant, bytes)
  const cache = createByteCache<string>({ maxBytes: 10, sizeOf, onBytes })
  cache.set('a1', 'aaa', 'a')
  cache.set('a2', 'aaa', 'a')
  cache.set('b1', 'bbbbb', 'b')
  expect([...held]).toEqual([
    ['a', 3],
    ['b', 5],
  ])
  cache.trim('b', 4)
  expect([cache.bytes('a'), cache.bytes('b'), held.get('b')]).toEqual([3, 0, 0])
  expect(cache.set('a3', 'aa', 'a', 4)).toBe(true)
  expect([cache.get('a2'), held.get('a')]).toEqual([undefined, 2])
  cache.clear()
  expect(held.get('a')).toBe(0)
})

test('stays within its bounds in any order of uses and returns the value that was set last', () => {
  const step = fc.record({
    key: fc.nat(8),
    size: fc.integer({ min: 1, max: 14 }),
    tenant: fc.constantFrom('a', 'b', 'c'),
    action: fc.constantFrom('set', 'set', 'get', 'delete'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const cache = createByteCache<string>({ maxBytes: 25, shareOf: () => 12, sizeOf })
      const last = new Map<string, string>()
      for (const { key: nth, size, tenant, action } of steps) {
        const key = `${tenant}${nth}`
        const value = 'x'.repeat(size)
        if (action === 'delete') cache.delete(key)
        if (action === 'delete') last.delete(key)
        if (action === 'set') cache.set(key, value, tenant)
        if (action === 'set') last.set(key, value)
        const held = [...last].filter(([name]) => cache.get(name) !== undefined)
        for (const [name, text] of held) expect(cache.get(name)).toBe(text)
        const bytesOf = (of: string) =>
          held.filter(([name]) => name.startsWith(of)).reduce((sum, [, text]) => sum + text.length, 0)
        expect(cache.bytes()).toBe(bytesOf(''))
        expect(cache.bytes()).toBeLessThanOrEqual(25)
        for (const of of ['a', 'b', 'c']) expect(bytesOf(of)).toBeLessThanOrEqual(12)
      }
    }),
  )
})
