import { expect, test } from 'vitest'
import { type RecordedCall, recordedAnswers } from './answered-tools.ts'

const call = (response: string, given: Partial<RecordedCall> = {}): RecordedCall => ({
  name: 'look up',
  outcome: 'ok',
  request: 'GET http://shop/1\nx-parley-timestamp: 1',
  response,
  ...given,
})
const asked = (request = 'GET http://shop/1', name = 'look up') => ({ name, request })

test('the same call has the results in the order in which they were recorded, then the last again', () => {
  const answer = recordedAnswers([call('first'), call('other', { name: 'other' }), call('second')])
  const found = [1, 2, 3].map(() => answer(asked())?.response)
  expect(found).toEqual(['first', 'second', 'second'])
})

test('a call with another input, of another tool, or that was recorded in part is not on record', () => {
  const answer = recordedAnswers([call('first'), call('x'.repeat(4_000), { name: 'long' })])
  expect(answer(asked('GET http://shop/2'))).toBeUndefined()
  expect(answer(asked(undefined, 'other'))).toBeUndefined()
  expect(answer(asked(undefined, 'long'))).toBeUndefined()
})
