import { openKafkaMessageBus } from '@parley/engines/kafka/message-bus.ts'
import type { MessageBus } from '@parley/kernel/bus/message-bus.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningKafka, startKafka } from './kafka.ts'

const patience = { timeout: 90_000, interval: 100 }
let kafka: RunningKafka
let bus: MessageBus
const logged: string[] = []

beforeAll(async () => {
  kafka = await startKafka()
  bus = await openKafkaMessageBus({
    url: kafka.url,
    sessionMs: 6_000,
    log: (line) => logged.push(line),
  })
})
afterAll(async () => {
  await bus?.close()
  await kafka?.stop()
})

const message = (number: number) => ({
  topic: 'outage',
  key: 'tenant',
  id: String(number),
  value: JSON.stringify({ number }),
})

test('continues after the broker was lost and came back: nothing published is missing, in order', async () => {
  const got: number[] = []
  await bus.consume({
    topics: ['outage'],
    group: 'readers',
    async handle({ id }) {
      got.push(Number(id))
    },
  })
  await bus.publish([0, 1, 2].map(message))
  await vi.waitFor(() => expect(got).toEqual([0, 1, 2]), patience)

  await kafka.crash()
  await expect(bus.publish([message(3)])).rejects.toThrow('MESSAGE_BUS_URL')
  await vi.waitFor(() => expect(logged.join('\n')).toContain('another takes its place'), patience)
  await expect(bus.probe()).rejects.toThrow('MESSAGE_BUS_URL')
  await kafka.restart()
  await vi.waitFor(() => bus.probe(), patience)

  await vi.waitFor(() => bus.publish([message(4)]), patience)
  await bus.publish([5, 6].map(message))
  await vi.waitFor(() => expect(got).toContain(6), patience)
  const afterwards = got.slice(got.indexOf(4))
  expect([...new Set(afterwards)]).toEqual([4, 5, 6])
  await vi.waitFor(async () => expect(await bus.lag('outage', 'readers')).toBe(0), patience)
})
