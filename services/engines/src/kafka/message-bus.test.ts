import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { readUrl } from './message-bus.client.ts'
import { openKafkaMessageBus } from './message-bus.ts'

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
