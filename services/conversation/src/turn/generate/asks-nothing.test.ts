import { expect, it } from 'vitest'
import { asksNothing } from './asks-nothing.ts'

const answered = { language: 'en', answered: true, expected: false } as const
const taken = { language: 'en', answered: false, expected: true } as const

it.each([
  'klaus.mueller@example.de',
  'my email is joe@example.com',
  'Tel +49 170 1234567',
  'stop',
  'start over',
  'I want to talk to a human',
  'thanks!',
  'How are you?',
])('asks nothing, though the agent looked for an answer: %s', (text) => {
  expect(asksNothing(text, answered)).toBe(true)
})

it.each([
  'When is breakfast?',
  'sauna',
  'Is info@shop.example still your address?',
  'My e-mail is klaus@example.de, please send me an offer for two rooms',
  'Room 2120 for two',
])('asks the agent something: %s', (text) => {
  expect(asksNothing(text, answered)).toBe(false)
})

it('asks nothing where the flow took it as an answer, whatever it looks like', () => {
  expect(asksNothing('3 guests', taken)).toBe(true)
  expect(asksNothing('When is breakfast?', taken)).toBe(true)
})

it('asks nothing as a button, but as a question that the flow passed over', () => {
  const passed = { language: 'en', answered: false, expected: false } as const
  expect(asksNothing('Request a booking', passed)).toBe(true)
  expect(asksNothing('Do you have rooms?', passed)).toBe(false)
})
