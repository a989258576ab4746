import { expect, test } from 'vitest'
import { directionAttribute, directionOf } from './text-direction.ts'

test.each([
  ['Hello!', 'ltr'],
  ['مرحبًا! كيف يمكنني مساعدتك؟', 'rtl'],
  ['מתי אתם פותחים?', 'rtl'],
  ['Fern Ltd يفتح في التاسعة صباحًا كل يوم', 'rtl'],
  ['The word سلام is Arabic', 'ltr'],
  ['السعر: https://example.com/a-long-address-of-a-page?b=1', 'rtl'],
  ['営業時間は？', 'ltr'],
  ['12:30 – 14:00!', undefined],
  ['', undefined],
])('%s is read %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction)
})

test('an element says its direction only if it is not that around it', () => {
  expect(directionAttribute('Hello', 'ltr')).toBe('')
  expect(directionAttribute('Hello', 'rtl')).toBe(' dir="ltr"')
  expect(directionAttribute('123', 'rtl')).toBe('')
})
