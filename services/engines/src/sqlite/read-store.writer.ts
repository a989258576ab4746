import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import type { CollectionSpec } from '@parley/kernel/read-models/read-store.ts'
import { declareCollection } from './read-store.collection.ts'
import type { Connection } from './read-store.connection.ts'
import { runSteps, type Step } from './read-store.steps.ts'
import type { Order, Outcome, Task } from './read-store.worker.ts'

export type Writer = {
  /** Runs all steps or none. `transfer`: buffers among the values that are transferred instead of copied. */
  write(steps: Step[], transfer?: ArrayBuffer[]): Promise<void>
  declare(spec: CollectionSpec): Promise<void>
  close(): Promise<void>
}

/** Writes to a file on the process's writing thread, in the order of the calls. Creates the file if missing. */
export async function openWriter(file: string): Promise<Writer> {
  await send(file, { kind: 'open' })
  let closed = false
  // The thread would open the file again, and keep it open.
  const requireOpen = () => {
    if (closed) throw new StoreUnavailable(`Read store: it was closed (${file})`)
  }
  return {
    async write(steps, transfer) {
      requireOpen()
      await send(file, { kind: 'write', steps }, transfer)
    },
    async declare(spec) {
      requireOpen()
      await send(file, { kind: 'declare', spec })
    },
    async close() {
      closed = true
      await send(file, { kind: 'close' })
    },
  }
}

/** Writes on the caller's thread and connection, for a database in memory, which no other connection can open. */
export function writeHere(connection: Connection): Writer {
  return {
    write: async (steps) => runSteps(connection, steps),
    declare: async (spec) => declareCollection(connection, spec),
    close: async () => {},
  }
}

type Waiting = { file: string; resolve(): void; reject(error: Error): void }

const waiting = new Map<number, Waiting>()
let thread: Worker | undefined
let orders = 0

function send(file: string, task: Task, transfer: ArrayBuffer[] = []): Promise<void> {
  return new Promise((resolve, reject) => {
    thread ??= startThread()
    const order: Order = { number: ++orders, file, task }
    thread.postMessage(order, transfer)
    waiting.set(order.number, { file, resolve, reject })
    // Keeps the process alive only while something is being written.
    thread.ref()
  })
}

function startThread(): Worker {
  const worker = new Worker(new URL('./read-store.worker.ts', import.meta.url), {
    name: 'read-store-writer',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
  })
  worker.on('message', ({ number, error }: Outcome) => settle(number, error))
  worker.on('error', (error) => lose(worker, error.message))
  worker.on('exit', () => lose(worker, 'it ended'))
  return worker
}

function settle(number: number, error: string | undefined): void {
  const order = waiting.get(number)
  waiting.delete(number)
  if (waiting.size === 0) thread?.unref()
  if (error === undefined) order?.resolve()
  else order?.reject(new StoreUnavailable(`Read store: ${error} (${order.file})`))
}

/** Rejects what was sent. The next task starts another thread, which opens files as tasks name them. */
function lose(worker: Worker, why: string): void {
  if (thread !== worker) return
  thread = undefined
  for (const number of [...waiting.keys()]) settle(number, `the writing thread was lost: ${why}`)
}
