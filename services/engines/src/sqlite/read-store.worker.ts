import { parentPort } from 'node:worker_threads'
import type { CollectionSpec } from '@parley/kernel/read-models/read-store.ts'
import { declareCollection } from './read-store.collection.ts'
import type { Connection } from './read-store.connection.ts'
import { openForWriting } from './read-store.layout.ts'
import { runSteps, type Step } from './read-store.steps.ts'

/**
 * The thread that writes for every read store of the process, so that a rebuild never delays a request. A task is one
 * transaction; none stays open between messages, since two stores of one file share this thread.
 */

export type Task =
  | { kind: 'open' }
  | { kind: 'write'; steps: Step[] }
  | { kind: 'declare'; spec: CollectionSpec }
  | { kind: 'close' }
export type Order = { number: number; file: string; task: Task }
export type Outcome = { number: number; error?: string }

const open = new Map<string, { connection: Connection; stores: number }>()

parentPort?.on('message', ({ number, file, task }: Order) => {
  const outcome: Outcome = { number }
  try {
    if (task.kind === 'close') close(file)
    else perform(file, task)
  } catch (error) {
    outcome.error = error instanceof Error ? error.message : String(error)
  }
  parentPort?.postMessage(outcome)
})

function perform(file: string, task: Task): void {
  const opened = open.get(file) ?? { connection: openForWriting(file), stores: 0 }
  open.set(file, opened)
  if (task.kind === 'open') opened.stores++
  if (task.kind === 'write') runSteps(opened.connection, task.steps)
  if (task.kind === 'declare') declareCollection(opened.connection, task.spec)
}

function close(file: string): void {
  const opened = open.get(file)
  if (!opened || --opened.stores > 0) return
  open.delete(file)
  opened.connection.database.close()
}
