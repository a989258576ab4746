import { Worker } from 'node:worker_threads'
import { charactersOf, type PlacedEvent } from '@parley/kernel/log/event-store.input.ts'
import { type Appended, type Expected, StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import type { WriterReply, WriterRequest } from './event-store.writer.ts'

/*
 * One writing thread serves every event log of the process: a thread costs more than 10 MB, and the logs share a disk
 * anyway. It starts with the first log and does not keep the process alive by itself.
 */

type Waiting = { resolve: (reply: WriterReply) => void; reject: (error: Error) => void; characters: number }

/** Maximum characters sent to the thread and not answered; the rest stays queued here. */
const UNDERWAY_CHARACTERS = 16_000_000

const opened = new Map<string, { count: number; durable: boolean }>()
const waiting = new Map<number, Waiting>()
const queue: { request: WriterRequest; characters: number }[] = []
let worker: Worker | undefined
let calls = 0
let underway = 0
let flushing = false

/** Opens the log for writing; each call needs its own `closeLog`. Throws with a one-line message for operators. */
export async function openLog(file: string, durable: boolean): Promise<void> {
  const entry = opened.get(file) ?? { count: 0, durable }
  entry.count += 1
  opened.set(file, entry)
  const { failed } = await send({ kind: 'open', call: nextCall(), file, durable })
  if (failed === undefined) return
  forget(file)
  throw new Error(failed)
}

/** Appends that wait together share one commit and one sync. `repeated`: the events were already in the log. */
export async function appendToLog(
  file: string,
  stream: string,
  expected: Expected,
  events: PlacedEvent[],
): Promise<{ appended: Appended; repeated: boolean }> {
  const {
    appended,
    repeated = false,
    failed,
  } = await send({ kind: 'append', call: nextCall(), file, stream, expected, events }, charactersOf(events))
  if (appended) return { appended, repeated }
  throw new StoreUnavailable(`could not append to ${stream}: ${failed}`)
}

/** The last `closeLog` of a file closes it in the thread. Its appends must have been answered. */
export async function closeLog(file: string): Promise<void> {
  if (forget(file)) await send({ kind: 'close', call: nextCall(), file })
}

const nextCall = (): number => {
  calls += 1
  return calls
}

function forget(file: string): boolean {
  const entry = opened.get(file)
  if (!entry) return false
  entry.count -= 1
  return entry.count === 0 && opened.delete(file)
}

function send(request: WriterRequest, characters = 0): Promise<WriterReply> {
  return new Promise((resolve, reject) => {
    waiting.set(request.call, { resolve, reject, characters })
    queue.push({ request, characters })
    if (!flushing) {
      flushing = true
      queueMicrotask(flush)
    }
  })
}

/** Posts the queued requests as one message, since posting costs more than handling the message. */
function flush(): void {
  flushing = false
  const batch: WriterRequest[] = []
  while (queue.length > 0 && (underway === 0 || underway < UNDERWAY_CHARACTERS)) {
    const next = queue.shift()
    if (!next) break
    underway += next.characters
    batch.push(next.request)
  }
  if (batch.length === 0) return
  worker ??= start()
  worker.ref()
  worker.postMessage(batch)
}

function start(): Worker {
  const started = new Worker(new URL('./event-store.writer.ts', import.meta.url), {
    name: 'event-store-writer',
    // The process's flags are meant for its main script.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 1 },
  })
  started.on('message', (replies: WriterReply[]) => replies.forEach(settle))
  // Without this listener, a broken log would end the whole process; 'exit' rejects what is waiting.
  started.on('error', (error) => lose(started, error.message))
  started.on('exit', (code) => lose(started, `it ended with ${code}`))
  started.postMessage(
    [...opened].map(
      ([file, { durable }]): WriterRequest => ({ kind: 'open', call: nextCall(), file, durable }),
    ),
  )
  return started
}

function settle(reply: WriterReply): void {
  const call = waiting.get(reply.call)
  if (!call) return
  waiting.delete(reply.call)
  underway -= call.characters
  call.resolve(reply)
  if (waiting.size === 0) worker?.unref()
  else if (queue.length > 0 && !flushing) flush()
}

/** Rejects what was sent, since its outcome is unknown; the next request starts a new thread. */
function lose(lost: Worker, reason: string): void {
  if (worker !== lost) return
  worker = undefined
  underway = 0
  queue.length = 0
  const calls = [...waiting.values()]
  waiting.clear()
  for (const { reject } of calls) reject(new StoreUnavailable(`the event log's writer stopped: ${reason}`))
}
