/** Calls of a visitor, or of the page around the chat, besides sending messages. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { visitorEndpoints } from '@parley/contracts/conversation/visitor-endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import {
  type ConversationCommand,
  type ConversationState,
  conversation,
  subjectOf,
} from '../conversation.decider.ts'
import type { Following } from '../handoff/following.ts'
import { handoffAnswer, handoffTerms } from '../handoff/handoff.ts'
import { type FindHandoffRules, withHandoffRules } from '../handoff/handoff-rules.ts'
import { asServerSent } from '../handoff/inbox.handlers.ts'
import { messageOf, type Transcripts } from '../transcripts.ts'
import { asVisitorReads } from '../translation/across.ts'
import { spokenLanguage } from '../turn/spoken-language.ts'
import type { Turns } from '../turn/turn.ts'
import { pageAddress } from './page-address.ts'

export type VisitorDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  turns: Pick<Turns, 'stop' | 'discard'>
  following: Following
  transcripts: Transcripts
  /** The published document, or that of the version with which a conversation began. */
  agentDocument(tenant: string, agentId: string, version?: number): Promise<AgentDocument | undefined>
  /** Whether a member of the team is online for this agent. */
  teamOnline(tenant: string, agentId: string): Promise<boolean> | boolean
  handoffRules: FindHandoffRules
}

type VisitorCall = Pick<Call, 'principal' | 'context' | 'request'> & {
  params: { agentId: string; conversationId: string }
}
type VisitorCommandOutcome =
  | { ok: true; before: ConversationState; state: ConversationState; position: number }
  | { ok: false; rejection: Rejection }

const notFound = refuse('not-found', 'This conversation does not exist.')

export function visitorHandlers(deps: VisitorDeps): Handlers<typeof visitorEndpoints> {
  return {
    'conversations.follow'(call) {
      const visitor = visitorOf(call)
      if (!visitor) return notFound
      const { tenant, conversationId } = visitor
      const { after } = call.query
      const stream = deps.following.follow({
        tenant,
        conversationId,
        by: 'visitor',
        signal: call.request.signal,
        ...(after === undefined ? {} : { after }),
      })
      return { ok: true, stream: asServerSent(stream) }
    },

    async 'conversations.stop'(call) {
      const visitor = visitorOf(call)
      if (!visitor) return notFound
      if (deps.turns.stop(visitor.conversationId)) return reply({ stopped: true })
      // Another process may be giving the reply: it reads the request from the log.
      const handled = await run(call, { type: 'RequestStop' })
      if (!handled.ok) return handled
      const stopped = handled.state.stopRequests > handled.before.stopRequests
      return reply({ stopped }, handled.position)
    },

    async 'conversations.requestHandoff'(call) {
      const { agentId, conversationId } = call.params
      const { tenant } = call.context
      const began = (await deps.load(conversation, conversationId, tenant))?.state.started
      const own = await deps.agentDocument(tenant, agentId, began?.agentVersion)
      if (!own) return notFound
      const document = withHandoffRules(own, await deps.handoffRules(tenant, agentId))
      const terms = handoffTerms(document, await deps.teamOnline(tenant, agentId), Date.now())
      if (!terms) return refuse('handoff-off', 'A person can’t be asked for in this chat.')
      const note = call.body?.note
      const handled = await run(call, {
        type: 'RequestHandoff',
        by: 'visitor',
        ...terms,
        answer: (state) => handoffAnswer(terms, state, spokenLanguage(document, state)),
        ...(note ? { note } : {}),
      })
      if (!handled.ok) return handled
      deps.turns.discard(conversationId, handled.state.epoch)
      const { messageCount } = handled.before
      const messages = handled.state.messages.filter(({ index }) => index >= messageCount).map(asVisitorReads)
      return reply({ owner: handled.state.owner, offline: terms.offline, messages }, handled.position)
    },

    async 'conversations.feedback'(call) {
      const visitor = visitorOf(call)
      const found = visitor && (await deps.load(conversation, visitor.conversationId, visitor.tenant))
      if (!found) return notFound
      const { messageId } = call.body
      const message =
        messageId === undefined ? undefined : await messageOf(deps.transcripts, found, messageId)
      return done(call, { type: 'GiveFeedback', ...withoutUndefined(call.body), olderMessage: message })
    },

    async 'conversations.identify'(call) {
      const { userId, signature, ...claims } = call.body
      const { agentId } = call.params
      let verified = false
      if (signature !== undefined) {
        const document = await deps.agentDocument(call.context.tenant, agentId)
        verified = isSigned(userId, signature, document?.SECRET_API_KEY)
        if (!verified)
          return refuse('bad-signature', 'The signature is not the one of this user id.', 'signature')
      }
      const handled = await run(call, {
        type: 'IdentifyVisitor',
        ...withoutUndefined({ externalId: userId, ...claims }),
        verified,
      })
      return handled.ok
        ? reply({ verified: handled.state.identity?.verified === true }, handled.position)
        : handled
    },

    'conversations.setVariables': (call) =>
      done(call, { type: 'SetVariables', variables: call.body.variables }),

    'conversations.moved': (call) =>
      done(call, { type: 'ViewPage', pageUrl: pageAddress(call.body.pageUrl) }),

    'conversations.visitorTyping'(call) {
      const visitor = visitorOf(call)
      if (!visitor) return notFound
      const place = { tenant: call.tenant, conversationId: visitor.conversationId }
      deps.following.typing(place, 'visitor', call.body.typing)
      return reply({ success: true })
    },
  }

  async function run(call: VisitorCall, command: ConversationCommand): Promise<VisitorCommandOutcome> {
    const visitor = visitorOf(call)
    if (!visitor) return notFound
    const { tenant, conversationId } = visitor
    const found = await deps.load(conversation, conversationId, tenant)
    if (!found?.state.started) return notFound
    const context = { ...call.context, subject: subjectOf(found.state.started) }
    const handled = await deps.handle(conversation, conversationId, command, context)
    if (!handled.ok) return handled
    return { ok: true, before: found.state, state: handled.state, position: handled.position }
  }

  async function done(call: VisitorCall, command: ConversationCommand) {
    const handled = await run(call, command)
    return handled.ok ? reply({ success: true } as const, handled.position) : handled
  }
}

export type Visitor = Extract<Call['principal'], { kind: 'visitor' }>

/** Returns the visitor if the bearer is the one of this conversation, whatever the path says. */
export function visitorOf(call: Pick<VisitorCall, 'principal' | 'params'>): Visitor | undefined {
  const { principal, params } = call
  if (principal.kind !== 'visitor') return undefined
  const own = principal.agentId === params.agentId && principal.conversationId === params.conversationId
  return own ? principal : undefined
}

/** HMAC-SHA256 of the user id under the agent's key, in hexadecimal. */
export function signatureOf(userId: string, secretKey: string): string {
  return createHmac('sha256', secretKey).update(userId).digest('hex')
}

function isSigned(userId: string | undefined, signature: string, secretKey: string | undefined): boolean {
  if (!userId || !secretKey) return false
  const expected = Buffer.from(signatureOf(userId, secretKey))
  const shown = Buffer.from(signature.toLowerCase())
  return expected.length === shown.length && timingSafeEqual(expected, shown)
}
