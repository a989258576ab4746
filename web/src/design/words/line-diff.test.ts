import { describe, expect, it } from 'vitest'
import { type DiffLine, folded, lineDiff, mostLines } from './line-diff.ts'

const marks = { same: ' ', removed: '-', added: '+' }
const shown = (lines: readonly DiffLine[]) => lines.map(({ kind, text }) => marks[kind] + text)

describe('lineDiff', () => {
  it.each([
    ['a\nb\nc', 'a\nB\nc', [' a', '-b', '+B', ' c']],
    ['a\nb', 'a\nb', [' a', ' b']],
    ['', 'x', ['-', '+x']],
    ['a\nb\nc\nd', 'b\nd\ne', ['-a', ' b', '-c', ' d', '+e']],
    ['x\nx\nx', 'x\nx', [' x', ' x', '-x']],
  ])('%j to %j', (before, after, expected) => {
    expect(shown(lineDiff(before, after))).toEqual(expected)
  })

  it('contains both texts in full for any input', () => {
    const words = ['a', 'b', 'c', '']
    let seed = 7
    const next = () => {
      seed = (seed * 48271) % 2147483647
      return seed
    }
    for (let round = 0; round < 300; round++) {
      const text = () => Array.from({ length: next() % 9 }, () => words[next() % words.length]).join('\n')
      const [before, after] = [text(), text()]
      const lines = lineDiff(before, after)
      const without = (kind: string) => lines.filter((line) => line.kind !== kind).map(({ text }) => text)
      expect(without('added').join('\n')).toBe(before)
      expect(without('removed').join('\n')).toBe(after)
    }
  })

  it('reports texts that differ in thousands of lines as one removed and one added', () => {
    const text = (mark: string) =>
      Array.from({ length: 3000 }, (_, line) => `${line % 2 ? mark : ''}${line}`).join('\n')
    const kinds = lineDiff(text('a'), text('b')).map(({ kind }) => kind)
    expect(kinds).toEqual([...Array(3000).fill('removed'), ...Array(3000).fill('added')])
  })
})

describe('folded', () => {
  it('hides long unchanged sections and keeps two lines around a change', () => {
    const before = '1\n2\n3\n4\n5\n6\n7\n8\n9'
    expect(folded(lineDiff(before, before.replace('5', 'five')))).toEqual([
      { kind: 'hidden', hidden: 2 },
      { kind: 'same', text: '3' },
      { kind: 'same', text: '4' },
      { kind: 'removed', text: '5' },
      { kind: 'added', text: 'five' },
      { kind: 'same', text: '6' },
      { kind: 'same', text: '7' },
      { kind: 'hidden', hidden: 2 },
    ])
  })
})

it('shows so many lines of a page of another’s making, and counts the rest', () => {
  const parts = folded(lineDiff('', 'x\n'.repeat(100_000)))
  expect(parts).toHaveLength(mostLines + 1)
  expect(parts.at(-1)).toEqual({ kind: 'more', hidden: 100_002 - mostLines })
})
