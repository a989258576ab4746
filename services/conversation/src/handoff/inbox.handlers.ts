/** The team's calls on a conversation. A conversation of another agent is refused like one that does not exist. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import type { inboxEndpoints } from '@parley/contracts/conversation/inbox-endpoints.ts'
import type { TagRules } from '@parley/contracts/organisation/inbox-rules.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply, type ServerSentEvent } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import {
  type ConversationCommand,
  type ConversationState,
  conversation,
  subjectOf,
} from '../conversation.decider.ts'
import type { Person, Translation } from '../conversation.outside-turns.ts'
import { messageOf, type Transcripts } from '../transcripts.ts'
import type { Across } from '../translation/across.ts'
import { spokenLanguage } from '../turn/spoken-language.ts'
import type { Turns } from '../turn/turn.ts'
import { fileBlocks, type VisitorFiles } from '../visiting/visitor-files.ts'
import type { Following } from './following.ts'
import { handoffPhrases } from './handoff-phrases.ts'

export type InboxDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  newId(): string
  turns: Pick<Turns, 'answerWaiting' | 'discard'>
  following: Following
  /** Translates a person's messages into the visitor's language. */
  across: Pick<Across, 'forVisitor'>
  filesOf: VisitorFiles
  transcripts: Transcripts
  /** Whether a user is a member of the workspace. */
  /** Of a member: whether they may answer visitors; undefined of anybody else. */
  memberAnswers(tenant: string, userId: string): Promise<boolean | undefined>
  /** The predefined tags of the inbox, and whether no others may be used; `orgId` is that of a client. */
  tagRules(tenant: string, orgId: string | undefined): Promise<TagRules>
  /** For the language in which the visitor is told something. */
  agentDocument(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  erase: Keyring['erase']
  /** A client of the workspace who may answer conversations, and of which agents. */
  answeringClient(
    tenant: string,
    clientId: string,
  ): Promise<{ orgId: string; agentIds: readonly string[] } | undefined>
  /** Evicts the cached state of a stream, which contains messages. */
  evict: CommandHandler['evict']
}

type InboxCall = Pick<Call, 'principal' | 'tenant' | 'context' | 'request'> & {
  params: { agentId: string; conversationId: string }
}
type InboxCommandOutcome =
  | { ok: true; state: ConversationState; position: number; events: number }
  | { ok: false; rejection: Rejection }

const notFound = refuse('not-found', 'This conversation does not exist.')
const notPredefined = refuse('unknown-tag', 'Only predefined tags can be added here.', 'tags')
const notAMember = refuse('not-a-member', 'This person is not a member of the workspace.', 'assignee')
const notAColleague = refuse('not-a-member', 'This person can’t answer in this conversation.', 'assignee')

