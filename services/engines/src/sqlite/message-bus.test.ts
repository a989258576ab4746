import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageBusConformance } from '@parley/kernel/bus/message-bus.conformance.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openMessageLog } from './message-bus.log.ts'
import { partitionOf } from './message-bus.partition.ts'
import { openSqliteMessageBus } from './message-bus.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-bus-'))
const file = join(folder, 'bus.sqlite')
const leaseMs = 2_000
afterAll(() => rmSync(folder, { recursive: true, force: true }))

messageBusConformance('SQLite', {
  open: () => openSqliteMessageBus({ file, leaseMs }),
  elsewhere: {
    module: new URL('./message-bus.ts', import.meta.url),
    open: 'openSqliteMessageBus',
    options: () => ({ file, leaseMs }),
  },
})

describe('SQLite message bus', () => {
  test('works in memory', async () => {
    const bus = await openSqliteMessageBus({ file: ':memory:' })
    const got: string[] = []
    await bus.consume({
      topics: ['t'],
      group: 'g',
      async handle({ id }) {
        got.push(id)
        if (id === '1') await bus.publish([{ topic: 't', key: 'k', id: '2', value: '{}' }])
      },
    })
    await bus.publish([{ topic: 't', key: 'k', id: '1', value: '{}' }])
    await expect.poll(() => got).toEqual(['1', '2'])
    await bus.close()
    await expect(bus.publish([{ topic: 't', key: 'k', id: '3', value: '{}' }])).rejects.toThrow('closed')
  })

  test('receives what another process publishes long before its next heartbeat', async () => {
    const rare = { file: join(folder, 'rare.sqlite'), leaseMs: 3_600_000 }
    const [reader, writer] = await Promise.all([openSqliteMessageBus(rare), openSqliteMessageBus(rare)])
    const got: string[] = []
    const handle = async ({ id }: { id: string }) => {
      got.push(id)
    }
    await reader.consume({ topics: ['t'], group: 'g', handle })
    await writer.publish([{ topic: 't', key: 'k', id: '1', value: '{}' }])
    await expect.poll(() => got).toEqual(['1'])
    await Promise.all([reader.close(), writer.close()])
  })

  test('names the file that it could not open', async () => {
    const missing = join(folder, 'missing', 'bus.sqlite')
    await expect(openSqliteMessageBus({ file: missing })).rejects.toThrow(missing)
  })

  test('a failed call does not fail the others that wait with it', async () => {
    const bus = await openSqliteMessageBus({ file: ':memory:' })
    const good = bus.publish([{ topic: 't', key: 'k', id: '1', value: '{}' }])
    // @ts-expect-error a message without a value, as a caller without types could send it
    const bad = bus.publish([{ topic: 't', key: 'k', id: '2' }])
    const last = bus.publish([{ topic: 't', key: 'k', id: '3', value: '{}' }])
    const outcomes = await Promise.allSettled([good, bad, last])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await bus.lag('t', 'g')).toBe(2)
    await bus.close()
  })
})

describe('retention', () => {
  const publish = (log: ReturnType<typeof openMessageLog>, count: number, now: number) =>
    log.publish(
      Array.from({ length: count }, (_, n) => ({ topic: 't', key: 'k', id: `${now}-${n}`, value: '{}' })),
      now,
    )
  const partition = partitionOf('k', 16)
  let log: ReturnType<typeof openMessageLog>
  beforeEach(() => {
    log = openMessageLog(':memory:')
    log.heartbeat('process', 0, 0)
    for (const group of ['a', 'b']) {
      log.join('process', `member-${group}`, group, ['t'])
      log.assign(`member-${group}`, group, ['t'], [])
    }
    publish(log, 3, 1_000)
    publish(log, 2, 5_000)
  })
  const first = () => log.fetch([{ topic: 't', partition, next: 0 }]).batches[0]?.messages[0]?.id

  test('keeps what one group has not acknowledged', () => {
    log.acknowledge('member-a', 'a', [{ topic: 't', partition, next: 5 }])
    log.acknowledge('member-b', 'b', [{ topic: 't', partition, next: 1 }])
    log.drop(9_000)
    expect(first()).toBe('1000-1')
  })

  const letter = {
    topic: 't',
    key: 'k',
    id: 'x',
    value: '{}',
    group: 'a',
    reason: '',
    attempts: 1,
    at: '',
    offset: 0,
  }

  test('keeps recent messages', () => {
    for (const group of ['a', 'b'])
      log.acknowledge(`member-${group}`, group, [{ topic: 't', partition, next: 5 }])
    log.drop(5_000)
    expect(first()).toBe('5000-0')
    expect(log.lag(['t'], 'a')).toBe(0)
    expect(log.lag(['t'], 'new')).toBe(2)
  })

  test('drops a large backlog in small steps', () => {
    publish(log, 1_200, 6_000)
    for (const group of ['a', 'b'])
      log.acknowledge(`member-${group}`, group, [{ topic: 't', partition, next: 1_205 }])
    let steps = 1
    while (log.drop(9_000)) steps += 1
    expect(steps).toBe(3)
    expect(first()).toBe(undefined)
  })

  test('keeps dead letters', () => {
    expect(log.bury('member-a', letter, { topic: 't', partition }, 1, 1_000)).toBe(true)
    log.drop(9_000)
    expect(log.deadLetters('t', 'a', 10)).toHaveLength(1)
  })

  test('a member that lost its partition can neither acknowledge a message nor store it as a dead letter', () => {
    log.heartbeat('other', 60_000, 50_000)
    expect(log.acknowledge('member-a', 'a', [{ topic: 't', partition, next: 1 }])).toBe(false)
    expect(log.bury('member-a', letter, { topic: 't', partition }, 1, 1_000)).toBe(false)
    expect(log.deadLetters('t', 'a', 10)).toEqual([])
    expect(log.heartbeat('process', 60_000, 50_000)).toBe(false)
  })
})

// Reference values: org.apache.kafka.common.utils.Utils.murmur2, as in Kafka's UtilsTest and its clients.
test.each([
  ['21', -973932308],
  ['foobar', -790332482],
  ['a-little-bit-long-string', -985981536],
  ['a-little-bit-longer-string', -1486304829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
  ['abc', 479470107],
])('the partition of %s is that of Kafka', (key, murmur2) => {
  expect(partitionOf(key, 1_000_003)).toBe((murmur2 & 0x7fffffff) % 1_000_003)
})
