import { expect, test } from 'vitest'
import { parseJsonBody } from './json-body.ts'

const read = (text: string) => {
  const parsed = parseJsonBody(text)
  return parsed.ok ? parsed.value : parsed.message
}

test('an unpaired surrogate is replaced in texts and in keys', () => {
  expect(read('"a\\ud800b\\udfff"')).toBe('a\ufffdb\ufffd')
  expect(read('{"a":["\\ud800",{"b\\udc00":"x\\ud83d"}],"c\\ud800":{"d":"\\udc00"}}')).toEqual({
    a: ['\ufffd', { 'b\ufffd': 'x\ufffd' }],
    'c\ufffd': { d: '\ufffd' },
  })
})

test('well-formed JSON is parsed unchanged', () => {
  const value = { a: '👩\u200d👧', b: [null, 1.5, true, '', { '👍': 'ß' }], c: {} }
  expect(read(JSON.stringify(value))).toEqual(value)
  expect(read('"\\ud83d\\udc4d"')).toBe('👍')
})

test('a key named like a property of the prototype stays a plain key', () => {
  const value = read('{"__proto__":{"x\\ud800":"\\ud800"}}')
  expect(Object.entries(Object(value))).toEqual([['__proto__', { 'x\ufffd': '\ufffd' }]])
  expect('x\ufffd' in {}).toBe(false)
})

test('nesting deeper than a hundred levels is refused, at any depth', () => {
  const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(read(lists(100))).toBeInstanceOf(Array)
  expect(read(lists(101))).toMatch(/100 levels/)
  expect(read(lists(100_000))).toMatch(/100 levels/)
  expect(read(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toMatch(/100 levels/)
})

test('text that is not JSON is refused', () => {
  for (const text of ['{', '{}{}', '\ufeff{}', 'x']) expect(read(text)).toBe('The body is not valid JSON.')
})
