import { expect, test } from 'vitest'
import { renderedText, variablesIn } from './rendered-text.ts'

test.each([
  ['Hi {{name}}!', 'Hi Ada!'],
  ['Hi {{ name }}!', 'Hi Ada!'],
  ['Hi {{nick|there}}!', 'Hi there!'],
  ['Hi {{empty|there}}!', 'Hi there!'],
  ['Hi {{nick}}!', 'Hi !'],
  ['{{toString}} {{__proto__}}', ' '],
  ['Hi {{Name}} of {{CITY}}', 'Hi Ada of Paris'],
  ['{{rank}}/{{Rank}}', '1/2'],
  ['{{{name}}} {{', '{Ada} {{'],
])('%s', (text, expected) => {
  expect(renderedText(text, { name: 'Ada', empty: '', City: 'Paris', rank: '1', Rank: '2' })).toBe(expected)
})

test('what a value contains is not replaced again', () => {
  expect(renderedText('{{a}}', { a: '{{b}}', b: 'secret' })).toBe('{{b}}')
})

test('names the variables of a text once', () => {
  expect(variablesIn('{{a}} {{ b |x}} {{a}}')).toEqual(['a', 'b'])
})
