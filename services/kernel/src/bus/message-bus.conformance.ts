import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Consume,
  type Delivered,
  deadLetterTopic,
  type Message,
  type MessageBus,
} from './message-bus.ts'

export type MessageBusEngine = {
  /** Opens the same bus each time, as another process of the same installation would. */
  open(): Promise<MessageBus>
  /** How a separate process opens it; absent for an engine that is limited to one process. */
  elsewhere?: { module: URL; open: string; options: () => unknown }
}

const patience = { timeout: 60_000, interval: 10 }
const memberScript = fileURLToPath(new URL('./message-bus.conformance-member.ts', import.meta.url))

/** The conformance suite of message bus engines. Each test has its own topics and groups. */
export function messageBusConformance(name: string, engine: MessageBusEngine) {
  describe(`message bus: ${name}`, () => {
    let bus: MessageBus
    let topic: string
    let group: string
    const opened: MessageBus[] = []
    const processes: ChildProcess[] = []

    async function open() {
      const another = await engine.open()
      opened.push(another)
      return another
    }

    beforeEach(async () => {
      bus = await open()
      topic = `conformance-${randomUUID()}`
      group = `group-${randomUUID()}`
    })
    afterEach(async () => {
      for (const process of processes.splice(0)) process.kill('SIGKILL')
      await Promise.all(opened.splice(0).map((each) => each.close()))
    })

    const message = (number: number, key = 'tenant'): Message => ({
      topic,
      key,
      id: `${key}:${number}`,
      value: JSON.stringify({ number }),
    })
    const messages = (count: number, key?: string) => Array.from({ length: count }, (_, n) => message(n, key))
    const overKeys = (count: number, keys: number) =>
      Array.from({ length: count }, (_, n) => message(n, `tenant-${n % keys}`))

    async function collect(from: MessageBus, more: Partial<Consume> = {}) {
      const got: Delivered[] = []
      const subscription = await from.consume({
        topics: [topic],
        group,
        async handle(delivered) {
          got.push(delivered)
        },
        ...more,
      })
      return { got, ids: () => got.map(({ id }) => id), stop: subscription.stop }
    }

    const eventually = (check: () => unknown) => vi.waitFor(check, patience)
    const sorted = (ids: Iterable<string>) => [...ids].sort()
    const idsOf = (all: Message[]) => sorted(all.map(({ id }) => id))

    test('delivers a published message complete', async () => {
      const sent = { ...message(1), headers: { cause: 'AgentPublished', 'Ursache-ü': 'Straße 🚀' } }
      await bus.publish([sent])
      const { got } = await collect(bus)
      await eventually(() => expect(got).toHaveLength(1))
      expect(got[0]).toMatchObject({ ...sent, attempt: 1, offset: 0 })
      expect(got[0]?.partition).toBeGreaterThanOrEqual(0)
    })

    test('says that it answers', async () => {
      await expect(bus.probe()).resolves.toBeUndefined()
    })

    test('keeps the order of each key', async () => {
      const sent = overKeys(600, 20)
      const { got, ids } = await collect(bus)
      for (let at = 0; at < sent.length; at += 50) await bus.publish(sent.slice(at, at + 50))
      await eventually(() => expect(sorted(ids())).toEqual(idsOf(sent)))
      for (let key = 0; key < 20; key += 1) {
        const ofKey = got.filter((delivered) => delivered.key === `tenant-${key}`)
        expect(ofKey.map(({ id }) => id)).toEqual(
          sent.filter((each) => each.key === `tenant-${key}`).map(({ id }) => id),
        )
        expect(new Set(ofKey.map(({ partition }) => partition)).size).toBe(1)
      }
    })

    test('keeps the order in which concurrent publishes were acknowledged', async () => {
      const { ids } = await collect(bus)
      await bus.publish([message(0)])
      await Promise.all([1, 2, 3, 4, 5].map((n) => bus.publish([message(n)])))
      await bus.publish([message(6)])
      await eventually(() => expect(ids()).toHaveLength(7))
      expect(ids()[0]).toBe('tenant:0')
      expect(ids()[6]).toBe('tenant:6')
    })

    test('accepts an empty publish', async () => {
      await bus.publish([])
      expect(await bus.lag(topic, group)).toBe(0)
    })

    test('delivers all messages to every group, to a later group from the beginning', async () => {
      const sent = overKeys(40, 5)
      const first = await collect(bus)
      await bus.publish(sent)
      await eventually(() => expect(sorted(first.ids())).toEqual(idsOf(sent)))
      const second = await collect(bus, { group: `${group}-later` })
      await eventually(() => expect(sorted(second.ids())).toEqual(idsOf(sent)))
      expect(first.got).toHaveLength(40)
    })

    test('reads several topics in one subscription', async () => {
      const other = `${topic}-other`
      await bus.publish([message(1), { ...message(2), topic: other }])
      const { got } = await collect(bus, { topics: [topic, other] })
      await eventually(() => expect(sorted(got.map((each) => each.topic))).toEqual(sorted([topic, other])))
    })

    /** Publishes until each member has received a message, so that all have their share of the partitions. */
    async function settle(members: { got: Delivered[] }[]) {
      let round = 0
      await eventually(async () => {
        round += 1
        await bus.publish(Array.from({ length: 32 }, (_, n) => message(round, `probe-${round}-${n}`)))
        expect(members.every((member) => member.got.length > 0)).toBe(true)
      })
      await eventually(async () => expect(await bus.lag(topic, group)).toBe(0))
      for (const member of members) member.got.length = 0
    }

    test('delivers each message to one member of a group', async () => {
      const one = await collect(bus)
      const two = await collect(await open())
      await settle([one, two])
      const sent = overKeys(400, 100)
      await bus.publish(sent)
      await eventually(() => expect(one.got.length + two.got.length).toBe(400))
      expect(sorted([...one.ids(), ...two.ids()])).toEqual(idsOf(sent))
      expect(one.got.length).toBeGreaterThan(0)
      expect(two.got.length).toBeGreaterThan(0)
    })

    test('loses no message while members join and leave', async () => {
      const one = await collect(bus)
      const two = await collect(await open())
      await settle([one, two])
      const sent = overKeys(900, 90)
      await bus.publish(sent.slice(0, 300))
      await one.stop()
      await bus.publish(sent.slice(300, 600))
      const three = await collect(await open())
      await bus.publish(sent.slice(600))
      const seen = () => new Set([one, two, three].flatMap((member) => member.ids()))
      await eventually(() => expect(sorted(seen())).toEqual(idsOf(sent)))
      await settle([two, three])
    })

    test('hands the messages of a leaving member over without delivering them twice', async () => {
      const one = await collect(bus)
      await bus.publish(messages(50))
      await eventually(() => expect(one.got).toHaveLength(50))
      await one.stop()
      const two = await collect(await open())
      await bus.publish([message(50)])
      await eventually(() => expect(two.ids()).toContain('tenant:50'))
      expect(two.got).toHaveLength(1)
    })

    test('delivers nothing after a member has stopped', async () => {
      const one = await collect(bus)
      await bus.publish([message(0)])
      await eventually(() => expect(one.got).toHaveLength(1))
      await one.stop()
      await bus.publish([message(1)])
      const two = await collect(bus)
      await eventually(() => expect(two.ids()).toEqual(['tenant:1']))
      expect(one.got).toHaveLength(1)
    })

    test('waits for the current message when a member stops', async () => {
      let finish: () => void = () => undefined
      const got: string[] = []
      const { stop } = await bus.consume({
        topics: [topic],
        group,
        async handle({ id }) {
          got.push(id)
          await new Promise<void>((resolve) => {
            finish = resolve
          })
        },
      })
      await bus.publish(messages(2))
      await eventually(() => expect(got).toHaveLength(1))
      const stopped = stop()
      finish()
      await stopped
      expect(got).toHaveLength(1)
      const next = await collect(bus)
      await eventually(() => expect(next.ids()).toEqual(['tenant:1']))
    })

    test('resumes at the acknowledged offset after a restart', async () => {
      const first = await open()
      const before = await collect(first)
      await first.publish(overKeys(30, 7))
      await eventually(async () => expect(await bus.lag(topic, group)).toBe(0))
      expect(before.got).toHaveLength(30)
      await first.close()
      const after = await collect(await open())
      await bus.publish([message(99)])
      await eventually(() => expect(after.ids()).toContain('tenant:99'))
      expect(after.ids()).toEqual(['tenant:99'])
    })

    test('continues with other partitions while one consumer is slow', async () => {
      const sent = overKeys(200, 50)
      let release: () => void = () => undefined
      const gate = new Promise<void>((resolve) => {
        release = resolve
      })
      const handled: Delivered[] = []
      await bus.consume({
        topics: [topic],
        group,
        async handle(delivered) {
          if (delivered.key === 'tenant-0') await gate
          handled.push(delivered)
        },
      })
      await bus.publish(sent)
      const elsewhere = () => new Set(handled.map(({ partition }) => partition)).size
      await eventually(() => expect(elsewhere()).toBeGreaterThan(8))
      expect(handled.some(({ key }) => key === 'tenant-0')).toBe(false)
      expect(await bus.lag(topic, group)).toBeGreaterThan(0)
      release()
      await eventually(() => expect(sorted(handled.map(({ id }) => id))).toEqual(idsOf(sent)))
    })

    test('handles messages of other names while one waits, and delivers again what is behind that one', async () => {
      const held = Promise.withResolvers<void>()
      const handled: string[] = []
      // All of one partition; the names are two: of even and of odd numbers.
      const isEven = ({ id }: Pick<Message, 'id'>) => Number(id.split(':')[1]) % 2 === 0
      const first = await open()
      const member = await first.consume({
        topics: [topic],
        group,
        orderedBy: (one) => (isEven(one) ? 'even' : 'odd'),
        async handle({ id }) {
          if (id === 'tenant:2') await held.promise
          handled.push(id)
        },
      })
      await bus.publish(messages(600))
      const odd = messages(600).filter((one) => !isEven(one))
      await eventually(() => expect(handled).toHaveLength(1 + odd.length))
      expect(handled.filter((id) => !isEven({ id }))).toEqual(odd.map(({ id }) => id))
      await eventually(async () => expect(await bus.lag(topic, group)).toBe(598))
      const stopped = member.stop()
      held.resolve()
      await stopped
      expect(handled.filter((id) => isEven({ id }))).toEqual(['tenant:0', 'tenant:2'])
      const next = await collect(bus)
      await eventually(() => expect(next.ids().at(-1)).toBe('tenant:599'))
      expect(next.ids()).toEqual(
        messages(600)
          .slice(4)
          .map(({ id }) => id),
      )
    }, 60_000)

    test('retries a failing message with its attempt number until it succeeds', async () => {
      const attempts: number[] = []
      const handled: string[] = []
      await bus.consume({
        topics: [topic],
        group,
        backOffMs: 1,
        async handle({ id, attempt }) {
          if (id === 'tenant:0') attempts.push(attempt)
          if (id === 'tenant:0' && attempt < 4) throw new Error('The receiver is busy.')
          handled.push(id)
        },
      })
      await bus.publish(messages(3))
      await eventually(() => expect(handled).toEqual(['tenant:0', 'tenant:1', 'tenant:2']))
      expect(attempts).toEqual([1, 2, 3, 4])
      expect(await bus.deadLetters(topic, group)).toEqual([])
    })

    test('lists a message that always fails as a dead letter, continues, and replays it', async () => {
      let poisoned = true
      const attempts: number[] = []
      const options: Partial<Consume> = { attempts: 3, backOffMs: 1 }
      const got: string[] = []
      const other = await collect(bus, { group: `${group}-other` })
      await bus.consume({
        topics: [topic],
        group,
        ...options,
        async handle({ id, attempt, topic: of }) {
          if (id === 'tenant:1') {
            attempts.push(attempt)
            if (poisoned) throw new Error('No such agent.')
          }
          got.push(`${of === topic} ${id}`)
        },
      })
      const bad = { ...message(1), headers: { cause: 'a1' } }
      await bus.publish([message(0), bad, message(2), message(0, 'another')])
      await eventually(() =>
        expect(sorted(got)).toEqual(['true another:0', 'true tenant:0', 'true tenant:2']),
      )
      expect(attempts).toEqual([1, 2, 3])

      const letters = await bus.deadLetters(topic, group)
      expect(letters).toEqual([
        { ...bad, group, reason: 'No such agent.', attempts: 3, at: expect.any(String), offset: 1 },
      ])
      expect(Math.abs(Date.parse(letters[0]?.at ?? '') - Date.now())).toBeLessThan(3_600_000)
      expect(await bus.deadLetters(topic, `${group}-other`)).toEqual([])
      await eventually(async () => expect(await bus.lag(topic, group)).toBe(0))

      expect(await bus.replayDeadLetters(topic, group, ['unknown'])).toBe(0)
      expect(await bus.replayDeadLetters(topic, group)).toBe(1)
      await eventually(async () => expect(await bus.deadLetters(topic, group)).toHaveLength(1))
      expect(attempts).toEqual([1, 2, 3, 1, 2, 3])

      poisoned = false
      expect(await bus.replayDeadLetters(topic, group, ['tenant:1'])).toBe(1)
      await eventually(() => expect(got).toContain('true tenant:1'))
      expect(await bus.deadLetters(topic, group)).toEqual([])
      expect(await bus.replayDeadLetters(topic, group)).toBe(0)
      await eventually(async () => expect(await bus.lag(topic, group)).toBe(0))
      expect(sorted(other.ids())).toEqual(['another:0', 'tenant:0', 'tenant:1', 'tenant:2'])
    })

    test('keeps dead letters across a restart, oldest first, and limits their list', async () => {
      const first = await open()
      await first.consume({
        topics: [topic],
        group,
        attempts: 1,
        async handle() {
          throw new Error('Never.')
        },
      })
      await first.publish(messages(3))
      await eventually(async () => expect(await bus.deadLetters(topic, group)).toHaveLength(3))
      await first.close()
      const again = await open()
      const letters = await again.deadLetters(topic, group)
      expect(letters.map(({ id }) => id)).toEqual(['tenant:0', 'tenant:1', 'tenant:2'])
      expect(await again.deadLetters(topic, group, { limit: 2 })).toEqual(letters.slice(0, 2))
      expect(await again.replayDeadLetters(topic, group, ['tenant:1'])).toBe(1)
      expect((await again.deadLetters(topic, group)).map(({ id }) => id)).toEqual(['tenant:0', 'tenant:2'])
      expect(await again.dropDeadLetters(topic, group, ['tenant:1', 'tenant:2'])).toBe(1)
      expect((await again.deadLetters(topic, group)).map(({ id }) => id)).toEqual(['tenant:0'])
    })

    test('provides dead letters as a topic of its own', async () => {
      await bus.consume({
        topics: [topic],
        group,
        attempts: 1,
        async handle() {
          throw new Error('Never.')
        },
      })
      await bus.publish([message(7)])
      const { ids } = await collect(bus, { topics: [deadLetterTopic(topic, group)], group: `${group}-watch` })
      await eventually(() => expect(ids()).toEqual(['tenant:7']))
    })

    test('tolerates a repeated publish', async () => {
      await bus.publish(messages(3))
      await bus.publish(messages(3))
      const { ids } = await collect(bus)
      await eventually(async () => expect(await bus.lag(topic, group)).toBe(0))
      expect(new Set(ids())).toEqual(new Set(['tenant:0', 'tenant:1', 'tenant:2']))
    })

    test('carries 1,000 keys', async () => {
      const sent = overKeys(1_000, 1_000)
      await bus.publish(sent)
      const { got, ids } = await collect(bus)
      await eventually(() => expect(sorted(ids())).toEqual(idsOf(sent)))
      expect(new Set(got.map(({ partition }) => partition)).size).toBe(16)
    })

    test('carries keys, ids and values in any script', async () => {
      const sent = ['Zoë', '株式会社', '🚀🚀', 'שלום', 'a\'b"c\\', '  '].map((text, n) => ({
        ...message(n, text),
        value: JSON.stringify({ text, null: '\u0000', line: '\u2028' }),
      }))
      await bus.publish(sent)
      const { got } = await collect(bus)
      await eventually(() => expect(got).toHaveLength(sent.length))
      for (const each of sent) expect(got.find(({ id }) => id === each.id)).toMatchObject(each)
    })

    test('carries values of 200 KB', async () => {
      const sent = messages(8).map((each) => ({
        ...each,
        value: JSON.stringify({ text: 'é'.repeat(100_000) }),
      }))
      await bus.publish(sent)
      const { got } = await collect(bus)
      await eventually(() => expect(got).toHaveLength(8))
      expect(got.map(({ value }) => value)).toEqual(sent.map(({ value }) => value))
    })

    test('counts what a group has not acknowledged', async () => {
      expect(await bus.lag(topic, group)).toBe(0)
      await bus.publish(overKeys(25, 9))
      expect(await bus.lag(topic, group)).toBe(25)
      const { stop } = await collect(bus)
      await eventually(async () => expect(await bus.lag(topic, group)).toBe(0))
      await stop()
      await bus.publish(overKeys(4, 4))
      expect(await bus.lag(topic, group)).toBe(4)
    })

    test('receives what another connection publishes', async () => {
      const { ids } = await collect(bus)
      const other = await open()
      await other.publish([message(1)])
      await eventually(() => expect(ids()).toEqual(['tenant:1']))
    })

    const { elsewhere } = engine
    test.skipIf(!elsewhere)('loses no message when the process of a member is killed', async () => {
      if (!elsewhere) return
      const process = start(elsewhere)
      const seenThere: string[] = []
      createInterface({ input: process.stdout }).on('line', (id) => seenThere.push(id))
      const sent = [
        ...overKeys(40, 40),
        { ...message(1, 'tenant-1'), id: 'it is stuck' },
        ...overKeys(80, 40).slice(40),
      ]
      await bus.publish(sent)
      await eventually(() => expect(seenThere).toContain('it is stuck'))
      const here = await collect(bus)
      process.kill('SIGKILL')
      const later = overKeys(120, 40).slice(80)
      await bus.publish(later)
      await eventually(() => expect(here.ids()).toEqual(expect.arrayContaining(later.map(({ id }) => id))))
      expect(sorted(new Set([...here.ids(), ...seenThere]))).toEqual(idsOf([...sent, ...later]))
      await eventually(() => expect(here.ids()).toContain('it is stuck'))
      await eventually(async () => expect(await bus.lag(topic, group)).toBe(0))
    })

    function start({ module, open: opener, options }: NonNullable<MessageBusEngine['elsewhere']>) {
      const process = spawn(
        globalThis.process.execPath,
        [memberScript, fileURLToPath(module), opener, JSON.stringify(options()), topic, group],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      processes.push(process)
      return process
    }
  })
}
