/**
 * Sends each message of the visitor exactly once and shows replies as they arrive. A message is sent when the server
 * has received the one before, not when that is answered, so that messages of one burst get one reply.
 */
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'
import { readEvents } from '@parley/contracts/server-sent-events.ts'
import { CallError } from '../server/call-error.ts'
import type { ChatMessage } from './transcript.ts'

const attempts = 4
/** A stream without any data for this time, heartbeats included, is considered dead; in ms. */
const silence = 45_000

export type Delivery = {
  /** Sends pending messages, oldest first. */
  deliverAll(): Promise<void>
  /** Returns how many messages wait for the end of their reply. */
  running(): number
}

type DeliveryOptions = {
  ready(): boolean
  next(): ChatMessage | undefined
  send(message: ChatMessage, signal: AbortSignal): Promise<Response>
  /** Called when the server has the message. */
  heard(message: ChatMessage): void
  show(event: ReplyStreamEvent): void
  /** Called when a reply was interrupted. */
  broken(): void
  waiting(message: ChatMessage, offline: boolean): void
  /** Called whenever `running` may have changed. */
  changed(): void
  /** Called when the conversation no longer exists, to start another. Returns true if the message may be sent there. */
  renew(): Promise<boolean>
  /** Called when a message is given up; `error` is the reason. */
  unsent(message: ChatMessage, error: unknown): void
}

export function createDelivery(options: DeliveryOptions): Delivery {
  let delivering = false
  let running = 0

  async function deliverAll() {
    if (delivering) return
    delivering = true
    for (let message = options.next(); message && options.ready(); message = options.next()) {
      const arrived = Promise.withResolvers<void>()
      running++
      options.changed()
      void deliver(message, arrived.resolve).finally(() => {
        running--
        arrived.resolve()
        options.changed()
      })
      await arrived.promise
    }
    delivering = false
  }

  async function deliver(message: ChatMessage, arrived: () => void) {
    let renewed = false
    for (let attempt = 1; ; attempt++) {
      await online(message)
      try {
        return await exchange(message, arrived)
      } catch (error) {
        options.broken()
        if (isExpired(error) && !renewed) {
          renewed = true
          if (await options.renew()) continue
        }
        if (attempt >= attempts || !isPassing(error)) return options.unsent(message, error)
        await pause(500 * 2 ** attempt)
      }
    }
  }

  async function exchange(message: ChatMessage, arrived: () => void) {
    const dead = new AbortController()
    let watch = setTimeout(() => dead.abort(), silence)
    const heard = () => {
      clearTimeout(watch)
      watch = setTimeout(() => dead.abort(), silence)
    }
    try {
      const response = await options.send(message, dead.signal)
      options.heard(message)
      arrived()
      if (!(await readReply(response, heard))) throw new CallError(0, 'interrupted', '')
    } catch (error) {
      throw error instanceof CallError ? error : new CallError(0, 'interrupted', '')
    } finally {
      clearTimeout(watch)
    }
  }

  /** Returns true if the reply is complete. */
  async function readReply(response: Response, heard: () => void): Promise<boolean> {
    if (!response.body) return false
    for await (const { event, data } of readEvents(response.body.pipeThrough(listening(heard)))) {
      if (event === 'error') return false
      if (event === 'done') return true
      options.show({ ...JSON.parse(data), type: event })
    }
    return false
  }

  async function online(message: ChatMessage) {
    if (navigator.onLine) return options.waiting(message, false)
    options.waiting(message, true)
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    options.waiting(message, false)
  }

  return { deliverAll, running: () => running }
}

export const isExpired = (error: unknown): boolean =>
  error instanceof CallError && [401, 403, 404, 410].includes(error.status)
/** No response, or a server error: a retry may succeed. */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500)

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Calls back for every chunk, including heartbeats, which are not events. */
function listening(heard: () => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      heard()
      controller.enqueue(chunk)
    },
  })
}
