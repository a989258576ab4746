import {
  deadLetterHeaders,
  deliver,
  replayedOffset,
  replayTopic,
} from '@parley/kernel/bus/message-bus.delivery.ts'
import { type Consume, deadLetterTopic } from '@parley/kernel/bus/message-bus.ts'
import type { Kafka } from 'kafkajs'
import type { Log } from './message-bus.client.ts'
import { type KafkaConsumer, startConsumer, type Taken } from './message-bus.consumer.ts'
import type { KafkaPublisher } from './message-bus.producer.ts'

type Start = {
  kafka: Kafka
  publisher: KafkaPublisher
  options: Consume
  prefix: string
  sessionMs: number
  silenceMs: number
  log: Log
  /** Waits between two tries to join: for this many ms, or until brokers that were away are back. */
  rest(ms: number, signal: AbortSignal): Promise<void>
}

const firstPauseMs = 500
const longestPauseMs = 30_000
const settledMs = 60_000

/**
 * Runs one member of a group until its subscription stops. Passes records to the handler, sends messages that used up
 * their attempts to the dead-letter topic, and starts a new kafkajs consumer whenever one has crashed or hangs
 * (tulios/kafkajs#1163). Resolves once it has joined; rejects when it can't join at the start.
 */
export async function startMember({
  kafka,
  publisher,
  options,
  prefix,
  sessionMs,
  silenceMs,
  log,
  rest,
}: Start) {
  const { group } = options
  const origins = new Map(
    options.topics.flatMap((topic) => [
      [prefix + topic, topic] as const,
      [prefix + replayTopic(topic, group), topic] as const,
    ]),
  )
  const stopping = new AbortController()

  const join = () =>
    startConsumer({
      kafka,
      group: prefix + group,
      topics: [...origins.keys()],
      sessionMs,
      silenceMs,
      log,
      orderedBy: options.orderedBy,
      handle,
    })

  async function handle(message: Taken, signal: AbortSignal) {
    if (replayedOffset(message) !== undefined) return true
    const topic = origins.get(message.topic) ?? message.topic
    const outcome = await deliver({ ...message, topic }, options, signal)
    if (outcome.kind !== 'dead') return outcome.kind === 'handled'
    const { reason, attempts } = outcome
    const letter = { ...message, topic, group, reason, attempts, at: new Date().toISOString() }
    const { id, key, value } = message
    const dead = prefix + deadLetterTopic(topic, group)
    await publisher.publish([{ topic: dead, id, key, value, headers: deadLetterHeaders(letter) }])
    log(`message bus: ${topic} message ${id} is a dead letter of ${group} after ${attempts} attempts`)
    return true
  }

  async function supervise(first: KafkaConsumer) {
    let consumer: KafkaConsumer | undefined = first
    let pauseMs = firstPauseMs
    while (!stopping.signal.aborted) {
      if (consumer) {
        const since = Date.now()
        const reason = await Promise.race([consumer.ended, aborted(stopping.signal)])
        if (Date.now() - since > settledMs) pauseMs = firstPauseMs
        await consumer.stop()
        if (reason === undefined) return
        log(`message bus: the consumer of ${group} ended, another takes its place: ${reason}`)
      }
      await rest(pauseMs, stopping.signal)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      if (stopping.signal.aborted) return
      consumer = await join().catch((error: Error) => {
        log(`message bus: ${group} could not join: ${error.message}`)
        return undefined
      })
    }
    await consumer?.stop()
  }

  const supervised = supervise(await join())
  return {
    async stop() {
      stopping.abort()
      await supervised
    },
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
