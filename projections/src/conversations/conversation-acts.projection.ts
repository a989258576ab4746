/**
 * What the team did with a conversation besides writing: its tags, whom it is assigned to, and the calls it decided on,
 * one document for each conversation. They are not part of its own document, which is written again with every message.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { ConversationAct } from '@parley/contracts/conversation/reading-endpoints.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { conversationIdOf } from './conversations.projection.ts'

/** `tags`: all at present, to tell which the next change adds and removes. The oldest act first. */
export type ConversationActs = { tags: string[]; acts: ConversationAct[] }

/** Maximum acts kept of a conversation: the newest. */
const KEPT = 50

export const conversationActsProjection = tenantProjection<ConversationActs>()({
  name: 'conversation-acts',
  version: 2,
  events: pick(
    conversationEvents,
    'ConversationTagged',
    'ConversationAssigned',
    'ToolApprovalDecided',
    'ConversationDeleted',
  ),
  indexes: {},
  identify: conversationIdOf,
  project(found, event) {
    if (event.type === 'ConversationDeleted') return undefined
    const { tags, acts } = found ?? { tags: [], acts: [] }
    const act = { at: event.data.at, by: event.actor }
    if (event.type === 'ConversationAssigned')
      return { tags, acts: kept(acts, { ...act, did: 'assign', assignee: event.data.assignee ?? '' }) }
    if (event.type === 'ToolApprovalDecided') {
      const { name, outcome } = event.data
      return { tags, acts: kept(acts, { ...act, did: 'decide', name, outcome }) }
    }
    const after = event.data.tags
    const added = after.filter((tag) => !tags.includes(tag))
    const removed = tags.filter((tag) => !after.includes(tag))
    return { tags: after, acts: kept(acts, { ...act, did: 'tag', added, removed }) }
  },
})

const kept = (acts: readonly ConversationAct[], act: ConversationAct) => [...acts, act].slice(-KEPT)
