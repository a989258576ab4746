/**
 * The website as a channel: calls of visitors and of the test panel. Tokens, pages and browsers are known here alone.
 * None waits for a projection: a visitor reads what was just said.
 */

import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { withKeptSecrets } from '@parley/contracts/agent/secrets.ts'
import type { SimulatedKind } from '@parley/contracts/channel/names.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { conversationEndpoints } from '@parley/contracts/conversation/endpoints.ts'
import type { HandoffView } from '@parley/contracts/conversation/visitor-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { knownTimeZone } from '@parley/kernel/time-zone.ts'
import { visitorCountry } from '@parley/kernel/visitor-country.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import {
  type Channel,
  type ConversationState,
  conversation,
  subjectOf,
  waitingMessages,
} from '../conversation.decider.ts'
import { handoffView } from '../handoff/handoff.ts'
import { type FindHandoffRules, withHandoffRules } from '../handoff/handoff-rules.ts'
import { asServerSent } from '../handoff/inbox.handlers.ts'
import type { Inbound } from '../inbound/inbound.ts'
import type { ReceiveDeps } from '../inbound/receive.ts'
import { messagesBetween, type Transcripts } from '../transcripts.ts'
import { asVisitorReads } from '../translation/across.ts'
import type { Drafts } from '../turn/run/drafts.ts'
import { needsTimeZone } from './first-messages.ts'
import { pageAddress } from './page-address.ts'
import type { ShownReplies } from './shown-replies.ts'
import { visitorOf } from './visitor-actions.handlers.ts'
import { fileBlocks, type VisitorFiles } from './visitor-files.ts'
import type { VisitorTokens } from './visitor-token.ts'

export type ConversationDeps = {
  region: Region
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  newId(): string
  inbound: Pick<Inbound, 'start' | 'add'>
  drafts: Pick<Drafts, 'admit' | 'pin'>
  visitorTokens: VisitorTokens
  /** The published document, or that of the version with which a conversation began. */
  agentDocument(tenant: string, agentId: string, version?: number): Promise<AgentDocument | undefined>
  agentForVisitor: ReceiveDeps['agentForVisitor']
  /**
   * Refuses a draft that refers to anything of other agents or workspaces; `within` is the draft's place in the body.
   */
  refuseStrangers(
    of: { tenant: string; agentId: string },
    draft: AgentDocument,
    within?: string,
  ): Promise<{ ok: false; rejection: Rejection } | undefined>
  filesOf: VisitorFiles
  transcripts: Transcripts
  /** Returns messages whose file blocks have addresses, which expire. */
  withAddresses(tenant: string, conversationId: string, messages: readonly MessageView[]): MessageView[]
  shownReplies?: ShownReplies
  /** Whether a member of the team is online for this agent. */
  teamOnline(tenant: string, agentId: string): Promise<boolean> | boolean
  handoffRules: FindHandoffRules
}

type Endpoints = typeof conversationEndpoints
type ConversationHandlers = Pick<
  Handlers<Endpoints>,
  'conversations.start' | 'conversations.send' | 'conversations.messages' | 'conversations.test'
>

const storageUsedUp = refuse(
  'storage-limit-reached',
  'This workspace has no room for another draft. Delete conversations that are no longer needed, or upgrade your plan.',
)
const draftTooLarge = refuse(
  'draft-too-large',
  'This draft is too large to be tried out. Shorten its prompts and the texts of its nodes.',
)
/** Messages of one answer: of a chat that opens, and of one that catches up. */
const MESSAGES_BEFORE = 50
const MESSAGES_AFTER = 200

const notFound = refuse('not-found', 'This conversation does not exist.')

