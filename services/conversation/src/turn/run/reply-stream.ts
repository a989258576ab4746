/**
 * The events of one running turn. They are kept, so that each listener gets all of them from the beginning, whenever it
 * connects. A slow or disconnected listener does not delay others.
 */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'

export type ReplyStream = {
  /** Iterates all events from the beginning. Throws the error that abandoned the turn. */
  events(): AsyncIterable<ReplyStreamEvent>
  /** Resolves with the reply once it is stored. */
  finished: Promise<TurnResult>
}

/** `position` of the reply's event. No message if the agent is not the owner, so that a person answers. */
export type TurnResult = { message?: MessageView; position: number }

export type OpenReplyStream = ReplyStream & {
  addText(id: string, text: string): void
  /** Tells listeners to discard the text of message `id` so far. */
  discard(id: string): void
  finish(result: TurnResult): void
  /** Ends the turn without a reply, such as when the store is unavailable. The message stays pending. */
  fail(error: unknown): void
}

export function openReplyStream(): OpenReplyStream {
  // bounded: of one turn, by the length of its reply
  const events: ReplyStreamEvent[] = []
  const finished = Promise.withResolvers<TurnResult>()
  // Prevents an unhandled rejection if nothing awaits it.
  finished.promise.catch(() => undefined)
  let more = Promise.withResolvers<void>()
  let state: { open: true } | { open: false; error?: unknown } = { open: true }

  const push = (...added: ReplyStreamEvent[]) => {
    if (!state.open) return
    events.push(...added)
    wake()
  }
  const wake = () => {
    const { resolve } = more
    more = Promise.withResolvers()
    resolve()
  }

  return {
    finished: finished.promise,
    addText: (id, text) => push({ type: 'delta', id, text }),
    discard(id) {
      if (events.some((event) => event.type === 'delta' && event.id === id)) push({ type: 'discarded', id })
    },
    finish(result) {
      const { message } = result
      push(...(message ? [{ type: 'message', message } as const] : []), { type: 'done' })
      if (state.open) state = { open: false }
      finished.resolve(result)
      wake()
    },
    fail(error) {
      if (state.open) state = { open: false, error }
      finished.reject(error)
      wake()
    },
    async *events() {
      for (let next = 0; ; ) {
        while (next < events.length) {
          const [event, after] = withFollowingDeltas(events, next)
          next = after
          yield event
        }
        if (!state.open) {
          if ('error' in state) throw state.error
          return
        }
        await more.promise
        // Deltas that arrive in the same tick are sent as one. Under load, many other turns would run before a
        // `setImmediate`, and the first text would be late by as much.
        await new Promise<void>((resolve) => process.nextTick(resolve))
      }
    },
  }
}

/** Returns the event at `from`, merged with the deltas of the same message after it, and the index after them. */
function withFollowingDeltas(said: readonly ReplyStreamEvent[], from: number): [ReplyStreamEvent, number] {
  const first = said[from]!
  if (first.type !== 'delta') return [first, from + 1]
  let { text } = first
  let next = from + 1
  for (let event = said[next]; event?.type === 'delta' && event.id === first.id; event = said[++next])
    text += event.text
  return [{ ...first, text }, next]
}
