/** Applies a change of a conversation's owner, including to messages that wait for a reply. */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { Owner } from '@parley/contracts/conversation/events.ts'
import { memberName } from '@parley/contracts/message.ts'
import type { ConversationState, Fact, VisitorMessage } from './conversation.state.ts'
import { withMessage } from './conversation.window.ts'

/** Applies a change of owner: adds it to the transcript and passes unanswered messages on to the new owner. */
export function owned(state: ConversationState, change: Fact<'OwnershipChanged'>): ConversationState {
  const { owner, reason, index, at, userId } = change
  const displayName = change.displayName === undefined ? undefined : memberName(change.displayName)
  const block: Block = { type: 'event', event: eventOf[reason] }
  if (displayName !== undefined) block.name = displayName
  return {
    ...state,
    owner,
    epoch: state.epoch + 1,
    person:
      owner === 'human' && userId !== undefined ? { userId, displayName: displayName ?? '' } : undefined,
    ...withMessage(state, { id: `event-${index}`, index, role: 'system', blocks: [block], at }),
    visitorMessages: passedOn(state.visitorMessages, owner, reason),
    awaitingSince: awaitedAfter(state, owner, reason, at),
    handoffPending: state.handoffPending && (reason === 'handoff-requested' || reason === 'timed-out'),
  }
}

/** Messages that were unanswered when the conversation was resolved stay unanswered after it is reopened. */
function passedOn(
  messages: readonly VisitorMessage[],
  owner: Owner,
  reason: Fact<'OwnershipChanged'>['reason'],
): readonly VisitorMessage[] {
  if (reason === 'reopened') return messages
  const [from, to] = owner === 'agent' ? (['left', 'waiting'] as const) : (['waiting', 'left'] as const)
  return messages.map((one) => (one.outcome === from ? { ...one, outcome: to } : one))
}

function awaitedAfter(
  state: ConversationState,
  owner: Owner,
  reason: Fact<'OwnershipChanged'>['reason'],
  at: string,
): string | undefined {
  if (owner === 'agent' || reason === 'resolved') return undefined
  // The waiting time starts again for the person who took over.
  if (state.awaitingSince !== undefined) return reason === 'taken-over' ? at : state.awaitingSince
  const unanswered = state.visitorMessages.some(({ outcome }) => outcome === 'waiting' || outcome === 'left')
  return reason === 'handoff-requested' || unanswered ? at : undefined
}

const eventOf = {
  'handoff-requested': 'handoff-requested',
  'taken-over': 'human-joined',
  'handed-back': 'handed-back',
  'timed-out': 'timed-out',
  resolved: 'resolved',
  reopened: 'reopened',
} as const
