import { expect, it } from 'vitest'
import { saysSomething, withoutContacts } from './without-contacts.ts'

it.each([
  ['My e-mail is klaus.müller@example.de, do you have a sauna?', 'My e-mail is •••, do you have a sauna?'],
  ['Call +49 170 1234567 or (0)30 210 11 02 please', 'Call ••• or ••• please'],
  ['mail ada@example.com. Thanks', 'mail •••. Thanks'],
  ['415-555-2671 is mine', '••• is mine'],
])('hides addresses and numbers: %s', (text, shown) => {
  expect(withoutContacts(text)).toBe(shown)
})

it.each(['Free from 2026-12-11 - 2026-12-14?', 'From 11.12.2026?', 'Is 1 200 000 the price?', 'Room 2120'])(
  'leaves other numbers: %s',
  (text) => {
    expect(withoutContacts(text)).toBe(text)
  },
)

it('knows when nothing is left', () => {
  expect(saysSomething(withoutContacts('ada@example.com'))).toBe(false)
  expect(saysSomething('予約')).toBe(true)
})
