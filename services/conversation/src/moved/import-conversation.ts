/** Takes over what happened in a conversation at another workspace, as it was recorded there. */

import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { mostMovedEvents } from '@parley/contracts/conversation/moved.ts'
import { accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import type { ConversationCommand } from '../conversation.decider.ts'
import { MOST_NOTES, MOST_VARIABLES } from '../conversation.outside-turns.ts'
import { type ConversationState, evolve } from '../conversation.state.ts'

export type ImportConversation = {
  type: 'ImportConversation'
  /** The first of all starts the conversation; the ids are those that things have here. */
  events: readonly ConversationEvent[]
}

const MOST_TAGS = 100
const MOST_APPROVALS = 100

const notImportable = refuse('not-importable', 'This conversation can’t be read.')

/** What the team may do with a conversation that was moved here: nothing of it reaches the visitor. */
const open: readonly ConversationCommand['type'][] = [
  'AddNote',
  'RemoveNote',
  'TagConversation',
  'AssignConversation',
  'SetStatus',
  'MarkRead',
  'DeleteConversation',
]

export const isOpenWhereImported = (type: ConversationCommand['type']): boolean => open.includes(type)

export function importConversation(
  { events }: ImportConversation,
  state: ConversationState,
): Decision<ConversationEvent> {
  const [first] = events
  if (!first || events.length > mostMovedEvents) return notImportable
  if (state.deleted) return accept()
  if (!state.started) {
    if (first.type !== 'ConversationStarted' || !first.data.imported) return notImportable
  } else if (!state.started.imported) return notImportable
  let after = state
  for (const event of events) {
    if (!isNext(event, after)) return notImportable
    after = evolve(after, event)
  }
  return accept(...events)
}

/** Whether an event may follow: its message has the next number, what it is about is there, and lists stay bounded. */
function isNext(event: ConversationEvent, state: ConversationState): boolean {
  if (event.type === 'ConversationStarted') return state.started === undefined
  const { started, messageCount } = state
  if (!started || event.data.agentId !== started.agentId) return false
  if ('channel' in event.data && event.data.channel !== started.channel) return false
  if ('visitorId' in event.data && event.data.visitorId !== started.visitorId) return false
  switch (event.type) {
    case 'VisitorMessageReceived':
    case 'AgentGreeted':
    case 'AgentReplied':
    case 'ReplyFailed':
    case 'HumanReplied':
    case 'OwnershipChanged':
      return event.data.index === messageCount
    case 'MessageTranslated':
    case 'VoiceNoteTranscribed':
    case 'ReactionChanged':
    case 'MessageEdited':
    case 'MessageDeleted':
    case 'MessageDeliveryChanged':
    case 'ConversationRead':
      return Number.isInteger(event.data.index) && event.data.index >= -1 && event.data.index < messageCount
    case 'FeedbackGiven':
      return event.data.index === undefined || (event.data.index >= 0 && event.data.index < messageCount)
    case 'NoteAdded':
      return state.notes.length < MOST_NOTES
    case 'ConversationTagged':
      return event.data.tags.length <= MOST_TAGS
    case 'VariablesSet':
      return Object.keys(event.data.variables).length <= MOST_VARIABLES
    case 'ToolApprovalRequested':
      return state.approvals.length < MOST_APPROVALS
    default:
      return true
  }
}
