/**
 * Brings the visitor's words to the server exactly once and shows the replies as they come. A message leaves when
 * the one before it has arrived, not when that is answered: what is said in one breath is answered together.
 */
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'
import { readEvents } from '@parley/contracts/server-sent-events.ts'
import { CallError } from '../server/api.ts'
import type { ChatMessage } from './transcript.ts'

const attempts = 4
/** A stream that says nothing for so long, heartbeats included, is dead. */
const silence = 45_000

export type Delivery = {
  /** Sends what waits, oldest first. */
  deliverAll(): Promise<void>
  /** How many messages wait for the end of their reply. */
  running(): number
}

type DeliveryOptions = {
  ready(): boolean
  next(): ChatMessage | undefined
  send(message: ChatMessage, signal: AbortSignal): Promise<Response>
  /** The server has it. */
  heard(message: ChatMessage): void
  show(event: ReplyStreamEvent): void
  /** A reply broke off. */
  broken(): void
  waiting(message: ChatMessage, offline: boolean): void
  /** Called whenever `running` may have changed. */
  changed(): void
  /** The conversation is gone: begins another; true when the message may go there. */
  renew(): Promise<boolean>
  /** It is given up: `error` says why. */
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

  /** True when the reply came to its end. */
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
/** No answer, or one of a server in trouble: the same words may well pass in a moment. */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500)

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Hears every chunk, heartbeats too, which the events don't show. */
function listening(heard: () => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      heard()
      controller.enqueue(chunk)
    },
  })
}
