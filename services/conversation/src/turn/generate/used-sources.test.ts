import { expect, test } from 'vitest'
import { usedPassages } from './used-sources.ts'

const hours = {
  name: 'Hours',
  text: 'We are open from nine to five, Monday to Friday. Closed on Sundays.',
  score: 0.9,
}
const prices = {
  name: 'Prices',
  text: 'Tea is 2 euros, coffee is 3 euros. Cake is 4 euros on Sundays.',
  score: 0.8,
}
const refunds = {
  name: 'Refunds',
  text: 'Refunds take 14 days. Send the parcel to our warehouse in Hamburg.',
  score: 0.7,
}
const all = [hours, prices, refunds]

const namesOf = (answer: string, question: string, passages = all) =>
  usedPassages(answer, question, passages, 0.5).map(({ name }) => name)

test.each([
  ['one passage', 'When are you open?', 'From nine to five, Monday to Friday.', ['Hours']],
  ['another than the best', 'What is the price of coffee?', 'A coffee costs 3 euros.', ['Prices']],
  [
    'two passages',
    'Tell me about coffee and refunds',
    'Coffee is 3 euros; refunds take 14 days.',
    ['Prices', 'Refunds'],
  ],
  ['a number alone', 'How long do refunds take?', 'About 14.', ['Refunds']],
  ['none: a greeting', 'Hello there', 'Hello! How can I help you today?', []],
  [
    'none: from another source',
    'What is the weather?',
    'The weather service reports heavy snow and storms.',
    [],
  ],
  ['the best, as it confirms the question', 'Are you closed on Sundays?', 'Yes.', ['Hours']],
  [
    'the best, as the answer is in another language',
    'Wann habt ihr auf?',
    'Wir haben montags bis freitags tagsüber für euch auf.',
    ['Hours'],
  ],
])('%s', (_, question, answer, expected) => {
  expect(namesOf(answer, question)).toEqual(expected)
})

test('the best is no source below the threshold', () => {
  const weak = all.map((passage) => ({ ...passage, score: 0.4 }))
  expect(namesOf('Yes.', 'Are you closed on Sundays?', weak)).toEqual([])
})

test('reads scripts without spaces', () => {
  const shop = { name: '営業', text: '営業時間は月曜日から金曜日までです。', score: 0.9 }
  const other = { name: '返品', text: '返品は倉庫に送ってください。', score: 0.8 }
  expect(namesOf('月曜日から金曜日まで営業しています。', 'いつ開いていますか', [other, shop])).toEqual([
    '営業',
  ])
})

test('a hundred thousand characters take no longer than twenty thousand', () => {
  expect(namesOf(`${'9 '.repeat(50_000)}`, '', [])).toEqual([])
})
