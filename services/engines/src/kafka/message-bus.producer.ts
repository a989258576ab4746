import { setTimeout as pause } from 'node:timers/promises'
import type { Message } from '@parley/kernel/bus/message-bus.ts'
import { type Kafka, type Message as KafkaMessage, Partitioners, type Producer } from 'kafkajs'
import type { Log } from './message-bus.client.ts'

type Publish = { left: number; resolve(): void; reject(error: Error): void }
type Waiting = { topic: string; message: KafkaMessage; bytes: number; publish: Publish }

const idHeader = 'message-id'
const largestMessage = 1_000_000
const requestBytes = 700_000
const requestMessages = 2_000
const answerWithinMs = 45_000

export type KafkaPublisher = ReturnType<typeof startPublisher>

/**
 * Publishes in order, one request at a time, with all waiting messages together. A producer is replaced after a failed
 * request: kafkajs reuses the sequence numbers, and if the broker had stored the request after all, it would treat the
 * next one as a repetition and drop it.
 */
export function startPublisher(kafka: Kafka, log: Log) {
  const waiting: Waiting[] = []
  let producer: Promise<Producer> | undefined
  let working: Promise<void> | undefined

  function publish(messages: Message[]): Promise<void> {
    if (messages.length === 0) return Promise.resolve()
    const large = messages.find((message) => sizeOf(message) > largestMessage)
    if (large)
      return Promise.reject(new Error(`Message ${large.id} is larger than the 1 MB that Kafka takes.`))
    return new Promise((resolve, reject) => {
      const job = { left: messages.length, resolve, reject }
      for (const message of messages)
        waiting.push({
          topic: message.topic,
          message: {
            key: message.key,
            value: message.value,
            headers: { ...message.headers, [idHeader]: message.id },
          },
          bytes: sizeOf(message),
          publish: job,
        })
      working ??= work()
    })
  }

  async function work() {
    while (waiting.length > 0) {
      const request = nextRequest(waiting)
      try {
        await send(request)
        for (const { publish: job } of request) {
          job.left -= 1
          if (job.left === 0) job.resolve()
        }
      } catch (error) {
        const failed = new Set(request.map((each) => each.publish))
        const kept = waiting.filter((each) => !failed.has(each.publish))
        waiting.splice(0, waiting.length, ...kept)
        for (const job of failed) job.reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    working = undefined
  }

  async function send(request: Waiting[]) {
    const byTopic = Map.groupBy(request, ({ topic }) => topic)
    const topicMessages = [...byTopic].map(([topic, each]) => ({
      topic,
      messages: each.map(({ message }) => message),
    }))
    producer ??= connect()
    const using = producer
    const timeout = new AbortController()
    try {
      await Promise.race([
        using.then((connected) => connected.sendBatch({ acks: -1, topicMessages })),
        pause(answerWithinMs, undefined, { signal: timeout.signal }).then(() => {
          throw new Error(`Kafka did not answer within ${answerWithinMs / 1_000} s.`)
        }),
      ])
    } catch (error) {
      producer = undefined
      void discard(using)
      throw error
    } finally {
      timeout.abort()
    }
  }

  async function connect() {
    const connecting = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      retry: { initialRetryTime: 100, maxRetryTime: 3_000, retries: 5 },
    })
    await connecting.connect()
    return connecting
  }

  async function discard(using: Promise<Producer>) {
    await using.then((connected) => connected.disconnect()).catch((error) => log(`kafka producer: ${error}`))
  }

  return {
    publish,
    async close() {
      await working
      if (producer) await discard(producer)
    },
  }
}

/** Parses a stored record into the published message; undefined for a record that this bus did not publish. */
export function readRecord(record: {
  key: Buffer | null
  value: Buffer | null
  headers?: Record<string, Buffer | string | (Buffer | string)[] | undefined>
}): Omit<Message, 'topic'> | undefined {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(record.headers ?? {}))
    if (value !== undefined) headers[name] = String(Array.isArray(value) ? value[0] : value)
  const { [idHeader]: id, ...own } = headers
  if (id === undefined || record.value === null) return undefined
  return {
    id,
    key: record.key?.toString() ?? '',
    value: record.value.toString(),
    ...(Object.keys(own).length > 0 && { headers: own }),
  }
}

function nextRequest(waiting: Waiting[]): Waiting[] {
  let bytes = 0
  let count = 0
  for (const next of waiting) {
    if (count > 0 && (bytes + next.bytes > requestBytes || count === requestMessages)) break
    bytes += next.bytes
    count += 1
  }
  return waiting.splice(0, count)
}

function sizeOf(message: Message): number {
  const headers = JSON.stringify(message.headers ?? {})
  return Buffer.byteLength(message.value) + Buffer.byteLength(message.key) + Buffer.byteLength(headers) + 200
}
