import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { actWords } from './act-words.tsx'

type Act = Parameters<typeof actWords>[0]

const done = { at: '2026-11-25T12:00:00.000Z', by: { kind: 'user' as const, id: 'nora' } }
const nameOf = (userId: string) => ({ nora: 'Nora', ben: 'Ben' })[userId] ?? 'Former member'
const shown = (act: Act, visitor: string) =>
  renderToStaticMarkup(actWords(act, { who: 'Nora', visitor, nameOf })).replace(/<\/?bdi>/g, '')
const said = (act: Act) => shown(act, 'Visitor 1bd0').replace(/<\/?strong>/g, '')
const tag = (added: string[], removed: string[]) => said({ ...done, did: 'tag', added, removed })
const assign = (assignee: string) => said({ ...done, did: 'assign', assignee })

it('says what the team did, with whom, and which', () => {
  expect(tag(['Order'], [])).toBe('Nora tagged Visitor 1bd0 Order')
  expect(tag([], ['Order'])).toBe('Nora removed the tag Order from Visitor 1bd0')
  expect(tag([], ['Order', 'VIP'])).toBe('Nora removed the tags Order, VIP from Visitor 1bd0')
  expect(tag(['VIP'], ['Order'])).toBe('Nora tagged Visitor 1bd0 VIP and removed the tag Order')
  expect(tag(['VIP'], ['Order', 'New'])).toBe('Nora tagged Visitor 1bd0 VIP and removed the tags Order, New')
  expect(assign('ben')).toBe('Nora assigned Visitor 1bd0 to Ben')
  expect(assign('nora')).toBe('Nora assigned Visitor 1bd0 to themselves')
  expect(assign('')).toBe('Nora unassigned Visitor 1bd0')
})

it('shows the tags and the person bold', () => {
  expect(shown({ ...done, did: 'tag', added: ['VIP'], removed: ['Order'] }, 'Mara')).toBe(
    'Nora tagged Mara <strong>VIP</strong> and removed the tag <strong>Order</strong>',
  )
})
