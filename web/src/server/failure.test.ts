import { ApiError } from '@parley/contracts/client.ts'
import { expect, test } from 'vitest'
import { isGone } from './failure.ts'

const failure = (status: number) => new ApiError(status, 'x', 'x')

test('what does not exist is not asked for again', () => {
  expect([404, 410].map((status) => isGone(failure(status)))).toEqual([true, true])
  expect([401, 403, 409, 429, 500, 503].some((status) => isGone(failure(status)))).toBe(false)
  expect(isGone(new TypeError('fetch failed'))).toBe(false)
})
