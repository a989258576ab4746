import type { Mapping } from '@parley/contracts/agent/nodes.ts'
import { describe, expect, it } from 'vitest'
import { mapped, pick, stepsOf } from './mapping.ts'

const order = {
  id: 7,
  'odd key': 'x',
  lines: [
    { name: 'Lamp', price: 12.6, tags: ['a', 'b'] },
    { name: 'Bulb', price: 2 },
  ],
  none: null,
}

describe('a path', () => {
  it.each([
    ['', order],
    ['id', 7],
    ['$.id', 7],
    ['lines[0].name', 'Lamp'],
    ['lines[-1].name', 'Bulb'],
    ['lines.1.name', 'Bulb'],
    ['lines[*].price', [12.6, 2]],
    ['lines[*].tags[*]', ['a', 'b']],
    ['["odd key"]', 'x'],
    ['lines[9].name', undefined],
    ['id.name', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
    ['lines[', undefined],
  ])('%j', (path, found) => expect(pick(order, path)).toEqual(found))

  it('returns no steps for an invalid path', () => {
    expect(stepsOf('a[b]')).toBeUndefined()
    expect(stepsOf('a..')).toBeUndefined()
  })
})

describe('a mapping', () => {
  const give = (path: string, transform: Mapping['transform'], from: unknown = order) =>
    mapped([{ id: '1', from: 'o', path, transform, otherwise: '-', saveTo: 'x' }], {
      o: typeof from === 'string' ? from : JSON.stringify(from),
    }).x

  it.each([
    ['id', 'as-is', '7'],
    ['lines[0].tags', 'as-is', '["a","b"]'],
    ['lines[0].name', 'upper-case', 'LAMP'],
    ['lines[0].name', 'lower-case', 'lamp'],
    ['lines[0].price', 'round', '13'],
    ['lines[0].name', 'number', '-'],
    ['lines', 'count', '2'],
    ['none', 'count', '0'],
    ['lines[*].name', 'first', 'Lamp'],
    ['lines[*].name', 'last', 'Bulb'],
    ['lines[*].name', 'list', 'Lamp, Bulb'],
    ['lines[*].name', 'lines', '- Lamp\n- Bulb'],
    ['none', 'as-is', '-'],
    ['gone', 'lines', '-'],
  ] as const)('of %s as %s', (path, transform, wanted) => expect(give(path, transform)).toBe(wanted))

  it('reads days from texts, seconds and milliseconds', () => {
    expect(give('', 'day', '"2026-11-21T10:00:00Z"')).toBe('2026-11-21')
    expect(give('', 'day', '1795219200')).toBe('2026-11-21')
    expect(give('', 'day', 'no day')).toBe('-')
  })

  it('takes a text that is not JSON as it is, and can use what earlier mappings picked', () => {
    expect(give('', 'trim', ' plain ')).toBe('plain')
    const chain: Mapping[] = [
      { id: '1', from: 'o', path: 'lines[0]', transform: 'as-is', saveTo: 'line' },
      { id: '2', from: 'line', path: 'name', transform: 'as-is', saveTo: 'name' },
    ]
    expect(mapped(chain, { o: JSON.stringify(order) }).name).toBe('Lamp')
  })
})
