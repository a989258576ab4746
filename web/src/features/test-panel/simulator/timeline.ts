/** The course of a simulated chat: the test conversation with what was done in the simulator, as immutable data. */
import type { TestMessage } from '../transcript.ts'

export type Simulation = {
  /** In the order in which they happened. `after`: how many messages the conversation had then. */
  happened: readonly Happening[]
  /** What the contact's app shows of their messages, by id. `pressed`: it shows none, as they pressed a key. */
  shown: Readonly<Record<string, { words: string; pressed?: true }>>
  /** The contact has opened the chat without saying anything. */
  opened: boolean
}

export type Happening =
  | { type: 'later'; id: string; ms: number; after: number }
  /** A teammate wrote, when the contact had written `ageMs` ago. */
  | { type: 'team'; id: string; text: string; after: number; ageMs: number; at: string }

export const HOURS_LATER = 24
export const LATER_MS = HOURS_LATER * 3_600_000

export const newSimulation: Simulation = { happened: [], shown: {}, opened: false }

/** An entry of the chat. `atMs`: by the simulated clock. `ageMs`: how long ago the contact had written. */
export type Entry =
  | { type: 'contact'; message: TestMessage; words: string; pressed: boolean; atMs: number }
  | { type: 'agent'; message: TestMessage; ageMs: number; atMs: number }
  | { type: 'team'; id: string; text: string; ageMs: number; atMs: number }
  | { type: 'failed'; message: TestMessage }
  | { type: 'later'; id: string }
  | { type: 'opened' }

/** How far the simulated clock is ahead, for what comes after so many messages. */
const aheadMs = (happened: readonly Happening[], place: number): number =>
  happened.reduce((sum, one) => sum + (one.type === 'later' && one.after <= place ? one.ms : 0), 0)

/**
 * The entries in the order in which the contact sees them. On a channel nobody is written to first: what the agent says
 * first comes once the contact has written, or opened the chat.
 */
export function entriesOf(
  messages: readonly TestMessage[],
  { happened, shown, opened }: Simulation,
): Entry[] {
  const first = messages.findIndex(({ role }) => role === 'visitor')
  const greetings = first < 0 ? messages : messages.slice(0, first)
  const entries: Entry[] = []
  let wroteMs = Number.NaN
  const add = (message: TestMessage, place: number) => {
    const atMs = Date.parse(message.at) + aheadMs(happened, place)
    if (message.role === 'visitor') {
      wroteMs = atMs
      const { words = textIn(message), pressed = false } = shown[message.id] ?? {}
      entries.push({ type: 'contact', message, words, pressed, atMs })
      if (message.problem !== undefined) entries.push({ type: 'failed', message })
    } else if (message.failed) entries.push({ type: 'failed', message })
    else if (message.role !== 'system' && message.partial === undefined) {
      const ageMs = Number.isNaN(wroteMs) ? 0 : Math.max(0, atMs - wroteMs)
      entries.push({ type: 'agent', message, ageMs, atMs })
    }
  }
  const addHappened = (after: number) => {
    for (const one of happened) {
      if (one.after !== after) continue
      if (one.type === 'later') entries.push({ type: 'later', id: one.id })
      else {
        const { id, text, ageMs, at } = one
        entries.push({ type: 'team', id, text, ageMs, atMs: Date.parse(at) + aheadMs(happened, after) })
      }
    }
  }
  if (opened) entries.push({ type: 'opened' })
  if (opened) greetings.forEach(add)
  for (const [nth, message] of messages.entries()) {
    if (first < 0 || nth < first) continue
    addHappened(nth)
    add(message, nth)
    if (nth === first && !opened) greetings.forEach(add)
  }
  addHappened(messages.length)
  return entries
}

/** How long ago the contact wrote, by the simulated clock; undefined if they have not. */
export function ageNow(
  messages: readonly TestMessage[],
  { happened }: Pick<Simulation, 'happened'>,
  now: number,
): number | undefined {
  const last = messages.findLastIndex(({ role }) => role === 'visitor')
  const message = messages[last]
  if (!message) return undefined
  const wroteMs = Date.parse(message.at) + aheadMs(happened, last)
  return Math.max(0, now + aheadMs(happened, messages.length) - wroteMs)
}

const textIn = ({ blocks }: TestMessage): string =>
  blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
