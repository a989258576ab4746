/**
 * One document for each conversation: the fields of a list item, of the filters, and of the visitor. Message text and
 * personal details stay sealed.
 */

import {
  type ConversationEvent,
  conversationEvents,
  type conversationStatuses,
  type Owner,
} from '@parley/contracts/conversation/events.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'

export type ConversationDocument = {
  conversationId: string
  agentId: string
  visitorId: string
  channel: string
  /** Whether lists without a channel filter include it; false for the test panel. */
  listed: boolean
  lang?: string
  /** Sealed. */
  pageUrl?: string
  browser?: string
  platform?: string
  country?: string
  agentVersion?: number
  /** It took place at another workspace. */
  imported?: true
  /** ISO 8601. */
  startedAt: string
  lastMessageAt: string
  lastRole: string
  /** The newest message: a sealed text, the sealed JSON of its blocks, or a notice. */
  last?: {
    form: 'text' | 'blocks'
    said: string
    /** Sealed JSON of a person's blocks as the visitor reads them. */
    translated?: string
    index: number
  }
  /** The visitor's first text and, while somebody else wrote the newest message, their newest one; both sealed. */
  firstAsked?: string
  lastAsked?: string
  /** The indexes of those messages. */
  firstAskedIndex?: number
  lastAskedIndex?: number
  messages: number
  visitorMessages: number
  humanReplies: number
  handoffs: number
  /** Replies that were not grounded. */
  unanswered: number
  failures: number
  /** Whether the newest reply is a notice of failure. */
  failed: boolean
  /** Credits of the replies, of translations and of transcriptions. */
  cost: number
  status: (typeof conversationStatuses)[number]
  resolvedAt?: string
  owner: Owner
  /** Whether a person is requested and has not come yet, or a call waits for approval; since when. */
  waiting?: true
  waitingSince?: string
  /** Since when a person is requested, and why (sealed). */
  personSince?: string
  handoffNote?: string
  /** The calls of tools that wait for the team's decision, oldest first; `values` sealed. */
  approvals?: { approvalId: string; at: string; name: string; values: string }[]
  /** A member's user id; '' for nobody, so that it can be searched. */
  assignee: string
  tags: string[]
  /** All tags as one value, so that they can be searched; absent without tags. */
  tagSet?: string
  unread: boolean
  /** The status of a listed conversation that is unread; absent otherwise, so that few are in its indexes. */
  unreadStatus?: (typeof conversationStatuses)[number]
  /** Index of the visitor's newest message; 0 if there is none. */
  lastVisitorIndex: number
  /** Index of the newest message that the team has read; -1 if none. */
  readUpTo: number
  /** Texts sealed. */
  notes: { noteId: string; at: string; userId: string; displayName: string; text: string }[]
  /** The ratings given last, by message id, oldest first; '' for the whole conversation. */
  ratings: Record<string, 'up' | 'down'>
  /** The rating of the whole conversation, else the one last added for a message. */
  feedback?: 'up' | 'down'
  /** Sealed. */
  feedbackComment?: string
  /** Sealed, except for `verified`. */
  identity?: { externalId?: string; name?: string; email?: string; phone?: string; verified: boolean }
  /** Sealed JSON of captured fields and variables, oldest first; later ones take precedence. */
  captured: string[]
  variables: string[]
  /** Sealed, newest last. */
  pages: { url: string; at: string }[]
}

/** Maximum items kept in each of the lists. */
const KEPT = 30

type Event = RecordedOf<typeof events>

const events = {
  ...pick(
    conversationEvents,
    'ConversationStarted',
    'VisitorMessageReceived',
    'AgentGreeted',
    'AgentReplied',
    'ReplyFailed',
    'HumanReplied',
    'MessageTranslated',
    'MessageEdited',
    'MessageDeleted',
    'OwnershipChanged',
    'HandoffRequested',
    'ToolApprovalRequested',
    'ToolApprovalDecided',
    'VisitorIdentified',
    'VariablesSet',
    'PageViewed',
    'FieldsCaptured',
    'FeedbackGiven',
    'NoteAdded',
    'NoteRemoved',
    'ConversationTagged',
    'ConversationAssigned',
    'ConversationStatusChanged',
    'ConversationRead',
    'ConversationDeleted',
  ),
  ...pick(creditsEvents, 'CreditsSettled', 'RepliesCharged'),
}

