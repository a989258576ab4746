/**
 * What happens to a conversation outside of Parley, in the app of the provider of its channel: a person replies there, or
 * messages are reacted to, edited and deleted. What it is called at which provider is the channel's concern.
 */
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import type { ConversationState, Fact, Started } from './conversation.state.ts'

/** A message that stands in the transcript, however old it is. */
type Standing = Pick<
  MessageView,
  'id' | 'index' | 'role' | 'blocks' | 'reaction' | 'edited' | 'deleted' | 'outside'
>

export type MessageChange =
  /** By the visitor; undefined takes it back. `former`: takes back only this one. */
  | { kind: 'reaction'; reaction: string | undefined; former?: string }
  /** By whoever wrote the message. */
  | { kind: 'edit'; text: string }
  | { kind: 'deletion' }

export type OutsideChannelCommand =
  /** A person has answered in the provider's app, and the visitor has read or will read it there. */
  | {
      type: 'RecordOutsideReply'
      messageId: string
      blocks: Block[]
      /** The account that they answered from, as `userId` and name of the reply. */
      person: { userId: string; displayName: string }
      /** ISO 8601. */
      sentAt: string
    }
  | {
      type: 'ChangeMessage'
      message: Standing
      by: 'visitor' | 'human'
      /** When it happened there (ISO 8601). */
      changedAt: string
      change: MessageChange
    }

type Counted = { agentId: string; channel: Started['channel']; at: string }

/**
 * Records what a person wrote outside. They take the conversation over, unless it was handed back, resolved or reopened
 * after they wrote.
 */
export function recordOutsideReply(
  { messageId, blocks, person, sentAt }: Extract<OutsideChannelCommand, { type: 'RecordOutsideReply' }>,
  state: ConversationState,
  counted: Counted,
  takeOver: () => ConversationEvent[],
): Decision<ConversationEvent> {
  if (state.messages.some(({ id }) => id === messageId)) return accept()
  const before = wasHandedOnAfter(state, sentAt) ? [] : takeOver()
  const index = state.messageCount + before.filter(({ type }) => type === 'OwnershipChanged').length
  // The provider's clock may be fast.
  const written = sentAt > counted.at ? counted.at : sentAt
  const data: Fact<'HumanReplied'> = {
    ...{ ...counted, index, messageId, content: blocks, ...person },
    ...{ outside: true, sentAt: written },
  }
  return accept(...before, { type: 'HumanReplied', data })
}

function wasHandedOnAfter({ messages }: ConversationState, sentAt: string): boolean {
  return messages.some(
    ({ role, at, blocks: [block] }) =>
      role === 'system' &&
      Date.parse(at) > Date.parse(sentAt) &&
      block?.type === 'event' &&
      ['handed-back', 'timed-out', 'resolved', 'reopened'].includes(block.event),
  )
}

/** Refuses with `not-found` what is not the author's to edit or delete. */
export function changeMessage(
  { message, by, changedAt, change }: Extract<OutsideChannelCommand, { type: 'ChangeMessage' }>,
  state: ConversationState,
  counted: Counted,
): Decision<ConversationEvent> {
  const standing = state.messages.find(({ id }) => id === message.id) ?? message
  const { id: messageId, index, role, reaction, deleted } = standing
  const said = { ...counted, index, messageId }
  if (role === 'system') return notFound
  if (change.kind === 'reaction') {
    if (deleted || change.reaction === reaction) return accept()
    if (change.former !== undefined && change.former !== reaction) return accept()
    const given = change.reaction === undefined ? {} : { reaction: change.reaction }
    return accept({ type: 'ReactionChanged', data: { ...said, ...given } })
  }
  // What was written here is changed here alone.
  if (role !== by || (role === 'human' && !standing.outside)) return notFound
  if (deleted) return accept()
  if (change.kind === 'deletion') return accept({ type: 'MessageDeleted', data: said })
  const { text } = change
  // One that comes late must not undo a later one.
  const before = standing.edited?.at
  if (textIn(standing) === text || (before !== undefined && Date.parse(before) > Date.parse(changedAt)))
    return accept()
  return accept({ type: 'MessageEdited', data: { ...said, text, editedAt: changedAt } })
}

const notFound = refuse('not-found', 'This message does not exist.')

/** Former texts of a message that are shown. */
export const MOST_EARLIER = 20

/** Applies a change to a message of the transcript. */
export function changedMessage(
  message: MessageView,
  event: Extract<ConversationEvent, { type: 'ReactionChanged' | 'MessageEdited' | 'MessageDeleted' }>,
): MessageView {
  if (event.type === 'ReactionChanged') {
    const { reaction: _, ...rest } = message
    const { reaction } = event.data
    return reaction === undefined ? rest : { ...rest, reaction }
  }
  const { translation: _, ...rest } = message
  if (event.type === 'MessageDeleted') {
    const { edited: __, reaction: ___, ...left } = rest
    return { ...left, blocks: [], deleted: true }
  }
  const { text, editedAt: at } = event.data
  const others = message.blocks.filter(({ type }) => type !== 'text')
  const earlier = [...(message.edited?.earlier ?? []), textIn(message)].slice(-MOST_EARLIER)
  return { ...rest, blocks: [{ type: 'text', text }, ...others], edited: { at, earlier } }
}

const textIn = ({ blocks }: Pick<MessageView, 'blocks'>): string =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
