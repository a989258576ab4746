import { describe, expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

describe('initials of a name', () => {
  it.each([
    ['Harbour & Pine Support', 'HP'],
    ['<b>Bold & Co</b>', 'BC'],
    ['🛍️✨ Shop', 'SH'],
    ['👩‍👩‍👧‍👦 🎉', '👩‍👩‍👧‍👦'],
    ['مساعد خدمة', 'مخ'],
    ['a', 'A'],
    ['  ', ''],
  ])('%s: %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