export const conversationsProjection = tenantProjection<ConversationDocument>()({
  name: 'conversations',
  version: 15,
  events,
  // A query filters by equality from the left and orders by `lastMessageAt`: one index for each view of the inbox. Each
  // message is written to each index that its conversation is in, so those that few are in are sparse.
  indexes: {
    byAgent: ['agentId', 'listed', 'lastMessageAt'],
    byChannel: ['agentId', 'channel', 'lastMessageAt'],
    byStatus: ['agentId', 'listed', 'status', 'lastMessageAt'],
    byAssignee: ['agentId', 'listed', 'status', 'assignee', 'lastMessageAt'],
    byWaitingSince: { sparse: ['agentId', 'listed', 'waiting', 'waitingSince'] },
    byWaiting: { sparse: ['agentId', 'listed', 'waiting', 'lastMessageAt'] },
    byWaitingAnywhere: { sparse: ['listed', 'waiting', 'waitingSince'] },
    byUnread: ['agentId', 'listed', 'unread', 'lastMessageAt'],
    byUnreadStatus: { sparse: ['agentId', 'unreadStatus', 'assignee'] },
    byUnreadWaiting: { sparse: ['agentId', 'unreadStatus', 'waiting'] },
    byTagSet: { sparse: ['agentId', 'listed', 'tagSet', 'lastMessageAt'] },
    byVisitor: ['agentId', 'visitorId', 'startedAt'],
  },
  identify(event) {
    if (event.type === 'CreditsSettled' || event.type === 'RepliesCharged')
      return chargeOutsideTurnIn(event)?.conversationId
    return conversationIdOf(event)
  },
  project(conversation, event) {
    if (event.type === 'ConversationStarted') return begun(event)
    if (!conversation || event.type === 'ConversationDeleted') return undefined
    return withUnreadStatus(withWaiting(changed(conversation, event)))
  },
})

/** A conversation that is not recorded is never listed. */
function begun(event: Extract<Event, { type: 'ConversationStarted' }>): ConversationDocument | undefined {
  const { recorded, ...started } = event.data
  if (recorded === false) return undefined
  return {
    ...started,
    listed: started.channel !== 'test-panel',
    startedAt: event.at,
    lastMessageAt: event.at,
    lastRole: '',
    messages: 0,
    visitorMessages: 0,
    humanReplies: 0,
    handoffs: 0,
    unanswered: 0,
    failures: 0,
    failed: false,
    cost: 0,
    status: 'open',
    owner: 'agent',
    assignee: '',
    tags: [],
    unread: false,
    lastVisitorIndex: 0,
    readUpTo: -1,
    notes: [],
    ratings: {},
    captured: [],
    variables: [],
    pages: started.pageUrl === undefined ? [] : [{ url: started.pageUrl, at: event.at }],
  }
}

