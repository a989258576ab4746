/** Delays between the messages of one reply, so that a visitor can read them one after the other (`messageDelayMS`). */
import type { ChatMessage } from './transcript.ts'

/** A part of a reply: a text that streams, or a complete message. */
export type ReplyPart =
  | { type: 'delta'; id: string; text: string }
  | { type: 'message'; message: ChatMessage }

export type Pacing = {
  /** Shows a part of a reply, after the delay if it begins another message of the agent. */
  take(part: ReplyPart): void
  /** Whether parts wait to be shown. */
  holds(): boolean
  /** Shows the waiting parts at once. */
  release(): void
  /** Discards the waiting parts. */
  clear(): void
}

type PacingOptions = {
  /** The delay after a message, in ms; 0 for none. */
  delayAfter(message: ChatMessage): number
  show(part: ReplyPart): void
  /** Called when parts begin to wait, and when none wait any more. */
  changed(): void
}

export function createPacing({ delayAfter, show, changed }: PacingOptions): Pacing {
  let waiting: ReplyPart[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The newest complete message of the agent, and the id of the message that is shown now. */
  let last: { message: ChatMessage; at: number } | undefined
  let current: string | undefined

  function next() {
    timer = undefined
    for (let part = waiting[0]; part; part = waiting[0]) {
      const wait = delayBefore(part)
      if (wait > 0) {
        timer = setTimeout(next, wait)
        return
      }
      waiting.shift()
      display(part)
    }
    changed()
  }

  function delayBefore(part: ReplyPart): number {
    if (!last || idOf(part) === current || !isOfAgent(part)) return 0
    return last.at + delayAfter(last.message) - Date.now()
  }

  function display(part: ReplyPart) {
    current = idOf(part)
    last = part.type === 'message' && isOfAgent(part) ? { message: part.message, at: Date.now() } : undefined
    show(part)
  }

  function release() {
    clearTimeout(timer)
    timer = undefined
    const held = waiting
    waiting = []
    for (const part of held) display(part)
    if (held.length > 0) changed()
  }

  return {
    take(part) {
      // Two streams may deliver the same message.
      const twice =
        part.type === 'message' &&
        waiting.some((each) => each.type === 'message' && idOf(each) === idOf(part))
      if (twice) return
      waiting.push(part)
      if (timer !== undefined) return
      next()
      if (waiting.length > 0) changed()
    },
    holds: () => waiting.length > 0,
    release,
    clear() {
      clearTimeout(timer)
      timer = undefined
      waiting = []
      last = undefined
    },
  }
}

const idOf = (part: ReplyPart) => (part.type === 'delta' ? part.id : part.message.id)
const isOfAgent = (part: ReplyPart) => part.type === 'delta' || part.message.role === 'agent'
