import { expect, it } from 'vitest'
import { groupQuestions } from './question-groups.ts'

const asked = (...texts: string[]) =>
  texts.map((text, nth) => ({
    text,
    conversationId: `c${nth}`,
    messageId: `m${nth}`,
    at: `2026-11-21T12:${String(59 - nth).padStart(2, '0')}:00Z`,
    unanswered: text.endsWith('!'),
  }))

it('counts different wordings of a question as one', () => {
  const groups = groupQuestions(
    asked(
      'How long does delivery take?',
      'how long do deliveries take!',
      'Hello, delivery takes how long',
      'Hi there',
      'Can I return a broken cup?',
      'return broken cups',
      '[erased]',
      'Wie lange dauert die Lieferung?',
      'wie lange dauert eine lieferung',
    ),
    10,
  )
  expect(groups.map(({ question, count, unanswered }) => [question, count, unanswered])).toEqual([
    ['How long does delivery take?', 3, 1],
    ['Can I return a broken cup?', 2, 0],
    ['Wie lange dauert die Lieferung?', 2, 0],
  ])
})

it('keeps similar but different questions apart', () => {
  expect(
    groupQuestions(asked('Price of the blue cup', 'Price of the red plate', 'Opening hours'), 10),
  ).toHaveLength(3)
})

it('returns the newest examples, at most five', () => {
  const [group] = groupQuestions(asked(...Array.from({ length: 9 }, () => 'opening hours')), 3)
  expect(group?.examples.map(({ conversationId }) => conversationId)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4'])
})
