import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { useChat } from '../context.ts'
import type { Words } from '../words/words.ts'
import { fill } from '../words/words.ts'

type EventBlock = Extract<Block, { type: 'event' }>

/** An event of the conversation, shown between the messages. */
export function EventLine({ block }: { block: EventBlock }) {
  const { words } = useChat()
  return (
    <p class="event" dir="auto">
      {eventText(words, block)}
    </p>
  )
}

export function eventText(words: Words, { event, name }: EventBlock): string {
  switch (event) {
    case 'handoff-requested':
      return words.personAsked
    case 'human-joined':
      return fill(words.joined, { name: name || words.team })
    case 'handed-back':
      return words.handedBack
    case 'timed-out':
      return words.nobodyFree
    case 'resolved':
      return words.closed
    case 'reopened':
      return words.reopened
  }
}
