/** Follows the events of a conversation and reconnects with backoff. */
import type { FollowEvent } from '@parley/contracts/conversation/visitor-endpoints.ts'
import { readEvents } from '@parley/contracts/server-sent-events.ts'

export type Following = { stop(): void; connected(): boolean }

type FollowOptions = {
  /** Opens the stream after the newest known message. */
  open(signal: AbortSignal): Promise<Response>
  hear(event: FollowEvent): void
  /** Whether a retry may succeed. */
  mayRetry(error: unknown): boolean
}

const firstPause = 1_000
const longestPause = 30_000

export function follow({ open, hear, mayRetry }: FollowOptions): Following {
  const ending = new AbortController()
  let connected = false
  void run()
  return { stop: () => ending.abort(), connected: () => connected }

  async function run() {
    let wait = firstPause
    while (!ending.signal.aborted) {
      try {
        const response = await open(ending.signal)
        connected = true
        if (response.body) {
          for await (const { event, data } of readEvents(response.body)) {
            wait = firstPause
            if (event === 'error') break
            hear({ ...JSON.parse(data), type: event })
          }
        }
      } catch (error) {
        if (!ending.signal.aborted && !mayRetry(error)) break
      }
      connected = false
      if (ending.signal.aborted) break
      await pause(wait * (0.75 + Math.random() / 2))
      wait = Math.min(wait * 2, longestPause)
    }
    connected = false
  }

  /** Waits; ends early when the network returns. */
  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        removeEventListener('online', done)
        ending.signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      addEventListener('online', done)
      ending.signal.addEventListener('abort', done)
    })
  }
}
