import { expect, it } from 'vitest'
import { actWords } from './act-words.ts'

const done = { at: '2026-11-25T12:00:00.000Z', by: { kind: 'user' as const, id: 'nora' } }
const nameOf = (userId: string) => ({ nora: 'Nora', ben: 'Ben' })[userId] ?? 'Former member'
const tag = (added: string[], removed: string[]) =>
  actWords({ ...done, did: 'tag', added, removed }, 'Visitor 1bd0', nameOf).join('')
const assign = (assignee: string) =>
  actWords({ ...done, did: 'assign', assignee }, 'Visitor 1bd0', nameOf).join('')

it('says what the team did, with whom, and which', () => {
  expect(tag(['Order'], [])).toBe('tagged Visitor 1bd0 Order')
  expect(tag([], ['Order'])).toBe('removed the tag Order from Visitor 1bd0')
  expect(tag([], ['Order', 'VIP'])).toBe('removed the tags Order, VIP from Visitor 1bd0')
  expect(tag(['VIP'], ['Order'])).toBe('tagged Visitor 1bd0 VIP and removed the tag Order')
  expect(assign('ben')).toBe('assigned Visitor 1bd0 to Ben')
  expect(assign('nora')).toBe('assigned Visitor 1bd0 to themselves')
  expect(assign('')).toBe('unassigned Visitor 1bd0')
})

it('names the tags and the person at every other place, which is shown bold', () => {
  expect(actWords({ ...done, did: 'tag', added: ['VIP'], removed: ['Order'] }, 'Mara', nameOf)).toEqual([
    'tagged Mara ',
    'VIP',
    ' and removed the tag ',
    'Order',
  ])
})
