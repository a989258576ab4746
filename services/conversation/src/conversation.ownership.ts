/** Who answers a conversation, and what becomes of what the visitor waits for when that changes. */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { Owner } from '@parley/contracts/conversation/events.ts'
import type { Asked, ConversationState, Fact } from './conversation.state.ts'

/** A new owner: the transcript tells it, and what nobody answered goes to whoever answers now. */
export function owned(state: ConversationState, change: Fact<'OwnershipChanged'>): ConversationState {
  const { owner, reason, index, at, userId, displayName } = change
  const block: Block = { type: 'event', event: eventOf[reason] }
  if (displayName !== undefined) block.name = displayName
  return {
    ...state,
    owner,
    epoch: state.epoch + 1,
    person:
      owner === 'human' && userId !== undefined ? { userId, displayName: displayName ?? '' } : undefined,
    messages: [...state.messages, { id: `event-${index}`, index, role: 'system', blocks: [block], at }],
    asked: passedOn(state.asked, owner, reason),
    awaitingSince: awaitedAfter(state, owner, reason, at),
  }
}

/** What was left when it was resolved stays so: who writes again asks anew. */
function passedOn(
  asked: readonly Asked[],
  owner: Owner,
  reason: Fact<'OwnershipChanged'>['reason'],
): readonly Asked[] {
  if (reason === 'reopened') return asked
  const [from, to] = owner === 'agent' ? (['left', 'waiting'] as const) : (['waiting', 'left'] as const)
  return asked.map((one) => (one.outcome === from ? { ...one, outcome: to } : one))
}

function awaitedAfter(
  state: ConversationState,
  owner: Owner,
  reason: Fact<'OwnershipChanged'>['reason'],
  at: string,
): string | undefined {
  if (owner === 'agent' || reason === 'resolved') return undefined
  // Who has come has as long to answer as there was to come.
  if (state.awaitingSince !== undefined) return reason === 'taken-over' ? at : state.awaitingSince
  const unanswered = state.asked.some(({ outcome }) => outcome === 'waiting' || outcome === 'left')
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
