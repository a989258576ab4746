import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Admin, Kafka, KafkaMessage } from 'kafkajs'

type TopicOptions = { partitions: number; retentionMs?: number }

const readWithinMs = 60_000
const createdWithinMs = 30_000
const ledWithinMs = 10_000

/** Creates topics when they are first needed, and reads whole topics. */
export function openTopics(kafka: Kafka, admin: Admin) {
  // bounded: an entry for each topic, which modules declare
  const ensured = new Map<string, Promise<void>>()

  async function create(topic: string, { partitions, retentionMs }: TopicOptions) {
    await admin.createTopics({
      // kafkajs's own waiting gives up at once when a busy broker does not know the new topic yet.
      waitForLeaders: false,
      topics: [
        {
          topic,
          numPartitions: partitions,
          replicationFactor: -1,
          ...(retentionMs && { configEntries: [{ name: 'retention.ms', value: String(retentionMs) }] }),
        },
      ],
    })
    await hasLeaders(topic)
  }

  /** Waits until each partition of a new topic has a leader, which makes it usable. */
  async function hasLeaders(topic: string): Promise<void> {
    const until = Date.now() + createdWithinMs
    for (;;) {
      const known = await admin.fetchTopicMetadata({ topics: [topic] }).catch((error) => {
        if (isPassing(error)) return undefined
        throw error
      })
      const partitions = known?.topics[0]?.partitions ?? []
      if (partitions.length > 0 && partitions.every(({ leader }) => leader >= 0)) return
      if (Date.now() > until) throw new Error(`the topic ${topic} was not ready in time`)
      await pause(50)
    }
  }

  /**
   * Returns the offsets of each partition. A broker that is named as leader of a new partition may refuse for a moment
   * to be it, at which kafkajs gives up. Without any leader, such as while it reads its metadata again, kafkajs reads a
   * property of what it does not have.
   */
  async function offsetsOf(topic: string): ReturnType<Admin['fetchTopicOffsets']> {
    const until = Date.now() + ledWithinMs
    for (;;) {
      try {
        return await admin.fetchTopicOffsets(topic)
      } catch (error) {
        const isLeaderless = error instanceof TypeError
        if (!(isLeaderless || isPassing(error)) || Date.now() > until) throw error
      }
      await pause(50)
    }
  }

  return {
    offsetsOf,

    ensure(topic: string, options: TopicOptions): Promise<void> {
      if (!/^[\w.-]{1,249}$/.test(topic))
        return Promise.reject(
          new Error(
            `Kafka takes no topic named "${topic}": at most 249 letters, digits, dots, hyphens and underscores.`,
          ),
        )
      const known = ensured.get(topic)
      if (known) return known
      const created = create(topic, options)
      ensured.set(topic, created)
      created.catch(() => ensured.delete(topic))
      return created
    },

    async existing(names: string[]): Promise<string[]> {
      const all = new Set(await admin.listTopics())
      return names.filter((name) => all.has(name))
    },

    /** Returns all records of a single-partition topic up to its present end, read with a temporary group. */
    async readAll(topic: string): Promise<KafkaMessage[]> {
      const [bounds] = await offsetsOf(topic)
      if (!bounds || bounds.high === bounds.low) return []
      const last = Number(bounds.high) - 1
      const groupId = `${topic}.read.${randomUUID()}`
      const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false })
      const records: KafkaMessage[] = []
      const { promise: complete, resolve, reject } = Promise.withResolvers<void>()
      const timeout = setTimeout(() => reject(new Error(`${topic} could not be read in time.`)), readWithinMs)
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error))
      try {
        await consumer.connect()
        await consumer.subscribe({ topics: [topic], fromBeginning: true })
        await consumer.run({
          autoCommit: false,
          async eachMessage({ message }) {
            if (Number(message.offset) <= last) records.push(message)
            if (Number(message.offset) >= last) resolve()
          },
        })
        await complete
      } finally {
        clearTimeout(timeout)
        await consumer.disconnect()
        await admin.deleteGroups([groupId]).catch(() => undefined)
      }
      return records
    },
  }
}

/** Whether an error of kafkajs may not occur again if the request is repeated. */
function isPassing(error: unknown): boolean {
  return error instanceof Error && 'retriable' in error && error.retriable === true
}
