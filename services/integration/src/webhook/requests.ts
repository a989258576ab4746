/** The requests by which events reach webhooks: signed, and sent over kept connections, by a thread of their own. */
import { Worker } from 'node:worker_threads'
import type { AllowedAddresses } from '@parley/kernel/outgoing/checked-address.ts'
import type { Posted } from '@parley/kernel/outgoing/kept-posts.ts'

/** `id`: the header `webhook-id`. `timestamp`: Unix seconds. `secrets`: those that it is signed under. */
export type WebhookRequest = {
  webhookId: string
  url: string
  id: string
  timestamp: number
  body: string
  secrets: readonly string[]
}

/** Returns what was answered. Rejects if that is not known, since the thread was lost. */
export type SendRequest = (request: WebhookRequest) => Promise<Posted>

export type Numbered<Of> = readonly (readonly [number: number, of: Of])[]

/** The thread starts with the first request, and again after it was lost. */
export function startRequests({ allowPrivateAddresses }: { allowPrivateAddresses: AllowedAddresses }) {
  const waiting = new Map<number, { resolve(posted: Posted): void; reject(error: Error): void }>()
  let thread: Worker | undefined
  let count = 0
  let ending = false
  // bounded: by the requests under way
  let next: [number, WebhookRequest][] = []

  return {
    send(request: WebhookRequest): Promise<Posted> {
      return new Promise((resolve, reject) => {
        const number = ++count
        waiting.set(number, { resolve, reject })
        // Those of the same moment go together.
        if (next.length === 0) setImmediate(pass)
        next.push([number, request])
      })
    },
    /** Ends the thread once nothing is under way. What is sent later is sent, too. */
    async stop(): Promise<void> {
      ending = true
      if (waiting.size === 0) await end()
    },
  }

  function pass(): void {
    const some: Numbered<WebhookRequest> = next
    next = []
    thread ??= start()
    // Keeps the process alive only while something is under way.
    thread.ref()
    thread.postMessage(some)
  }

  function start(): Worker {
    const worker = new Worker(new URL('./requests.thread.ts', import.meta.url), {
      ...{ name: 'webhook-requests', execArgv: [], workerData: { allowPrivateAddresses } },
    })
    worker.on('message', (answers: Numbered<Posted>) => {
      for (const [number, posted] of answers) take(number)?.resolve(posted)
      if (waiting.size > 0 || thread !== worker) return
      if (ending) void end()
      else worker.unref()
    })
    worker.on('error', (error) => lose(worker, error.message))
    worker.on('exit', () => lose(worker, 'it ended'))
    return worker
  }

  async function end(): Promise<void> {
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }

  function take(number: number) {
    const found = waiting.get(number)
    waiting.delete(number)
    return found
  }

  function lose(worker: Worker, why: string): void {
    if (thread !== worker) return
    thread = undefined
    const kept = new Set(next.map(([number]) => number))
    for (const number of [...waiting.keys()].filter((each) => !kept.has(each)))
      take(number)?.reject(new Error(`The thread that sends to webhooks was lost: ${why}`))
  }
}