function changed(
  conversation: ConversationDocument,
  event: Exclude<Event, { type: 'ConversationStarted' | 'ConversationDeleted' }>,
): ConversationDocument {
  switch (event.type) {
    case 'VisitorMessageReceived':
    case 'AgentGreeted':
    case 'AgentReplied':
    case 'ReplyFailed':
    case 'HumanReplied':
      return withMessage(conversation, event)
    case 'MessageTranslated': {
      const { last, lastRole, messages } = conversation
      const isRead = last && lastRole === 'human' && event.data.index === messages - 1
      return isRead ? { ...conversation, last: { ...last, translated: event.data.content } } : conversation
    }
    case 'MessageEdited':
    case 'MessageDeleted': {
      const { index } = event.data
      return withText(conversation, index, event.type === 'MessageEdited' ? event.data.text : undefined)
    }
    case 'CreditsSettled':
    case 'RepliesCharged':
      return {
        ...conversation,
        cost: thousandths(conversation.cost + (chargeOutsideTurnIn(event)?.amount ?? 0)),
      }
    case 'OwnershipChanged':
      return withOwner({ ...conversation, messages: conversation.messages + 1 }, event.data)
    case 'HandoffRequested':
      return {
        ...conversation,
        handoffs: conversation.handoffs + 1,
        personSince: event.data.at,
        handoffNote: event.data.reason,
      }
    case 'ToolApprovalRequested': {
      const { approvalId, at, name, values } = event.data
      return {
        ...conversation,
        approvals: [...(conversation.approvals ?? []), { approvalId, at, name, values }].slice(-KEPT),
      }
    }
    case 'ToolApprovalDecided': {
      const { approvals = [], ...rest } = conversation
      const left = approvals.filter(({ approvalId }) => approvalId !== event.data.approvalId)
      return left.length === 0 ? rest : { ...rest, approvals: left }
    }
    case 'VisitorIdentified': {
      const { externalId, name, email, phone, verified } = event.data
      const told = withoutUndefined({ externalId, name, email, phone })
      return { ...conversation, identity: { ...conversation.identity, ...told, verified } }
    }
    case 'VariablesSet':
      return { ...conversation, variables: kept(conversation.variables, event.data.variables) }
    case 'FieldsCaptured':
      return { ...conversation, captured: kept(conversation.captured, event.data.fields) }
    case 'PageViewed':
      return {
        ...conversation,
        pageUrl: event.data.pageUrl,
        pages: kept(conversation.pages, { url: event.data.pageUrl, at: event.data.at }),
      }
    case 'FeedbackGiven':
      return withFeedback(conversation, event.data)
    case 'NoteAdded': {
      const { noteId, at, userId, displayName, text } = event.data
      return { ...conversation, notes: [...conversation.notes, { noteId, at, userId, displayName, text }] }
    }
    case 'NoteRemoved':
      return {
        ...conversation,
        notes: conversation.notes.filter(({ noteId }) => noteId !== event.data.noteId),
      }
    case 'ConversationTagged':
      return withTags(conversation, event.data.tags)
    case 'ConversationAssigned':
      return { ...conversation, assignee: event.data.assignee ?? '' }
    case 'ConversationStatusChanged':
      return withStatus(conversation, event.data.status, event.data.at)
    case 'ConversationRead':
      return {
        ...conversation,
        readUpTo: event.data.index,
        unread: event.data.index < conversation.lastVisitorIndex,
      }
  }
}

/** Lists find what waits by two fields, whatever it waits for. */
function withWaiting(conversation: ConversationDocument): ConversationDocument {
  const { waiting: _, waitingSince: __, ...rest } = conversation
  const { personSince, approvals: [oldest] = [], status } = rest
  const [since] = [personSince, status === 'open' ? oldest?.at : undefined]
    .filter((at) => at !== undefined)
    .sort()
  return since === undefined ? rest : { ...rest, waiting: true, waitingSince: since }
}

function withUnreadStatus({ unreadStatus: _, ...conversation }: ConversationDocument): ConversationDocument {
  const { listed, unread, status } = conversation
  return listed && unread ? { ...conversation, unreadStatus: status } : conversation
}

function withMessage(
  conversation: ConversationDocument,
  event: Extract<Event, { type: keyof typeof roles }>,
): ConversationDocument {
  const { last, lastRole, lastAsked, lastAskedIndex, ...before } = conversation
  const { index } = event.data
  const wasAsked = lastRole === 'visitor' && last?.form === 'text' && last.said !== ''
  const asked = wasAsked ? last.said : lastAsked
  const after = {
    ...before,
    ...withoutUndefined({ lastAsked: asked, lastAskedIndex: wasAsked ? last.index : lastAskedIndex }),
    messages: conversation.messages + 1,
    lastMessageAt: event.data.at,
    lastRole: roles[event.type],
  }
  switch (event.type) {
    case 'VisitorMessageReceived': {
      const { text, content } = event.data
      const isText = text !== '' || content === undefined
      const { lastAsked: _, lastAskedIndex: __, ...rest } = after
      const isFirst = text !== '' && conversation.firstAsked === undefined
      return {
        ...(isText ? rest : after),
        ...(isFirst ? { firstAsked: text, firstAskedIndex: index } : {}),
        visitorMessages: conversation.visitorMessages + 1,
        unread: true,
        lastVisitorIndex: event.data.index,
        last: isText ? { form: 'text', said: text, index } : { form: 'blocks', said: content, index },
      }
    }
    case 'AgentGreeted':
      return { ...after, last: { form: 'blocks', said: event.data.content, index } }
    case 'AgentReplied': {
      const { content, cost, grounded, asksNothing } = event.data
      return {
        ...after,
        last: { form: 'blocks', said: content, index },
        failed: false,
        cost: thousandths(conversation.cost + cost),
        unanswered: conversation.unanswered + (grounded || asksNothing ? 0 : 1),
      }
    }
    case 'ReplyFailed':
      return {
        ...after,
        last: { form: 'text', said: event.data.notice, index },
        failed: true,
        failures: conversation.failures + 1,
      }
    case 'HumanReplied':
      return {
        ...after,
        last: { form: 'blocks', said: event.data.content, index },
        failed: false,
        humanReplies: conversation.humanReplies + 1,
        readUpTo: event.data.index,
        unread: false,
      }
  }
}

