import { beforeEach, expect, test, vi } from 'vitest'
import { withRetries } from './retries.ts'

let asked: (RequestInit | undefined)[] = []
beforeEach(() => {
  asked = []
})

/** Answers in turn: a status, with what is in `Retry-After`; or nothing, as without a network. */
const answering = (
  ...answers: (readonly [status: number, retryAfter?: string] | 'nothing')[]
): typeof fetch =>
  vi.fn(async (_, init) => {
    const answer = answers[asked.push(init) - 1]
    if (answer === undefined || answer === 'nothing') throw new TypeError('fetch failed')
    const [status, retryAfter] = answer
    return new Response('{}', { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
  })

test('what nothing answered, or a busy server refused, is sent again with the same headers', async () => {
  const headers = { 'idempotency-key': 'k1' }
  const send = withRetries(answering('nothing', [503, '0'], [200]))
  expect((await send('https://a.example', { method: 'POST', headers })).status).toBe(200)
  expect(asked.map((init) => init?.headers)).toEqual([headers, headers, headers])
})

test('refusals are returned at once', async () => {
  for (const status of [400, 401, 403, 404, 409, 412, 500]) {
    asked = []
    expect((await withRetries(answering([status]))('https://a.example')).status).toBe(status)
    expect(asked).toHaveLength(1)
  }
})

test('the last answer is returned when it does not get better, and the last error thrown', async () => {
  const busy = withRetries(answering([503, '0'], [503, '0'], [503, '0'], [200]))
  expect((await busy('https://a.example')).status).toBe(503)
  expect(asked).toHaveLength(3)
  asked = []
  await expect(
    withRetries(answering('nothing', 'nothing'), { retries: 1 })('https://a.example'),
  ).rejects.toThrow('fetch failed')
  expect(asked).toHaveLength(2)
})

test('waits as long as it is asked to, if that is not too long', async () => {
  vi.useFakeTimers()
  try {
    const answer = withRetries(answering([429, '7'], [200]))('https://a.example')
    await vi.advanceTimersByTimeAsync(6_999)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await answer).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
  asked = []
  expect((await withRetries(answering([429, '3600']))('https://a.example')).status).toBe(429)
  expect(asked).toHaveLength(1)
})

test('an aborted call is not sent again, and its pause ends', async () => {
  const controller = new AbortController()
  const answer = withRetries(answering([429, '20'], [200]))('https://a.example', {
    signal: controller.signal,
  })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  controller.abort(new Error('not needed'))
  await expect(answer).rejects.toThrow('not needed')
  expect(asked).toHaveLength(1)
})

test('a header that can’t be sent is refused at once', async () => {
  const headers = { authorization: 'Bearer one\r\ntwo' }
  await expect(withRetries(answering([200]))('https://a.example', { headers })).rejects.toThrow(TypeError)
  expect(asked).toHaveLength(0)
})
