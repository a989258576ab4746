import {
  readDeadLetter,
  replayedMark,
  replayedOffset,
  replayTopic,
} from '@parley/kernel/bus/message-bus.delivery.ts'
import {
  type Consume,
  type DeadLetter,
  deadLetterTopic,
  type MessageBus,
} from '@parley/kernel/bus/message-bus.ts'
import { kafkaClient, type Log, readUrl } from './message-bus.client.ts'
import { startMember } from './message-bus.member.ts'
import { watchBrokers } from './message-bus.probe.ts'
import { readRecord, startPublisher } from './message-bus.producer.ts'
import { openTopics } from './message-bus.topics.ts'

/** Times in ms. */
export type KafkaMessageBusOptions = {
  /** `kafka://[user:password@]host:port[,host:port…][?tls=true]` */
  url: string
  /** Prefix of the names of all topics and groups, so that installations and regions can share a cluster. */
  prefix?: string
  /** Partitions of a topic that does not exist yet; 16 by default. */
  partitions?: number
  /** A member without a heartbeat for this long loses its partitions; 15 s by default. */
  sessionMs?: number
  /** A consumer without activity for this long is replaced; 90 s by default. */
  silenceMs?: number
  log?: Log
}

/**
 * The message bus on Apache Kafka. Publishing is idempotent and acknowledged by all in-sync replicas. Kafka keeps
 * messages for its topics' retention time (7 days by default), whether acknowledged or not, and dead letters forever.
 */
export async function openKafkaMessageBus({
  url,
  prefix = '',
  partitions = 16,
  sessionMs = 15_000,
  silenceMs = 90_000,
  log = () => undefined,
}: KafkaMessageBusOptions): Promise<MessageBus> {
  const kafka = kafkaClient(url, log)
  const named = failuresNamed(url)
  const admin = kafka.admin()
  await named(admin.connect())
  const publisher = startPublisher(kafka, log)
  const topics = openTopics(kafka, admin)
  const brokers = watchBrokers(kafka)
  const members = new Set<{ stop(): Promise<void> }>()

  const ensure = (topic: string) =>
    isDeadLetterTopic(topic)
      ? topics.ensure(prefix + topic, { partitions: 1, retentionMs: -1 })
      : topics.ensure(prefix + topic, { partitions })

  async function consume(options: Consume) {
    for (const topic of options.topics) {
      await ensure(topic)
      await ensure(deadLetterTopic(topic, options.group))
      await topics.ensure(prefix + replayTopic(topic, options.group), { partitions: 1 })
    }
    const member = await startMember({
      kafka,
      publisher,
      options,
      prefix,
      sessionMs,
      silenceMs,
      log,
      rest: brokers.rest,
    })
    members.add(member)
    return {
      async stop() {
        if (members.delete(member)) await member.stop()
      },
    }
  }

  async function publish(messages: Parameters<MessageBus['publish']>[0]) {
    await Promise.all([...new Set(messages.map(({ topic }) => topic))].map(ensure))
    await publisher.publish(messages.map((message) => ({ ...message, topic: prefix + message.topic })))
  }

  /** Returns the listed letters by their offset, oldest first: those stored and not marked as replayed or dropped. */
  async function listed(topic: string, group: string): Promise<Map<number, DeadLetter>> {
    const letters = new Map<number, DeadLetter>()
    for (const name of await topics.existing([prefix + deadLetterTopic(topic, group)]))
      for (const record of await topics.readAll(name)) {
        const message = readRecord(record)
        if (!message) continue
        const replayed = replayedOffset(message)
        if (replayed === undefined) letters.set(Number(record.offset), readDeadLetter(message))
        else letters.delete(replayed)
      }
    return letters
  }

  async function chosenOf(topic: string, group: string, ids: string[] | undefined) {
    return [...(await listed(topic, group))].filter(([, { id }]) => !ids || ids.includes(id))
  }

  async function takeOff(topic: string, group: string, chosen: [number, DeadLetter][]) {
    const dead = prefix + deadLetterTopic(topic, group)
    await publisher.publish(
      chosen.map(([offset, letter]) => ({ ...replayedMark(letter, offset), topic: dead })),
    )
    return chosen.length
  }

  async function replay(topic: string, group: string, ids: string[] | undefined) {
    const chosen = await chosenOf(topic, group, ids)
    const again = replayTopic(topic, group)
    await publisher.publish(
      chosen.map(([, { key, id, value, headers }]) => ({ topic: prefix + again, key, id, value, headers })),
    )
    // Removed last, so that a failure in between replays a letter twice rather than never.
    return takeOff(topic, group, chosen)
  }

  async function drop(topic: string, group: string, ids: string[]) {
    return takeOff(topic, group, await chosenOf(topic, group, ids))
  }

  async function lag(topic: string, group: string) {
    const names = await topics.existing([prefix + topic, prefix + replayTopic(topic, group)])
    if (names.length === 0) return 0
    const acknowledged = await admin.fetchOffsets({ groupId: prefix + group, topics: names })
    let sum = 0
    for (const name of names) {
      const offsets = acknowledged.find((each) => each.topic === name)?.partitions ?? []
      for (const { partition, high, low } of await topics.offsetsOf(name)) {
        const next = Number(offsets.find((each) => each.partition === partition)?.offset ?? -1)
        sum += Number(high) - Math.max(next, Number(low))
      }
    }
    return sum
  }

  async function close() {
    await Promise.all([...members].map((member) => member.stop()))
    await publisher.close()
    await brokers.close()
    await admin.disconnect()
  }

  let closed: Promise<void> | undefined
  return {
    publish: (messages) => named(publish(messages)),
    consume: (options) => named(consume(options)),
    deadLetters: async (topic, group, { limit = 1_000 } = {}) =>
      [...(await named(listed(topic, group))).values()].slice(0, limit),
    replayDeadLetters: (topic, group, ids) => named(replay(topic, group, ids)),
    dropDeadLetters: (topic, group, ids) => named(drop(topic, group, ids)),
    lag: (topic, group) => named(lag(topic, group)),
    probe: () => named(brokers.probe()),
    close() {
      closed ??= close()
      return closed
    },
  }
}

function isDeadLetterTopic(topic: string): boolean {
  return topic.endsWith(deadLetterTopic('', '').slice(1))
}

/** Adds the server and the setting to errors of kafkajs, which name neither. */
function failuresNamed(url: string) {
  const servers = readUrl(url).brokers.join(', ')
  return <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Kafka at ${servers} (MESSAGE_BUS_URL): ${reason}`, { cause: error })
    })
}