export function inboxHandlers(deps: InboxDeps): Handlers<typeof inboxEndpoints> {
  return {
    async 'conversations.takeOver'(call) {
      const handled = await run(call, { type: 'TakeOver', person: personOf(call), ...assigningOf(call) })
      if (!handled.ok) return handled
      deps.turns.discard(call.params.conversationId, handled.state.epoch)
      return reply(ownershipOf(handled.state), handled.position)
    },

    async 'conversations.handBack'(call) {
      const handled = await run(call, { type: 'HandBack', person: personOf(call) })
      if (!handled.ok) return handled
      // Replies to what was said since the last human reply, without making the caller wait.
      deps.turns
        .answerWaiting(call.tenant, call.params.conversationId, call.context.cause)
        .catch(() => undefined)
      return reply(ownershipOf(handled.state), handled.position)
    },

    async 'conversations.reply'(call) {
      const { id: messageId, text, files } = call.body
      const attached = await fileBlocks(deps.filesOf, call.tenant, call.params.conversationId, files)
      if (!attached.ok) return attached
      const blocks = [...(text === '' ? [] : [{ type: 'text', text } as const]), ...attached.blocks]
      const translation = await translated(call, { id: messageId, blocks })
      const replied = await replyAs(deps, call, { messageId, blocks, translation })
      return replied.ok ? reply({ message: replied.message }, replied.position) : replied
    },

    async 'conversations.decideApproval'(call) {
      const { decision, comment } = call.body
      const outcome = decision === 'approve' ? 'approved' : 'declined'
      const handled = await run(call, {
        type: 'DecideApproval',
        approvalId: call.params.approvalId,
        outcome,
        person: personOf(call),
        ...(comment ? { comment } : {}),
      })
      if (!handled.ok) return handled
      // The agent carries it out and tells the visitor, without making the caller wait.
      deps.turns
        .answerWaiting(call.tenant, call.params.conversationId, call.context.cause)
        .catch(() => undefined)
      return reply({ success: true }, handled.position)
    },

    async 'conversations.watch'(call) {
      const found = await find(call)
      if (!found) return notFound
      const { after } = call.query
      const stream = deps.following.follow({
        tenant: call.tenant,
        conversationId: call.params.conversationId,
        by: personOf(call),
        signal: call.request.signal,
        ...(after === undefined ? {} : { after }),
      })
      return { ok: true, stream: asServerSent(stream) }
    },

    async 'conversations.typing'(call) {
      if (!(await find(call))) return notFound
      deps.following.typing(placeOf(call), personOf(call), call.body.typing)
      return reply({ success: true })
    },

    async 'conversations.addNote'(call) {
      const noteId = call.body.id ?? deps.newId()
      const command = { type: 'AddNote', noteId, text: call.body.text, person: personOf(call) } as const
      const handled = await run(call, command)
      return handled.ok ? reply({ noteId }, handled.position) : handled
    },

    'conversations.removeNote': (call) => done(call, { type: 'RemoveNote', noteId: call.params.noteId }),

    async 'conversations.tag'(call) {
      const { tags } = call.body
      // Of the tags that it has by now, whatever process changed them.
      await deps.refresh(conversation.category, call.params.conversationId)
      const found = await find(call)
      if (!found) return notFound
      const { principal } = call
      const rules = await deps.tagRules(
        call.tenant,
        principal.kind === 'client' && !principal.agencyAdmin ? principal.orgId : undefined,
      )
      // Others may have added tags under other rules; these stay.
      const allowed = new Set([...rules.predefinedTags, ...found.tags])
      if (rules.disallowAnyTags && !tags.every((tag) => allowed.has(tag))) return notPredefined
      const handled = await run(on(call, 'ConversationTagged'), { type: 'TagConversation', tags })
      return handled.ok ? reply({ tags: [...handled.state.tags] }, handled.position) : handled
    },

    async 'conversations.assign'(call) {
      const assignee = call.body.assignee ?? undefined
      const refused = assignee === undefined ? undefined : await refuseAssignee(call, assignee)
      if (refused) return refused
      return done(on(call, 'ConversationAssigned'), { type: 'AssignConversation', assignee })
    },

    async 'conversations.setStatus'(call) {
      const { status } = call.body
      const notice = status === 'resolved' ? await closingNotice(call) : undefined
      const command = { type: 'SetStatus', status, person: personOf(call), ...notice } as const
      const handled = await run(on(call, 'ConversationStatusChanged'), command)
      if (!handled.ok) return handled
      deps.turns.discard(call.params.conversationId, handled.state.epoch)
      return reply({ success: true }, handled.position)
    },

    async 'conversations.markRead'(call) {
      const handled = await run(call, { type: 'MarkRead', index: call.body.index })
      return handled.ok ? reply({ index: handled.state.readUpTo }, handled.position) : handled
    },

    async 'conversations.remove'(call) {
      const found = await find(call)
      if (!found?.started) return notFound
      const { conversationId } = call.params
      const answered = await done(call, { type: 'DeleteConversation', reason: 'person' })
      if (!answered.ok) return answered
      deps.turns.discard(conversationId)
      await deps.erase({ tenant: call.tenant, subject: subjectOf(found.started) })
      await deps.evict(conversation.category, conversationId)
      deps.following.changed(conversationId)
      return answered
    },
  }

  /** The call as one that overwrites what this event changes. */
  function on(call: InboxCall, changed: ConversationEvent['type']): InboxCall {
    return { ...call, context: overwriting(conversation, call.context, [changed]) }
  }

  async function closingNotice(call: InboxCall): Promise<{ notice: string } | undefined> {
    const found = await find(call)
    const document = await deps.agentDocument(call.tenant, call.params.agentId)
    return found && document && { notice: handoffPhrases[spokenLanguage(document, found)].closed }
  }

  function find(call: InboxCall): Promise<ConversationState | undefined> {
    return findFor(deps, call)
  }

  /** The team assigns to its members and to clients who may answer for the agent, a client to those of its organisation. */
  async function refuseAssignee({ principal, tenant, params }: InboxCall, assignee: string) {
    const ofTeam = principal.kind !== 'client'
    const answers = ofTeam ? await deps.memberAnswers(tenant, assignee) : undefined
    if (answers !== undefined) return answers ? undefined : notAColleague
    const found = await deps.answeringClient(tenant, assignee)
    if (!found?.agentIds.includes(params.agentId)) return ofTeam ? notAMember : notAColleague
    return ofTeam || found.orgId === principal.orgId ? undefined : notAColleague
  }

  async function translated(call: InboxCall, message: Pick<MessageView, 'id' | 'blocks'>) {
    const found = await find(call)
    const sent = found?.messages.some(({ id }) => id === message.id)
    if (!found?.started || found.started.imported || found.deleted || sent) return undefined
    const context = { ...call.context, subject: subjectOf(found.started) }
    return deps.across.forVisitor(context, found.started, message)
  }

  function run(call: InboxCall, command: ConversationCommand): Promise<InboxCommandOutcome> {
    return runFor(deps, call, command)
  }

  async function done(call: InboxCall, command: ConversationCommand) {
    const handled = await run(call, command)
    return handled.ok ? reply({ success: true } as const, handled.position) : handled
  }
}

