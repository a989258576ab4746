/**
 * One turn as it happens: what it has said so far is kept, so that whoever asks again, or later, hears all of it
 * from the beginning. A slow or gone listener holds nobody up.
 */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'

export type Turn = {
  /** From the beginning to the end. Throws what ended the turn early. */
  events(): AsyncIterable<ReplyStreamEvent>
  /** The reply, once it is stored. */
  finished: Promise<TurnResult>
}

/** `position` of the reply's event. No message where the agent is silent: a person reads what was said. */
export type TurnResult = { message?: MessageView; position: number }

export type RunningTurn = Turn & {
  say(id: string, text: string): void
  /** What was said of message `id` counts for nothing: somebody else answers. */
  takeBack(id: string): void
  finish(result: TurnResult): void
  /** Ends it without a reply, such as when the store is away; the message stays to be answered. */
  abandon(error: unknown): void
}

export function createTurn(): RunningTurn {
  const said: ReplyStreamEvent[] = []
  const finished = Promise.withResolvers<TurnResult>()
  // Nobody may be listening.
  finished.promise.catch(() => undefined)
  let more = Promise.withResolvers<void>()
  let state: { open: true } | { open: false; error?: unknown } = { open: true }

  const push = (...events: ReplyStreamEvent[]) => {
    if (!state.open) return
    said.push(...events)
    wake()
  }
  const wake = () => {
    const { resolve } = more
    more = Promise.withResolvers()
    resolve()
  }

  return {
    finished: finished.promise,
    say: (id, text) => push({ type: 'delta', id, text }),
    takeBack(id) {
      if (said.some((event) => event.type === 'delta' && event.id === id)) push({ type: 'discarded', id })
    },
    finish(result) {
      const { message } = result
      push(...(message ? [{ type: 'message', message } as const] : []), { type: 'done' })
      if (state.open) state = { open: false }
      finished.resolve(result)
      wake()
    },
    abandon(error) {
      if (state.open) state = { open: false, error }
      finished.reject(error)
      wake()
    },
    async *events() {
      for (let next = 0; ; ) {
        while (next < said.length) {
          const [event, after] = together(said, next)
          next = after
          yield event
        }
        if (!state.open) {
          if ('error' in state) throw state.error
          return
        }
        await more.promise
        // What comes in the same breath is sent in one piece.
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

/** The event at `from`, with the deltas of the same message that follow it; and where to go on. */
function together(said: readonly ReplyStreamEvent[], from: number): [ReplyStreamEvent, number] {
  const first = said[from]!
  if (first.type !== 'delta') return [first, from + 1]
  let { text } = first
  let next = from + 1
  for (let event = said[next]; event?.type === 'delta' && event.id === first.id; event = said[++next])
    text += event.text
  return [{ ...first, text }, next]
}
