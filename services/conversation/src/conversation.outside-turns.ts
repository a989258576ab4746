/** Commands outside turns: neither a visitor's messages nor the agent's replies. The team, the page or the visitor sends them. */

import type { DeliveryFailure, DeliveryState } from '@parley/contracts/channel/names.ts'
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationEvent, Owner } from '@parley/contracts/conversation/events.ts'
import type { StoredFlow } from '@parley/contracts/conversation/flow-state.ts'
import { accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import {
  changeMessage,
  type OutsideChannelCommand,
  recordOutsideReply,
} from './conversation.outside-channel.ts'
import type { ConversationState, Fact, Started } from './conversation.state.ts'
import { type HeardNote, transcriptEvents } from './transcription/transcripts.decider.ts'

/** A member of the team as visitors may see them. */
export type Person = { userId: string; displayName: string }

/** `lang`: a language tag. */
export type Translation = NonNullable<MessageView['translation']>

/** What is known of a message when it is recorded what became of it. */
type DeliveredMessage = Pick<MessageView, 'index' | 'role' | 'deliveryState'>

export type OutsideTurnCommand =
  | {
      type: 'RequestHandoff'
      by: Fact<'HandoffRequested'>['by']
      note?: string
      offline: boolean
      /** False if the agent continues to answer until a person takes over (`manualControl`, offline). */
      silencesAgent: boolean
      /** What the agent tells the visitor, if it continues to answer and is not replying already. */
      answer?: (state: ConversationState) => string
    }
  /** `assigns: false`: by somebody who can't be an assignee. */
  | { type: 'TakeOver'; person: Person; assigns?: false }
  | { type: 'HandBack'; person?: Person }
  /** Hands the conversation back to the agent if nobody came. No effect if the wait ended or started again. */
  | { type: 'TimeOutHandoff'; awaitingSince: string }
  | {
      type: 'ReplyAsPerson'
      messageId: string
      blocks: Block[]
      person: Person
      assigns?: false
      /** The text in the visitor's language, if that is another one. */
      translation?: Translation
    }
  /** What the agent writes of itself, such as in a campaign. `flow`: where its flow goes on with the answer. */
  | {
      type: 'WriteUnasked'
      messageId: string
      blocks: Block[]
      variables: Record<string, string>
      flow?: StoredFlow
      /** The visitor's message that it answers, where nobody has yet. */
      answers?: string | undefined
      /** Starts the conversation with it, unless it has begun. */
      conversation?: Fact<'ConversationStarted'>
    }
  /** `editedAt`: when the text was written that is translated, if it was edited. */
  | {
      type: 'RecordTranslation'
      messageId: string
      index: number
      translation: Translation
      editedAt?: string | undefined
    }
  /** What is said in voice notes that a person answers. */
  | { type: 'RecordTranscripts'; heard: readonly HeardNote[] }
  /** What became of a message that was sent through a channel. A state that comes late changes nothing. */
  | {
      type: 'RecordDelivery'
      messageId: string
      /** The message, if it is older than what the state has. */
      older?: DeliveredMessage
      state: DeliveryState
      reason?: DeliveryFailure
      /** How many parts of a message that failed were sent. */
      partsSent?: number
    }
  | { type: 'AddNote'; noteId: string; text: string; person: Person }
  | { type: 'RemoveNote'; noteId: string }
  | { type: 'TagConversation'; tags: string[] }
  /** `insteadOf`: changes nothing if it is assigned to somebody else by now. */
  | { type: 'AssignConversation'; assignee: string | undefined; insteadOf?: string }
  /** `notice`: what a visitor is told who waits for a person when the conversation is resolved. */
  | { type: 'SetStatus'; status: 'open' | 'resolved'; person?: Person; notice?: string }
  /** Marks everything as read if `index` is undefined. */
  | { type: 'MarkRead'; index: number | undefined }
  | {
      type: 'GiveFeedback'
      messageId?: string
      rating: 'up' | 'down' | 'none'
      comment?: string
      /** The message as the read model has it, if the state no longer has it. */
      olderMessage?: Pick<MessageView, 'index' | 'role' | 'feedback'> | undefined
    }
  | {
      type: 'IdentifyVisitor'
      externalId?: string
      name?: string
      email?: string
      phone?: string
      verified: boolean
    }
  | { type: 'SetVariables'; variables: Record<string, string> }
  | { type: 'ViewPage'; pageUrl: string }
  | { type: 'CaptureFields'; by: Fact<'FieldsCaptured'>['by']; fields: Record<string, string> }
  | { type: 'DeleteConversation'; reason: Fact<'ConversationDeleted'>['reason'] }
  | OutsideChannelCommand

export const MOST_VARIABLES = 100
export const MOST_NOTES = 200

/** Refuses with `deleted`, `not-found` (a message or a note), `too-many-variables` or `too-many-notes`. */
export function decideOutsideTurn(
  command: OutsideTurnCommand,
  state: ConversationState,
  started: Started,
  now: Date,
): Decision<ConversationEvent> {
  if (state.deleted) {
    if (command.type === 'DeleteConversation') return accept()
    return refuse('deleted', 'This conversation has been deleted.')
  }
  const { agentId, channel, visitorId } = started
  const at = now.toISOString()
  const here = { agentId, at }
  const counted = { ...here, channel }

  switch (command.type) {
    case 'RequestHandoff': {
      const { by, note, offline, silencesAgent, answer } = command
      if (state.owner === 'human') return accept()
      // Already requested. Somebody may have come online since, for whom the agent falls silent now.
      const requested = (state.awaitingSince !== undefined || state.handoffPending) && state.status === 'open'
      if (requested && !(silencesAgent && state.owner === 'agent')) return accept()
      const data = { ...counted, by, offline, ...(note ? { reason: note } : {}) }
      const before: ConversationEvent[] = [...opened(state, counted), { type: 'HandoffRequested', data }]
      if (silencesAgent)
        return accept(...before, ...changed(state, started, at, 'nobody', 'handoff-requested'))
      return accept(...before, ...(answer ? [unasked(state, counted, answer(state))] : []))
    }
    case 'TakeOver':
      return accept(
        ...opened(state, counted),
        ...takenOver(state, started, at, command.person),
        ...(command.assigns === false ? [] : assigned(state, here, command.person.userId)),
      )
    case 'HandBack':
      return accept(
        ...opened(state, counted),
        ...changed(state, started, at, 'agent', 'handed-back', command.person),
      )
    case 'TimeOutHandoff': {
      const void_ = state.awaitingSince === undefined || state.awaitingSince > command.awaitingSince
      return void_ ? accept() : accept(...changed(state, started, at, 'agent', 'timed-out'))
    }
    case 'ReplyAsPerson': {
      const { messageId, blocks, person, translation } = command
      if (state.messages.some(({ id }) => id === messageId)) return accept()
      const taken = takenOver(state, started, at, person)
      // Whoever helps a colleague out does not take the conversation away.
      const assigns = taken.length > 0 && command.assigns !== false && state.assignee === undefined
      const before = [
        ...opened(state, counted),
        ...taken,
        ...(assigns ? assigned(state, here, person.userId) : []),
      ]
      const index = state.messageCount + before.filter(({ type }) => type === 'OwnershipChanged').length
      const data = { ...counted, index, messageId, content: blocks, ...person }
      const replied: ConversationEvent = { type: 'HumanReplied', data }
      const read = translation ? [translated({ ...counted, index, messageId }, translation)] : []
      return accept(...before, replied, ...read)
    }
    case 'WriteUnasked': {
      const { messageId, blocks: content, variables, flow, answers } = command
      if (state.messages.some(({ id }) => id === messageId)) return accept()
      const set = setVariables(variables, state, here)
      if (!set.ok) return set
      const own = { ...counted, index: state.messageCount, messageId, content }
      const data = answers === undefined ? own : { ...own, inReplyTo: answers }
      const greeted = { type: 'AgentGreeted', data: flow === undefined ? data : { ...data, flow } } as const
      return accept(...set.events, greeted)
    }
    case 'RecordTranslation': {
      const { messageId, index, translation } = command
      if (index >= state.messageCount) return refuse('not-found', 'This message does not exist.')
      const message = state.messages.find(({ id }) => id === messageId)
      if (message?.translation) return accept()
      // It was deleted or edited while it was translated.
      if (message && (message.deleted || message.edited?.at !== command.editedAt)) return accept()
      return accept(translated({ ...counted, index, messageId }, translation))
    }
    case 'RecordTranscripts':
      return accept(...transcriptEvents(command.heard, state, counted))
    case 'RecordDelivery':
      return recordDelivery(command, state, counted)
    case 'RecordOutsideReply':
      return recordOutsideReply(command, state, counted, () => [
        ...opened(state, counted),
        ...takenOver(state, started, at, command.person),
      ])
    case 'ChangeMessage':
      return changeMessage(command, state, counted)
    case 'AddNote': {
      const { noteId, text, person } = command
      if (state.notes.includes(noteId)) return accept()
      if (state.notes.length >= MOST_NOTES)
        return refuse('too-many-notes', `A conversation keeps at most ${MOST_NOTES} notes. Remove one first.`)
      return accept({ type: 'NoteAdded', data: { ...here, noteId, text, ...person } })
    }
    case 'RemoveNote': {
      const { noteId } = command
      if (!state.notes.includes(noteId)) return refuse('not-found', 'This note does not exist.')
      return accept({ type: 'NoteRemoved', data: { ...here, noteId } })
    }
    case 'TagConversation': {
      const tags = [...new Set(command.tags)]
      const same = tags.length === state.tags.length && tags.every((tag) => state.tags.includes(tag))
      return same ? accept() : accept({ type: 'ConversationTagged', data: { ...here, tags } })
    }
    case 'AssignConversation': {
      const { assignee, insteadOf } = command
      if (assignee === state.assignee) return accept()
      if (insteadOf !== undefined && insteadOf !== state.assignee) return accept()
      const data = assignee === undefined ? here : { ...here, assignee }
      return accept({ type: 'ConversationAssigned', data })
    }
    case 'SetStatus':
      return setStatus(command, state, started, at)
    case 'MarkRead': {
      const newest = state.messageCount - 1
      const index = Math.min(command.index ?? newest, newest)
      return index === state.readUpTo
        ? accept()
        : accept({ type: 'ConversationRead', data: { ...here, index } })
    }
    case 'GiveFeedback': {
      const { messageId, rating, comment, olderMessage } = command
      const data: Fact<'FeedbackGiven'> = { ...counted, rating }
      if (comment) data.comment = comment
      let before = state.rating
      if (messageId !== undefined) {
        const about = state.messages.find(({ id }) => id === messageId) ?? olderMessage
        if (about?.role !== 'agent' && about?.role !== 'human')
          return refuse('not-found', 'This message does not exist.')
        before = about.feedback
        Object.assign(data, { messageId, index: about.index })
      }
      if (!comment && (before ?? 'none') === rating) return accept()
      return accept({ type: 'FeedbackGiven', data })
    }
    case 'IdentifyVisitor':
      return identify(command, state, started, at)
    case 'SetVariables':
      return setVariables(command.variables, state, here)
    case 'ViewPage':
      return command.pageUrl === state.pageUrl
        ? accept()
        : accept({ type: 'PageViewed', data: { ...here, pageUrl: command.pageUrl } })
    case 'CaptureFields':
      return capture(command.by, command.fields, state, { ...counted, visitorId })
    case 'DeleteConversation': {
      const { reason } = command
      return accept({
        type: 'ConversationDeleted',
        data: { ...here, visitorId, reason, messages: state.messageCount },
      })
    }
  }
}

/** The states that may follow a state. A message is sent before it is read, even if we hear of it in another order. */
const following: Record<DeliveryState | 'queued', readonly DeliveryState[]> = {
  queued: ['sent', 'delivered', 'read', 'failed'],
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read'],
  read: [],
  failed: [],
}

function recordDelivery(
  command: Extract<OutsideTurnCommand, { type: 'RecordDelivery' }>,
  { messages }: ConversationState,
  counted: { agentId: string; channel: Started['channel']; at: string },
): Decision<ConversationEvent> {
  const { messageId, older, state: reached, reason, partsSent } = command
  const message = messages.find(({ id }) => id === messageId) ?? older
  if (message?.role !== 'agent' && message?.role !== 'human')
    return refuse('not-found', 'This message does not exist.')
  const before = message.deliveryState ?? 'queued'
  // Where a part failed, what the provider reports of the parts before it is not the outcome of the message.
  const isPartial = partsSent !== undefined && before !== 'failed'
  if (!isPartial && !following[before].includes(reached)) return accept()
  const data: Fact<'MessageDeliveryChanged'> = { ...counted, index: message.index, messageId, state: reached }
  if (reason !== undefined) data.reason = reason
  if (partsSent !== undefined) data.partsSent = partsSent
  return accept({ type: 'MessageDeliveryChanged', data })
}

/** Returns the event of a message's translation. */
export function translated(
  message: Omit<Fact<'MessageTranslated'>, 'lang' | 'content'>,
  { lang, blocks }: Translation,
): ConversationEvent {
  return { type: 'MessageTranslated', data: { ...message, lang, content: blocks } }
}

function assigned(state: ConversationState, here: { agentId: string; at: string }, assignee: string) {
  if (state.assignee === assignee) return []
  return [{ type: 'ConversationAssigned', data: { ...here, assignee } } as const]
}

function takenOver(state: ConversationState, started: Started, at: string, person: Person) {
  if (state.owner === 'human' && state.person?.userId === person.userId) return []
  return changed(state, started, at, 'human', 'taken-over', person)
}

/**
 * Resolves or reopens. Nobody owns a resolved conversation; the agent owns a reopened one. A visitor who waits for a person
 * is told, also on a channel.
 */
function setStatus(
  { status, person, notice }: Extract<OutsideTurnCommand, { type: 'SetStatus' }>,
  state: ConversationState,
  started: Started,
  at: string,
): Decision<ConversationEvent> {
  if (status === state.status) return accept()
  const { agentId, channel } = started
  const [owner, reason] =
    status === 'resolved' ? (['nobody', 'resolved'] as const) : (['agent', 'reopened'] as const)
  const waits = status === 'resolved' && (state.owner === 'nobody' || state.handoffPending)
  const told =
    waits && notice !== undefined && !started.imported
      ? [unasked(state, { agentId, channel, at }, notice)]
      : []
  const after = { ...state, messageCount: state.messageCount + told.length }
  return accept(
    ...told,
    { type: 'ConversationStatusChanged', data: { agentId, channel, at, status } },
    ...(waits
      ? [ownerChanged(after, started, at, owner, reason, person)]
      : changed(after, started, at, owner, reason, person)),
  )
}

/** A message of the agent that answers no message of the visitor. */
function unasked(
  { messageCount: index }: ConversationState,
  counted: { agentId: string; channel: Started['channel']; at: string },
  text: string,
): ConversationEvent {
  const content: Block[] = [{ type: 'text', text }]
  return { type: 'AgentGreeted', data: { ...counted, index, messageId: `unasked-${index}`, content } }
}

function opened(
  state: ConversationState,
  counted: { agentId: string; channel: Started['channel']; at: string },
): ConversationEvent[] {
  if (state.status === 'open') return []
  return [{ type: 'ConversationStatusChanged', data: { ...counted, status: 'open' } }]
}

/** Returns no event if the owner stays the same, unless it is a person. */
function changed(
  state: ConversationState,
  started: Started,
  at: string,
  owner: Owner,
  reason: Fact<'OwnershipChanged'>['reason'],
  person?: Person,
): ConversationEvent[] {
  if (state.owner === owner && owner !== 'human') return []
  return [ownerChanged(state, started, at, owner, reason, person)]
}

function ownerChanged(
  state: ConversationState,
  { agentId, channel }: Started,
  at: string,
  owner: Owner,
  reason: Fact<'OwnershipChanged'>['reason'],
  person?: Person,
): ConversationEvent {
  const index = state.messageCount
  const data = { agentId, channel, index, at, from: state.owner, owner, reason, ...person }
  return { type: 'OwnershipChanged', data }
}

/** An unsigned claim does not replace the external id of a signed one. */
function identify(
  command: Extract<OutsideTurnCommand, { type: 'IdentifyVisitor' }>,
  state: ConversationState,
  { agentId, visitorId }: Started,
  at: string,
): Decision<ConversationEvent> {
  const { type: _, verified, ...claimed } = command
  const before = state.identity
  const proven = before?.verified === true && !verified
  const known = withoutUndefined(claimed)
  const identity = {
    ...withoutUndefined({ ...before, verified: undefined }),
    ...known,
    ...(proven && before.externalId !== undefined ? { externalId: before.externalId } : {}),
    verified: proven && sameClaims(before, known) ? true : verified,
  }
  if (proven && !identity.verified) return accept()
  const same = before !== undefined && JSON.stringify(sorted(before)) === JSON.stringify(sorted(identity))
  return same
    ? accept()
    : accept({ type: 'VisitorIdentified', data: { agentId, visitorId, at, ...identity } })
}

function sameClaims(before: object, claimed: object): boolean {
  const known = Object.entries(before)
  return Object.entries(claimed).every(([name, value]) =>
    known.some(([other, had]) => other === name && had === value),
  )
}

function setVariables(
  set: Record<string, string>,
  state: ConversationState,
  here: { agentId: string; at: string },
): Decision<ConversationEvent> {
  const after = Object.fromEntries(
    Object.entries({ ...state.variables, ...set }).filter(([, text]) => text !== ''),
  )
  if (JSON.stringify(sorted(after)) === JSON.stringify(sorted(state.variables))) return accept()
  if (Object.keys(after).length > MOST_VARIABLES)
    return refuse(
      'too-many-variables',
      `A conversation keeps at most ${MOST_VARIABLES} variables.`,
      'variables',
    )
  return accept({ type: 'VariablesSet', data: { ...here, variables: after } })
}

function capture(
  by: Fact<'FieldsCaptured'>['by'],
  fields: Record<string, string>,
  state: ConversationState,
  counted: Omit<Fact<'FieldsCaptured'>, 'by' | 'fields'>,
): Decision<ConversationEvent> {
  const fresh = Object.entries(fields).filter(([name, text]) => text !== '' && state.fields[name] !== text)
  if (fresh.length === 0) return accept()
  const data = { ...counted, by, fields: Object.fromEntries(fresh) }
  return accept({ type: 'FieldsCaptured', data })
}

function sorted(record: object): [string, unknown][] {
  return Object.entries(withoutUndefined(record)).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
