import { setTimeout as pause } from 'node:timers/promises'
import type { Message } from '@parley/kernel/bus/message-bus.ts'
import { createMessageWindow, type MessageWindow } from '@parley/kernel/bus/message-bus.window.ts'
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs'
import type { Log } from './message-bus.client.ts'
import { readRecord } from './message-bus.producer.ts'

export type Place = { topic: string; partition: number }

export type ConsumerOptions = {
  kafka: Kafka
  group: string
  topics: string[]
  sessionMs: number
  /** A consumer without activity for this long, in ms, counts as hung. */
  silenceMs: number
  log: Log
  /** As in `Consume`. */
  orderedBy?: ((message: Message) => string) | undefined
  /** Handles one message. Returns false to leave it and the following ones unacknowledged. */
  handle(message: Taken, signal: AbortSignal): Promise<boolean>
}

/** A message as it was stored: its topic may be one of replayed messages. */
export type Taken = Message & { partition: number; offset: number }

/** The records of one partition that wait for their handler, for as long as the assignment lasts. */
type Lane = Place & {
  queue: KafkaMessage[]
  bytes: number
  window: MessageWindow<Taken> | undefined
  next: number
  running: Promise<void> | undefined
  /** A message was left: none after it may be handled, since it would be acknowledged together with them. */
  hasEnded: boolean
  paused: boolean
  lost: AbortController
}

const longPollMs = 300
const laneBytes = 1_000_000
const laneRecords = 500
const commitPauseMs = 100
const commitAttempts = 20
const goodbyeMs = 15_000

export type KafkaConsumer = Awaited<ReturnType<typeof startConsumer>>

/**
 * Starts a kafkajs consumer that has joined its group. kafkajs only fetches: it would wait for the slowest handler
 * before the next fetch and lose its membership in the meantime. Here each partition has its own queue, which pauses
 * the partition when it is full. Offsets are committed after handling, only for partitions still assigned to this
 * consumer (tulios/kafkajs#1046). `ended` reports that this consumer has failed and must be replaced.
 */
