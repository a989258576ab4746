import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { replayTopic } from '@parley/kernel/bus/message-bus.delivery.ts'
import type { Consume, MessageBus } from '@parley/kernel/bus/message-bus.ts'
import { startMember } from './message-bus.member.ts'
import type { Arguments, FromWorker, Operation, Result, ToWorker } from './message-bus.worker.ts'

/** `file` is a path or `:memory:`. Times in ms. */
export type SqliteMessageBusOptions = {
  file: string
  /** A process without a heartbeat for this long loses its partitions to the other members; 10 s by default. */
  leaseMs?: number
  /**
   * Messages acknowledged by every group are kept this long, so that a new group reads the latest; an hour by default.
   * Dead letters stay until replayed or dropped.
   */
  retentionMs?: number
  log?: (message: string) => void
}

export type Ask = <Name extends Operation>(name: Name, ...values: Arguments<Name>) => Promise<Result<Name>>

const retentionEveryMs = 600_000

/**
 * The message bus in one SQLite file, shared by any number of processes on one machine: 16 partitions per topic,
 * offsets per group, partitions leased to the members of a group. Published messages are synced to disk;
 * acknowledgements are not, so a power failure may deliver some messages again.
 */
export async function openSqliteMessageBus({
  file,
  leaseMs = 10_000,
  retentionMs = 3_600_000,
  log = () => undefined,
}: SqliteMessageBusOptions): Promise<MessageBus> {
  const shared = file !== ':memory:'
  const { ask, close, post } = await startWorker(file, () => wakeAll())
  const process = randomUUID()
  const members = new Set<ReturnType<typeof startMember>>()

  const heartbeat = async () => {
    const now = Date.now()
    const known = await ask('heartbeat', process, now, now - leaseMs)
    if (!known) for (const member of members) member.rejoin()
    wakeAll()
  }
  await heartbeat()
  const timers = [
    shared && setInterval(() => heartbeat().catch((error) => log(`message bus: ${error}`)), leaseMs / 4),
    setInterval(() => drop().catch((error) => log(`message bus: ${error}`)), retentionEveryMs),
  ]
  for (const timer of timers) if (timer) timer.unref()

  function wakeAll() {
    for (const member of members) member.wake()
  }

  async function drop() {
    while (await ask('drop', Date.now() - retentionMs));
  }

  async function consume(options: Consume) {
    const member = startMember({ ask, process, options, log, membershipChanged: wakeAll })
    await member.joined
    members.add(member)
    if (shared && members.size === 1) post({ poll: true })
    wakeAll()
    return {
      async stop() {
        if (!members.delete(member)) return
        if (members.size === 0) post({ poll: false })
        await member.stop()
        wakeAll()
      },
    }
  }

  let closed: Promise<void> | undefined
  async function closeAll() {
    for (const timer of timers) if (timer) clearInterval(timer)
    const running = [...members]
    members.clear()
    await Promise.all(running.map((member) => member.stop()))
    // If this fails, the others take over once they have not seen this process for `leaseMs`.
    await ask('depart', process).catch((error) => log(`message bus: ${error}`))
    await close()
  }

  return {
    async publish(messages) {
      if (messages.length === 0) return
      await ask('publish', messages, Date.now())
      const topics = new Set(messages.map((message) => message.topic))
      for (const member of members) if (member.topics.some((topic) => topics.has(topic))) member.wake()
    },
    consume,
    deadLetters: (topic, group, { limit = 1_000 } = {}) => ask('deadLetters', topic, group, limit),
    async replayDeadLetters(topic, group, ids) {
      const replayed = await ask('replay', topic, group, ids, Date.now())
      wakeAll()
      return replayed
    },
    dropDeadLetters: (topic, group, ids) => ask('dropLetters', topic, group, ids),
    async probe() {
      await ask('lag', ['probe'], 'probe')
    },
    lag: (topic, group) => ask('lag', [topic, replayTopic(topic, group)], group),
    close() {
      closed ??= closeAll()
      return closed
    },
  }
}

async function startWorker(file: string, changed: () => void) {
  const worker = new Worker(new URL('./message-bus.worker.ts', import.meta.url), {
    workerData: { file },
  })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let calls = 0
  let gone: Error | undefined

  const post = (message: ToWorker) => worker.postMessage(message)
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const lose = (error: Error) => {
    gone = error
    for (const call of waiting.values()) call.reject(error)
    waiting.clear()
  }
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('error', (error) => {
      const lost = new Error(`The message bus in ${file} can't be used: ${error.message}`)
      lose(lost)
      reject(lost)
    })
    worker.on('message', (message: FromWorker) => {
      if (message === 'ready') resolve()
      else if (message === 'changed') changed()
      else {
        const call = waiting.get(message.call)
        waiting.delete(message.call)
        if ('error' in message) call?.reject(new Error(`The message bus in ${file} failed: ${message.error}`))
        else call?.resolve(message.result)
      }
    })
  })
  void ended.then(() => lose(gone ?? new Error('The message bus is closed.')))
  await ready

  const ask: Ask = (operation, ...values) =>
    new Promise((resolve, reject) => {
      if (gone) return reject(gone)
      calls += 1
      waiting.set(calls, { resolve: (value) => resolve(value as Result<typeof operation>), reject })
      post({ call: calls, operation, values })
    })

  return {
    ask,
    post,
    async close() {
      post('close')
      await ended
    },
  }
}
