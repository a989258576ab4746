/** A consumer of a group, with a broker of the test's own. */
import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { Kafka } from 'kafkajs'
import { expect, onTestFinished, test } from 'vitest'
import { startConsumer, type Taken } from './message-bus.consumer.ts'

async function open(handle: (message: Taken) => Promise<boolean>) {
  const events = new EventEmitter()
  let eachBatch: (payload: object) => Promise<void> = async () => undefined
  const kafka = {
    consumer: () => ({
      events: {
        CRASH: 'crash',
        FETCH: 'fetch',
        HEARTBEAT: 'heartbeat',
        REBALANCING: 're',
        GROUP_JOIN: 'join',
      },
      on: (name: string, listener: (given: object) => void) => events.on(name, listener),
      ...{
        connect: async () => undefined,
        subscribe: async () => undefined,
        disconnect: async () => undefined,
      },
      ...{ pause: () => undefined, resume: () => undefined, paused: () => [] },
      run: async (given: { eachBatch: typeof eachBatch }) => {
        eachBatch = given.eachBatch
      },
    }),
  } as unknown as Kafka
  const consumer = await startConsumer({
    ...{ kafka, group: 'g', topics: ['t'], sessionMs: 30_000, silenceMs: 60_000, log: () => undefined },
    handle,
  })
  onTestFinished(consumer.stop)
  events.emit('join', { payload: { memberAssignment: { t: [0] } } })
  return (offset: number) =>
    eachBatch({
      batch: {
        ...{ topic: 't', partition: 0, lastOffset: () => String(offset) },
        messages: [
          {
            offset: String(offset),
            key: Buffer.from('w1'),
            value: Buffer.from('{}'),
            headers: { 'message-id': 'e' },
          },
        ],
      },
      ...{ resolveOffset: () => undefined, commitOffsetsIfNecessary: async () => undefined },
    })
}

test.each(Array.from({ length: 16 }, (_, nth) => nth))(
  'handles a message that comes %i steps after the one before it was handled',
  async (steps) => {
    const handled: number[] = []
    const first = Promise.withResolvers<boolean>()
    const bring = await open(async ({ offset }) => {
      handled.push(offset)
      return offset === 0 ? first.promise : true
    })
    await bring(0)
    first.resolve(true)
    for (let step = 0; step < steps; step++) await undefined
    await bring(1)
    await setImmediate()
    expect(handled).toEqual([0, 1])
  },
)

/** Else it would be acknowledged together with those after it, and be lost. */
test('handles nothing of a partition after a message that could not be concluded', async () => {
  const handled: number[] = []
  const bring = await open(async ({ offset }) => {
    handled.push(offset)
    if (offset === 0) throw new Error('the dead-letter topic is away')
    return true
  })
  await bring(0)
  await setImmediate()
  await bring(1)
  await setImmediate()
  expect(handled).toEqual([0])
})
