import { expect, test } from 'vitest'
import { type Entry, matching, ordered } from './entries.ts'

const entry = (label: string, more: Partial<Entry> = {}): Entry => ({
  id: label,
  label,
  icon: null,
  run: () => {},
  ...more,
})
const found = (entries: Entry[], typed: string) => matching(entries, typed).map(({ label }) => label)

test('lists everything while nothing is typed', () => {
  expect(found([entry('Agents'), entry('Audit')], ' ')).toEqual(['Agents', 'Audit'])
})

test('finds words by their beginning, in the label, the detail and further words', () => {
  const entries = [
    entry('Knowledge Base', { detail: 'Harbour Support' }),
    entry('Audit', { words: 'history log' }),
    entry('Agents'),
  ]
  expect(found(entries, 'base')).toEqual(['Knowledge Base'])
  expect(found(entries, 'know har')).toEqual(['Knowledge Base'])
  expect(found(entries, 'HIST')).toEqual(['Audit'])
  expect(found(entries, 'nowledge')).toEqual([])
  expect(found(entries, 'know history')).toEqual([])
})

test('puts labels that begin with what was typed first', () => {
  expect(found([entry('New test'), entry('Tests'), entry('Show Test')], 'test')).toEqual([
    'Tests',
    'New test',
    'Show Test',
  ])
})

test('puts the group first whose best label begins with what was typed', () => {
  const groups = [
    { name: 'Screens', entries: [] },
    { name: 'Settings', entries: [entry('Test the widget')] },
    { name: 'Actions', entries: [entry('Show Test')] },
  ]
  expect(ordered(groups, 'show').map(({ name }) => name)).toEqual(['Actions', 'Settings'])
  expect(ordered(groups, '').map(({ name }) => name)).toEqual(['Settings', 'Actions'])
})
