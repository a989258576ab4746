import { expect, it } from 'vitest'
import { sentencesOf } from './reading.ts'

it('reads sentence by sentence, and no lines without words', () => {
  expect(sentencesOf('Open at 9.30. Closed on Sundays!\n—\nCome in')).toEqual([
    'Open at 9.30.',
    'Closed on Sundays!',
    'Come in',
  ])
  expect(sentencesOf('開いています。日曜日は休みです。')).toEqual(['開いています。', '日曜日は休みです。'])
})