async function findFor(
  { load }: Pick<InboxDeps, 'load'>,
  { tenant, params }: Pick<InboxCall, 'tenant' | 'params'>,
): Promise<ConversationState | undefined> {
  const found = await load(conversation, params.conversationId, tenant)
  return found?.state.started?.agentId === params.agentId ? found.state : undefined
}

async function runFor(
  deps: Pick<InboxDeps, 'load' | 'handle'>,
  call: Pick<InboxCall, 'tenant' | 'context' | 'params'>,
  command: ConversationCommand,
  key?: string,
): Promise<InboxCommandOutcome> {
  const found = await findFor(deps, call)
  if (!found?.started) return notFound
  const cause = key === undefined ? call.context.cause : { ...call.context.cause, command: key }
  const context = { ...call.context, cause, subject: subjectOf(found.started) }
  const handled = await deps.handle(conversation, call.params.conversationId, command, context)
  return handled.ok ? { ...handled, events: handled.events.length } : handled
}

/** Nobody would find what is assigned to a key, or to an agency's admin once its session has ended. */
function assigningOf({ principal }: Pick<Call, 'principal'>): { assigns?: false } {
  const isFound = principal.kind === 'user' || (principal.kind === 'client' && !principal.agencyAdmin)
  return isFound ? {} : { assigns: false }
}

/** Adds what a person says to a conversation of an agent; they take it over, and it is theirs. The same message id twice is one message. */
export async function replyAs(
  deps: Pick<InboxDeps, 'load' | 'handle' | 'turns' | 'following' | 'transcripts'>,
  call: Omit<InboxCall, 'request'>,
  said: { messageId: string; blocks: Block[]; translation?: Translation | undefined },
): Promise<{ ok: true; message: MessageView; position: number } | { ok: false; rejection: Rejection }> {
  const { messageId, blocks, translation } = said
  const command = {
    type: 'ReplyAsPerson',
    messageId,
    blocks,
    person: personOf(call),
    ...assigningOf(call),
    ...(translation ? { translation } : {}),
  } as const
  const handled = await runFor(deps, call, command, `human-reply/${messageId}`)
  if (!handled.ok) return handled
  deps.turns.discard(call.params.conversationId, handled.state.epoch)
  deps.following.typing(placeOf(call), personOf(call), false)
  const { tenant } = call
  const message = await messageOf(deps.transcripts, { tenant, state: handled.state }, messageId)
  if (!message) throw new Error('the message is gone')
  return { ok: true, message, position: handled.position }
}

/** The name of what acts for the team without being a person: its keys. */
export const TEAM = 'Team'

/** The acting person, as visitors and the team see them; keys act for the team. */
function personOf({ principal, tenant }: Pick<Call, 'principal' | 'tenant'>): Person {
  if (principal.kind === 'client') return { userId: principal.clientId, displayName: principal.displayName }
  if (principal.kind === 'user') return { userId: principal.userId, displayName: principal.displayName }
  return { userId: `key-${tenant}`, displayName: TEAM }
}

const placeOf = ({ tenant, params }: Pick<InboxCall, 'tenant' | 'params'>) => ({
  tenant,
  conversationId: params.conversationId,
})

function ownershipOf({ owner, person }: ConversationState) {
  return { owner, ...person }
}

export async function* asServerSent(
  events: AsyncIterable<{ type: string }>,
): AsyncGenerator<ServerSentEvent> {
  for await (const event of events) yield { event: event.type, data: event }
}
