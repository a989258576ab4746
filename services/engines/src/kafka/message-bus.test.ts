import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import type { Admin } from 'kafkajs'
import { afterEach, expect, test, vi } from 'vitest'
import { kafkaClient, readUrl } from './message-bus.client.ts'
import { openTopics } from './message-bus.topics.ts'
import { openKafkaMessageBus } from './message-bus.ts'

afterEach(() => void vi.useRealTimers())

test('reads the addresses, the user and the encryption from the URL', () => {
  expect(readUrl('kafka://one:9092,two')).toEqual({ brokers: ['one:9092', 'two:9092'], ssl: false })
  expect(readUrl('kafka://app:s%3Acret@one:9093?tls=true')).toEqual({
    brokers: ['one:9093'],
    ssl: true,
    sasl: { mechanism: 'plain', username: 'app', password: 's:cret' },
  })
})

test.each(['', 'http://one:9092', 'kafka://', 'kafka://one:port', 'kafka://one:9092,'])(
  'refuses %j as a URL and shows a valid example',
  (url) => {
    expect(() => readUrl(url)).toThrow('kafka://host:9092')
  },
)

test('names the server that does not answer, without its password', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => closed.once('listening', resolve))
  const address = closed.address()
  const port = address && typeof address === 'object' ? address.port : 0
  await new Promise((resolve) => closed.close(resolve))
  const opened = openKafkaMessageBus({ url: `kafka://app:hidden@127.0.0.1:${port}` })
  const error = await opened.catch((reason: Error) => reason)
  expect(String(error)).toContain(`Kafka at 127.0.0.1:${port} (MESSAGE_BUS_URL)`)
  expect(String(error)).not.toContain('hidden')
})

test('asks again for the offsets of a partition whose leader does not know yet that it leads', async () => {
  const offsets = [{ partition: 0, offset: '1', high: '1', low: '0' }]
  // As kafkajs marks its errors.
  const failures = [
    Object.assign(new Error('not the leader'), { retriable: true }),
    new TypeError("Cannot destructure property 'partitions' of 'low.pop(...)' as it is undefined."),
    Object.assign(new Error('no access'), { retriable: false }),
  ]
  const admin = {
    async fetchTopicOffsets(topic: string) {
      const failure = topic === 'new' ? failures.shift() : failures.at(-1)
      if (failure) throw failure
      return offsets
    },
  } as unknown as Admin
  const { offsetsOf } = openTopics(
    kafkaClient('kafka://one', () => undefined),
    admin,
  )
  await expect(offsetsOf('foreign')).rejects.toThrow('no access')
  failures.pop()
  expect(await offsetsOf('new')).toEqual(offsets)
  expect(failures).toEqual([])
})

type Request = { entry: object; expectResponse: boolean; sendRequest(): void }
type RequestQueue = {
  push(request: Request): void
  fulfillRequest(response: { correlationId: number; payload: Buffer; size: number }): void
  maybeThrottle(ms: number): void
}

/** The queue of a connection of kafkajs, with one request at a time. */
function requestQueue() {
  vi.useFakeTimers()
  kafkaClient('kafka://one', () => undefined)
  const Queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue')
  const queue: RequestQueue = new Queue({
    ...{ maxInFlightRequests: 1, requestTimeout: 30_000, enforceRequestTimeout: false },
    ...{ clientId: 'parley', broker: 'one', logger: { debug() {}, warn() {} } },
  })
  const sent: number[] = []
  return {
    queue,
    sent,
    push(correlationId: number) {
      const entry = { correlationId, resolve() {}, reject() {} }
      queue.push({ entry, expectResponse: true, sendRequest: () => void sent.push(correlationId) })
    },
    answer: (correlationId: number) =>
      queue.fulfillRequest({ correlationId, payload: Buffer.alloc(0), size: 0 }),
  }
}

test('a connection of kafkajs wakes up only while requests wait', () => {
  const { sent, push, answer } = requestQueue()
  push(1)
  answer(1)
  expect(vi.getTimerCount()).toBe(0)
  push(2)
  push(3)
  expect([sent, vi.getTimerCount()]).toEqual([[1, 2], 1])
  answer(2)
  answer(3)
  vi.advanceTimersByTime(10)
  expect([sent, vi.getTimerCount()]).toEqual([[1, 2, 3], 0])
})

test('a connection that the broker slows down sends what waits when it may, and wakes up once', () => {
  const { queue, sent, push } = requestQueue()
  queue.maybeThrottle(1_000)
  push(1)
  vi.advanceTimersByTime(999)
  expect([sent, vi.getTimerCount()]).toEqual([[], 1])
  vi.advanceTimersByTime(1)
  expect([sent, vi.getTimerCount()]).toEqual([[1], 0])
})
