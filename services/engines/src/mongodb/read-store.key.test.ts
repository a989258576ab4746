import { expect, test } from 'vitest'
import { keyOf, partsOf } from './read-store.key.ts'

const texts = [
  '',
  '\u0000',
  '\u0001',
  '\u0002',
  '\u0002\u0003',
  '\u0002\u0005\u0004',
  'a',
  'a\u0000',
  'a\u0002b',
  'a ',
  'é',
  '🙂',
]
const pairs = texts.flatMap((tenant) => texts.map((id) => ({ tenant, id })))

test('returns tenant and id unchanged, and has a different key for each pair', () => {
  const keys = pairs.map(({ tenant, id }) => keyOf(tenant, id))
  expect(keys.map(partsOf)).toEqual(pairs)
  expect(new Set(keys).size).toBe(pairs.length)
})

test('orders like the pair', () => {
  const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  const byKey = [...pairs].sort((a, b) => bytes(keyOf(a.tenant, a.id), keyOf(b.tenant, b.id)))
  expect(byKey).toEqual([...pairs].sort((a, b) => bytes(a.tenant, b.tenant) || bytes(a.id, b.id)))
})
