import { messageBusConformance } from '@parley/kernel/bus/message-bus.conformance.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openKafkaMessageBus } from './message-bus.ts'

const url = process.env.MESSAGE_BUS_URL ?? ''
// The shortest session that a broker allows by default.
const options = { url, prefix: 'test.', sessionMs: 6_000 }

if (url)
  messageBusConformance('Kafka', {
    open: () => openKafkaMessageBus(options),
    elsewhere: {
      module: new URL('./message-bus.ts', import.meta.url),
      open: 'openKafkaMessageBus',
      options: () => options,
    },
  })

describe('Kafka message bus', () => {
  test('has a server to talk to', () => {
    expect(url, 'MESSAGE_BUS_URL; npm run test:engines starts one').toMatch(/^kafka:/)
  })

  test('sets no timer with a negative delay, as kafkajs alone would after every response', async () => {
    // Node warns of only the first such timer of a process, which may be one that other tests set.
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    const bus = await openKafkaMessageBus(options)
    await bus.publish([{ topic: 'quiet', key: 'k', id: '1', value: '{}' }])
    await bus.lag('quiet', 'nobody')
    await bus.close()
    expect(timers.mock.calls.map(([, ms = 0]) => ms).filter((ms) => ms < 0)).toEqual([])
  })

  test('refuses a message that the broker would not accept', async () => {
    const bus = await openKafkaMessageBus(options)
    const large = { topic: 'large', key: 'k', id: 'large', value: JSON.stringify('x'.repeat(1_100_000)) }
    await expect(bus.publish([large])).rejects.toThrow('larger than the 1 MB')
    await bus.close()
  })

  test('refuses a name that the broker would not accept', async () => {
    const bus = await openKafkaMessageBus(options)
    await expect(bus.publish([{ topic: 'no topic', key: 'k', id: '1', value: '{}' }])).rejects.toThrow(
      'no topic',
    )
    await bus.close()
  })
})
