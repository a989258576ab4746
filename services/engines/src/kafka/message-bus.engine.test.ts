import { messageBusConformance } from '@parley/kernel/message-bus.conformance.ts'
import { describe, expect, test } from 'vitest'
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

  test('does not wake up a thousand times a second, as kafkajs alone would', async () => {
    const warnings: string[] = []
    const warned = (warning: Error) => warnings.push(warning.name)
    process.on('warning', warned)
    const bus = await openKafkaMessageBus(options)
    await bus.publish([{ topic: 'quiet', key: 'k', id: '1', value: '{}' }])
    expect(await bus.lag('quiet', 'nobody')).toBeGreaterThan(0)
    await bus.close()
    process.off('warning', warned)
    expect(warnings).not.toContain('TimeoutNegativeWarning')
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