export function conversationHandlers(deps: ConversationDeps): ConversationHandlers {
  return {
    async 'conversations.start'(call) {
      const { agentId } = call.params
      const visitorId = (await returning(call)) ?? deps.newId()
      const answering = await deps.agentForVisitor(call.tenant, agentId, visitorId)
      if (!answering) return refuse('not-found', 'This agent does not exist.')
      return start(call, answering, 'web-chat', visitorId, { kind: 'visitor', id: visitorId })
    },

    async 'conversations.test'(call) {
      const published = await deps.agentDocument(call.tenant, call.params.agentId)
      const { draft, simulates, ...about } = call.body ?? {}
      if (!published && !draft) return refuse('not-found', 'This agent does not exist.')
      const place = { tenant: call.tenant, agentId: call.params.agentId }
      const strangers = draft && (await deps.refuseStrangers(place, draft, 'draft.'))
      if (strangers) return strangers
      // The dashboard never has the stored secrets, so a draft without them is tested with the stored ones.
      const document = withKeptSecrets({ ...published, ...draft }, published ?? {})
      const room = draft ? await deps.drafts.admit(call.tenant, document) : 'admitted'
      if (room !== 'admitted') return room === 'too-large' ? draftTooLarge : storageUsedUp
      const started = await start(
        { ...call, body: about },
        { document },
        'test-panel',
        deps.newId(),
        call.context.actor,
        simulates,
      )
      if (draft && started.ok) await deps.drafts.pin(call.tenant, started.value.conversationId, document)
      return started
    },

    async 'conversations.send'(call) {
      const visitor = visitorOf(call)
      if (!visitor) return notFound
      const { tenant, conversationId } = visitor
      const found = await deps.load(conversation, conversationId, tenant)
      if (!found?.state.started || found.state.deleted) return notFound
      const context = { ...call.context, subject: subjectOf(found.state.started) }
      const { id: messageId, text, files, form } = call.body
      const attached = await fileBlocks(deps.filesOf, tenant, conversationId, files)
      if (!attached.ok) return attached
      const blocks = [...attached.blocks]
      if (form) {
        const answers = answersTo(found.state, form)
        if (!answers) return refuse('invalid-input', 'This form is not there any more.', 'form')
        blocks.push({ type: 'form-answers', formId: form.formId, answers })
      }
      const said = await deps.inbound.add(context, {
        conversationId,
        messageId,
        text,
        ...(blocks.length > 0 ? { blocks } : {}),
      })
      if (!said.ok) return asRefusal(said)
      if (call.request.wants === 'stream') return { ok: true, stream: asServerSent(said.reply.events()) }
      const { message, position } = await said.reply.finished
      return reply({ messages: message ? [message] : [] }, position)
    },

    async 'conversations.messages'(call) {
      const visitor = visitorOf(call)
      if (!visitor) return notFound
      // The latest message may have been recorded by another process.
      await deps.refresh(conversation.category, visitor.conversationId)
      const found = await deps.load(conversation, visitor.conversationId, visitor.tenant)
      if (!found) return notFound
      const { tenant, agentId, conversationId, visitorId } = visitor
      const { state } = found
      const { from, until } = pageOf(call.query, state.messageCount)
      const document = await deps.agentDocument(tenant, agentId, state.started?.agentVersion)
      const messages = await messagesBetween(deps.transcripts, found, from, until)
      if (state.started) deps.shownReplies?.(tenant, state.started, messages)
      return reply({
        messages: deps.withAddresses(tenant, conversationId, messages.map(asVisitorReads)),
        earlier: from > 0,
        more: until < state.messageCount,
        pending: waitingMessages(state).length > 0,
        visitorToken: deps.visitorTokens.issue({
          region: deps.region,
          tenant,
          agentId,
          conversationId,
          visitorId,
        }),
        owner: state.owner,
        status: state.status,
        ...(state.person ? { person: state.person.displayName } : {}),
        ...(document ? { handoff: await handoffOf(tenant, agentId, document, state) } : {}),
      })
    },
  }

  async function handoffOf(
    tenant: string,
    agentId: string,
    document: AgentDocument,
    state: ConversationState,
  ): Promise<HandoffView> {
    const [online, rules] = await Promise.all([
      deps.teamOnline(tenant, agentId),
      deps.handoffRules(tenant, agentId),
    ])
    const team = { online, quiet: rules.disableHandoffMessages }
    return handoffView(withHandoffRules(document, rules), team, state, Date.now())
  }

  /**
   * The visitor of an earlier conversation with the agent, proven by its token; a new visitor if that one was erased.
   */
  async function returning(call: Call<Endpoints['conversations.start']>): Promise<string | undefined> {
    const token = call.body?.visitorToken
    const before = token === undefined ? undefined : deps.visitorTokens.verify(token)
    const same = before?.tenant === call.tenant && before.agentId === call.params.agentId
    if (!same || before.region !== deps.region) return undefined
    const found = await deps.load(conversation, before.conversationId, call.tenant)
    return found?.state.started && !found.state.deleted ? before.visitorId : undefined
  }

  async function start(
    call: Call<Endpoints['conversations.start']>,
    { document, version }: { document: AgentDocument; version?: number },
    channel: Channel,
    visitorId: string,
    actor: CommandContext['actor'],
    simulates?: SimulatedKind,
  ) {
    const { agentId } = call.params
    const { lang, pageUrl, pageTitle, browser, platform, country: said, timeZone } = call.body ?? {}
    const told = { said, proxy: call.request.country, timeZone }
    const conversationId = deps.newId()
    const context = { ...call.context, actor }
    const started = await deps.inbound.start(
      context,
      document,
      withoutUndefined({
        conversationId,
        agentId,
        visitorId,
        channel,
        lang,
        pageUrl: pageUrl === undefined ? undefined : pageAddress(pageUrl),
        pageTitle,
        browser,
        platform,
        country: document.enableGeoAnalytics ? await visitorCountry(told) : undefined,
        timeZone: needsTimeZone(document) ? knownTimeZone(timeZone) : undefined,
        agentVersion: version,
        simulates,
      }),
    )
    if (!started.ok) return asRefusal(started)
    const session = { region: deps.region, tenant: call.tenant, agentId, conversationId, visitorId }
    return reply(
      {
        conversationId,
        visitorToken: deps.visitorTokens.issue(session),
        messages: [...started.state.messages],
        handoff: await handoffOf(call.tenant, agentId, document, started.state),
      },
      started.position,
    )
  }
}

/** The indexes of a page: the first after `after`, or else the last before `before`, or else the newest. */
function pageOf(
  { after, before }: { after?: number | undefined; before?: number | undefined },
  count: number,
) {
  if (after !== undefined) return { from: after + 1, until: Math.min(after + 1 + MESSAGES_AFTER, count) }
  const until = Math.min(before ?? count, count)
  return { from: Math.max(0, until - MESSAGES_BEFORE), until }
}

/** The answers to the fields of a form in the transcript; undefined if there is no such form. */
function answersTo(
  state: ConversationState,
  { formId, answers }: { formId: string; answers: Record<string, string> },
): Record<string, string> | undefined {
  const form = state.forms.findLast((shown) => shown.formId === formId)
  if (!form) return undefined
  const given = form.names.flatMap((name) => {
    const answer = Object.hasOwn(answers, name) ? answers[name]?.trim() : undefined
    return answer ? [[name, answer] as const] : []
  })
  return Object.fromEntries(given)
}

/** The decider's own codes are internal; visitors get not-found for such a conversation. */
function asRefusal(refused: { ok: false; rejection: Rejection }): { ok: false; rejection: Rejection } {
  return ['not-started', 'deleted'].includes(refused.rejection.code) ? notFound : refused
}
