/**
 * The messages of one partition that a member of a group has taken and not acknowledged yet. Those that must keep their
 * order are handled one after the other, others at once. A partition is acknowledged up to the first that is not handled.
 */
import type { Consume, Message } from './message-bus.ts'

export type MessageWindow<Taken> = {
  /** Takes the next message of the partition. */
  add(message: Taken): void
  /** Counts an offset at which there is no message as handled. */
  pass(offset: number): void
  /** Whether another message can be taken. */
  hasRoom(): boolean
  /** Whether every message that was taken is handled, or left because the window has ended. */
  isIdle(): boolean
  /** Whether messages are left unhandled; no other is begun then. */
  hasEnded(): boolean
  /** The offset after the last message that was handled, together with all before it; undefined if the first is not. */
  reached(): number | undefined
  /** Whether this is the first of the messages that are not handled. */
  isFirst(message: Taken): boolean
  /** Resolves when a message was handled or left, or `wake` is called. */
  changed(): Promise<void>
  wake(): void
}

/** Messages that are not handled yet. */
const MOST_OPEN = 1_000
/** Messages that are handled while the first is not: they would be delivered again after a kill. */
const MOST_AHEAD = 100_000

export function createMessageWindow<Taken extends Message & { offset: number }>({
  orderedBy,
  handle,
  mayGoOn,
}: Pick<Consume, 'orderedBy'> & {
  /** Returns whether the message was handled; if not, it is left, with all that were not begun. Must not reject. */
  handle(message: Taken): Promise<boolean>
  /** Whether a message may still be begun. */
  mayGoOn(): boolean
}): MessageWindow<Taken> {
  const mostOpen = orderedBy ? MOST_OPEN : 1
  /** The offsets that were taken, ascending, and whether they are handled. */
  const offsets = new Map<number, boolean>()
  /** The messages of each name, the first of them in progress. */
  const lines = new Map<string, Taken[]>()
  let open = 0
  let ended = false
  let reached: number | undefined
  const waiting = new Set<() => void>()

  return {
    add(message) {
      open++
      offsets.set(message.offset, false)
      const name = orderedBy?.(message) ?? ''
      const line = lines.get(name)
      if (line) return void line.push(message)
      const begun = [message]
      lines.set(name, begun)
      void follow(name, begun)
    },
    pass(offset) {
      offsets.set(offset, true)
      reach()
    },
    hasRoom: () => !ended && open < mostOpen && offsets.size < MOST_AHEAD,
    isIdle: () => lines.size === 0,
    hasEnded: () => ended,
    reached: () => reached,
    isFirst: ({ offset }) => offsets.keys().next().value === offset,
    changed: () => new Promise((resolve) => waiting.add(resolve)),
    wake,
  }

  async function follow(name: string, line: Taken[]): Promise<void> {
    for (let next = line[0]; next; next = line[0]) {
      if (!ended && !mayGoOn()) ended = true
      if (ended || !(await handle(next))) {
        ended = true
        break
      }
      line.shift()
      open--
      offsets.set(next.offset, true)
      reach()
      if (line.length > 0) wake()
    }
    lines.delete(name)
    wake()
  }

  function reach(): void {
    for (const [offset, handled] of offsets) {
      if (!handled) break
      offsets.delete(offset)
      reached = offset + 1
    }
  }

  function wake(): void {
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
}