/** Shows the text that a message has now; undefined where it was deleted. */
function withText(
  { firstAsked, firstAskedIndex, lastAsked, lastAskedIndex, last, ...rest }: ConversationDocument,
  index: number,
  text: string | undefined,
): ConversationDocument {
  const of = (at: number | undefined, before: string | undefined) => (at === index ? text : before)
  const said = last?.index === index ? { form: 'text' as const, said: text ?? '', index } : last
  return {
    ...rest,
    ...withoutUndefined({
      ...{ firstAsked: of(firstAskedIndex, firstAsked), firstAskedIndex },
      ...{ lastAsked: of(lastAskedIndex, lastAsked), lastAskedIndex, last: said },
    }),
  }
}

const roles = {
  VisitorMessageReceived: 'visitor',
  AgentGreeted: 'agent',
  AgentReplied: 'agent',
  ReplyFailed: 'agent',
  HumanReplied: 'human',
} as const

/** A person who takes over ends the waiting, as does the agent when it continues. */
function withOwner(
  conversation: ConversationDocument,
  { owner, reason, at }: Fact<'OwnershipChanged'>,
): ConversationDocument {
  const owned = { ...conversation, owner }
  switch (reason) {
    case 'handoff-requested':
      return { ...owned, personSince: conversation.personSince ?? at }
    case 'resolved':
      return withStatus(owned, 'resolved', at)
    case 'reopened':
      return withStatus(owned, 'open', at)
    default:
      return notWaiting(owned)
  }
}

function withStatus(
  conversation: ConversationDocument,
  status: ConversationDocument['status'],
  at: string,
): ConversationDocument {
  const { resolvedAt, ...rest } = conversation
  if (status === 'resolved') return { ...notWaiting(rest), status, resolvedAt: resolvedAt ?? at }
  return { ...rest, status }
}

/** The tags as one value are independent of their order. */
function withTags({ tagSet: _, ...rest }: ConversationDocument, tags: string[]): ConversationDocument {
  return tags.length === 0 ? { ...rest, tags } : { ...rest, tags, tagSet: JSON.stringify(tags.toSorted()) }
}

function notWaiting(conversation: ConversationDocument): ConversationDocument {
  const { personSince: _, handoffNote: __, ...rest } = conversation
  return rest
}

function withFeedback(
  conversation: ConversationDocument,
  { messageId, rating, comment }: Fact<'FeedbackGiven'>,
): ConversationDocument {
  const { feedback: _, feedbackComment: former, ...rest } = conversation
  const ratings = { ...conversation.ratings }
  const key = messageId ?? WHOLE
  // Rated again, it counts as the newest.
  delete ratings[key]
  if (rating !== 'none') ratings[key] = rating
  const dropped = Object.keys(ratings).filter((id) => id !== WHOLE)
  for (const id of dropped.slice(0, -KEPT)) delete ratings[id]
  const feedback = ratings[WHOLE] ?? Object.values(ratings).at(-1)
  const feedbackComment = messageId === undefined ? comment : former
  return { ...rest, ratings, ...withoutUndefined({ feedback, feedbackComment }) }
}

/** The key in `ratings` of the whole conversation's rating; no message has this id. */
const WHOLE = ''

type Fact<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>['data']

function kept<Item>(items: readonly Item[], more: Item): Item[] {
  return [...items, more].slice(-KEPT)
}

/**
 * The charge for a translation or transcription outside a turn, which is charged alone; earlier logs settled it. The cost of a reply is
 * in its own event.
 */
function chargeOutsideTurnIn(
  event: Extract<Event, { type: 'CreditsSettled' | 'RepliesCharged' }>,
): { conversationId: string; amount: number } | undefined {
  const charge = event.type === 'RepliesCharged' ? event.data.charges[0] : event.data
  return charge?.purpose === 'translation' || charge?.purpose === 'transcription' ? charge : undefined
}

export function conversationIdOf(event: RecordedOf<typeof conversationEvents>): string {
  return event.stream.slice('conversation-'.length)
}

export function thousandths(credits: number): number {
  return Math.round(credits * 1_000) / 1_000
}