export async function startConsumer({
  kafka,
  group,
  topics,
  sessionMs,
  silenceMs,
  log,
  orderedBy,
  handle,
}: ConsumerOptions) {
  const consumer = kafka.consumer({
    groupId: group,
    sessionTimeout: sessionMs,
    rebalanceTimeout: Math.max(2 * sessionMs, 20_000),
    heartbeatInterval: Math.floor(sessionMs / 4),
    maxWaitTimeInMs: longPollMs,
    maxBytesPerPartition: laneBytes,
    metadataMaxAge: 60_000,
    allowAutoTopicCreation: false,
    // kafkajs's own restarts may continue endlessly and after a stop (tulios/kafkajs#1721, #1593).
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 5, restartOnFailure: async () => false },
  })
  let lanes = new Map<string, Lane>()
  let commitNow: EachBatchPayload['commitOffsetsIfNecessary'] | undefined
  const stopping = new AbortController()
  const atWork = new Set<Promise<void>>()
  let lastSign = Date.now()
  const signOfLife = () => {
    lastSign = Date.now()
  }

  let end: (reason: string) => void = () => undefined
  const ended = new Promise<string>((resolve) => {
    end = resolve
  })
  consumer.on(consumer.events.CRASH, ({ payload }) => end(payload.error.message))
  consumer.on(consumer.events.FETCH, signOfLife)
  consumer.on(consumer.events.HEARTBEAT, signOfLife)
  consumer.on(consumer.events.REBALANCING, () => loseLanes())
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    signOfLife()
    assign(payload.memberAssignment)
  })
  const watchdog = setInterval(() => {
    if (Date.now() - lastSign > silenceMs) end(`no sign of life for ${silenceMs / 1_000} s`)
  }, silenceMs / 4).unref()

  function loseLanes() {
    for (const lane of lanes.values()) {
      lane.queue.length = 0
      lane.bytes = 0
      lane.lost.abort()
      lane.window?.wake()
    }
  }

  /** Every join starts from the committed offsets, so queues start empty; a running handler is waited for. */
  function assign(assignment: Record<string, number[]>) {
    loseLanes()
    const before = lanes
    lanes = new Map()
    for (const [topic, partitions] of Object.entries(assignment))
      for (const partition of partitions) {
        const old = before.get(keyOf({ topic, partition }))
        const lane: Lane = {
          topic,
          partition,
          queue: [],
          bytes: 0,
          window: undefined,
          next: old?.next ?? 0,
          running: undefined,
          hasEnded: false,
          paused: false,
          lost: new AbortController(),
        }
        if (old?.running)
          start(lane, async () => {
            await old.running
            lane.next = old.next
            await work(lane)
          })
        lanes.set(keyOf(lane), lane)
      }
    for (const { topic, partition } of consumer.paused().flatMap(placesOf))
      consumer.resume([{ topic, partitions: [partition] }])
  }

  const isOpen = ({ hasEnded, lost }: Lane) => !hasEnded && !lost.signal.aborted && !stopping.signal.aborted

  function start(lane: Lane, task: () => Promise<void>) {
    const running = task().finally(() => {
      atWork.delete(running)
      lane.running = undefined
      // What has come since the work looked for it last.
      if (lane.queue.length > 0 && isOpen(lane)) start(lane, () => work(lane))
    })
    atWork.add(running)
    lane.running = running
  }

  async function eachBatch({ batch, resolveOffset, commitOffsetsIfNecessary }: EachBatchPayload) {
    const lane = lanes.get(keyOf(batch))
    if (!lane || !isOpen(lane)) return
    commitNow = commitOffsetsIfNecessary
    lane.queue.push(...batch.messages)
    lane.bytes += batch.messages.reduce((sum, record) => sum + (record.value?.length ?? 0), 0)
    resolveOffset(batch.lastOffset())
    if (lane.bytes > laneBytes || lane.queue.length > laneRecords) {
      lane.paused = true
      consumer.pause([{ topic: lane.topic, partitions: [lane.partition] }])
    }
    if (lane.running) lane.window?.wake()
    else start(lane, () => work(lane))
  }

  async function work(lane: Lane) {
    const signal = AbortSignal.any([lane.lost.signal, stopping.signal])
    const window = createMessageWindow<Taken>({
      orderedBy,
      mayGoOn: () => !signal.aborted,
      handle: (message) =>
        handle(message, signal).catch((error) => {
          end(messageOf(error))
          return false
        }),
    })
    lane.window = window
    for (;;) {
      while (!signal.aborted && window.hasRoom() && lane.queue.length > 0) take(lane, window)
      const next = window.reached() ?? lane.next
      if (next > lane.next) {
        lane.next = next
        commit(lane)
      }
      if (window.isIdle() && (lane.queue.length === 0 || signal.aborted || window.hasEnded())) break
      if (!window.isIdle()) await window.changed()
    }
    lane.window = undefined
    lane.hasEnded = window.hasEnded()
  }

  /** Passes the next record of a partition to its window, unless it is handled already or is no message of this bus. */
  function take(lane: Lane, window: MessageWindow<Taken>) {
    const record = lane.queue.shift()
    if (!record) return
    lane.bytes -= record.value?.length ?? 0
    const { topic, partition } = lane
    const offset = Number(record.offset)
    const message = readRecord(record)
    if (offset >= lane.next) {
      if (message) window.add({ ...message, topic, partition, offset })
      else window.pass(offset)
    }
    if (lane.paused && lane.queue.length < laneRecords / 2 && lane.bytes < laneBytes / 2) {
      lane.paused = false
      consumer.resume([{ topic, partitions: [partition] }])
    }
  }

  const uncommitted = new Set<Lane>()
  let committing: Promise<void> | undefined

  function commit(lane: Lane) {
    uncommitted.add(lane)
    committing ??= commitAll()
  }

  async function commitAll() {
    for (let attempt = 1; uncommitted.size > 0 && attempt <= commitAttempts; ) {
      const ours = [...uncommitted].filter(
        (lane) => lanes.get(keyOf(lane)) === lane && !lane.lost.signal.aborted,
      )
      uncommitted.clear()
      if (ours.length === 0) break
      const offsets = ours.map(({ topic, partition, next }) => ({
        topic,
        partitions: [{ partition, offset: String(next) }],
      }))
      try {
        await commitNow?.({ topics: offsets })
        attempt = 1
      } catch (error) {
        for (const lane of ours) uncommitted.add(lane)
        if (attempt === commitAttempts)
          log(`kafka: offsets of ${group} were not committed: ${messageOf(error)}`)
        attempt += 1
        await pause(commitPauseMs)
      }
    }
    committing = undefined
  }

  async function stop() {
    stopping.abort()
    clearInterval(watchdog)
    await Promise.all(atWork)
    await committing
    // kafkajs sometimes never resolves this when its broker is gone.
    await Promise.race([consumer.disconnect(), pause(goodbyeMs, undefined, { ref: false })]).catch((error) =>
      log(`kafka: ${messageOf(error)}`),
    )
    loseLanes()
  }

  try {
    await consumer.connect()
    await consumer.subscribe({ topics, fromBeginning: true })
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch })
  } catch (error) {
    await stop()
    throw error
  }
  return { ended, stop }
}

const keyOf = ({ topic, partition }: Place) => `${topic}/${partition}`
const placesOf = ({ topic, partitions }: ReturnType<Consumer['paused']>[number]) =>
  partitions.map((partition) => ({ topic, partition }))

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
