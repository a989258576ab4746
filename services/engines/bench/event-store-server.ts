/**
 * The double of EventStoreDB in a process of its own. It prints its address; each line of its input is the time, in ms,
 * that an append takes to be written from then on.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { startEventStoreDouble } from '../src/eventstoredb/event-store.double.ts'

export type EventStoreServer = {
  url: string
  /** Sets how long an append takes to be written. */
  writeIn(ms: number): void
  stop(): void
}

export async function startEventStoreServer(): Promise<EventStoreServer> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] })
  for await (const url of createInterface({ input: child.stdout }))
    return {
      url,
      writeIn: (ms) => void child.stdin.write(`${ms}\n`),
      stop: () => void child.kill(),
    }
  throw new Error('the double did not start')
}

if (import.meta.main) {
  const double = await startEventStoreDouble()
  console.log(double.url)
  for await (const line of createInterface({ input: process.stdin })) double.faults.writeMs = Number(line)
}
