/** What visitors do, and the test panel. Nothing here waits for a projection: a visitor reads what was just said. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { conversationEndpoints, ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import { type Call, type Handlers, reply, type ServerSentEvent } from '@parley/kernel/handler.ts'
import type { Answering } from './answering.ts'
import { type Channel, conversation, waitingIn } from './conversation.decider.ts'
import { firstMessages } from './first-messages.ts'
import { languageOf } from './phrases.ts'
import type { VisitorTokens } from './visitor-token.ts'

export type ConversationDeps = {
  region: Region
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  newId(): string
  answering: Answering
  visitorTokens: VisitorTokens
  agentDocument(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  /** Whether one more is within `limit` per window; counted in state that all processes share. */
  throttle: {
    take(key: string, limit: number, windowSeconds: number): boolean | Promise<boolean>
  }
  limits?: Partial<ConversationLimits>
}

/** Generous to a school behind one address, tight to a script. */
export type ConversationLimits = {
  /** Conversations an address may start with an agent in ten minutes. */
  startsPerAddress: number
  /** Messages of one conversation in a minute. */
  messagesPerConversation: number
  /** Messages of one address in a minute. */
  messagesPerAddress: number
}

const defaultLimits: ConversationLimits = {
  startsPerAddress: 60,
  messagesPerConversation: 20,
  messagesPerAddress: 200,
}

type Endpoints = typeof conversationEndpoints
type ConversationHandlers = Pick<
  Handlers<Endpoints>,
  'conversations.start' | 'conversations.send' | 'conversations.messages' | 'conversations.test'
>

const tooMany = refuse('too-many-requests', 'That was a lot at once. Please wait a minute and try again.')
const notFound = refuse('not-found', 'This conversation does not exist.')

export function conversationHandlers(deps: ConversationDeps): ConversationHandlers {
  const limits = { ...defaultLimits, ...deps.limits }

  return {
    async 'conversations.start'(call) {
      const { agentId } = call.params
      const allowed = await deps.throttle.take(
        `start:${agentId}:${call.request.address}`,
        limits.startsPerAddress,
        600,
      )
      if (!allowed) return tooMany
      const document = await deps.agentDocument(call.tenant, agentId)
      if (!document) return refuse('not-found', 'This agent does not exist.')
      const visitorId = deps.newId()
      return start(call, document, 'web-chat', visitorId, { kind: 'visitor', id: visitorId })
    },

    async 'conversations.test'(call) {
      const published = await deps.agentDocument(call.tenant, call.params.agentId)
      const { draft, ...about } = call.body ?? {}
      if (!published && !draft) return refuse('not-found', 'This agent does not exist.')
      const document = { ...published, ...draft }
      const started = await start(
        { ...call, body: about },
        document,
        'test-panel',
        deps.newId(),
        call.context.actor,
      )
      if (draft && started.ok) deps.answering.pinDraft(started.value.conversationId, document)
      return started
    },

    async 'conversations.send'(call) {
      const visitor = visitorOf(call)
      if (!visitor) return notFound
      const { conversationId } = visitor
      const allowed =
        (await deps.throttle.take(`message:${conversationId}`, limits.messagesPerConversation, 60)) &&
        (await deps.throttle.take(`messages:${call.request.address}`, limits.messagesPerAddress, 60))
      if (!allowed) return tooMany
      const context = { ...call.context, subject: `visitor-${visitor.visitorId}` }
      const { id: messageId, text } = call.body
      const said = await deps.answering.say(context, { conversationId, messageId, text })
      if (!said.ok) return asRefusal(said)
      if (call.request.wants === 'stream') return { ok: true, stream: asServerSent(said.turn.events()) }
      const { message, position } = await said.turn.finished
      return reply({ messages: [message] }, position)
    },

    async 'conversations.messages'(call) {
      const visitor = visitorOf(call)
      if (!visitor) return notFound
      const found = await deps.load(conversation, visitor.conversationId, visitor.tenant)
      if (!found) return notFound
      const after = call.query.after ?? -1
      const { tenant, agentId, conversationId, visitorId } = visitor
      return reply({
        messages: found.state.messages.filter((message) => message.index > after),
        pending: waitingIn(found.state).length > 0,
        visitorToken: deps.visitorTokens.issue({
          region: deps.region,
          tenant,
          agentId,
          conversationId,
          visitorId,
        }),
      })
    },
  }

  async function start(
    call: Call<Endpoints['conversations.start']>,
    document: AgentDocument,
    channel: Channel,
    visitorId: string,
    actor: CommandContext['actor'],
  ) {
    const { agentId } = call.params
    const { lang, pageUrl, browser, platform } = call.body ?? {}
    const conversationId = deps.newId()
    const first = firstMessages(document, languageOf(document.lang, lang))
    const command = {
      type: 'StartConversation',
      conversation: given({ conversationId, agentId, visitorId, channel, lang, pageUrl, browser, platform }),
      firstMessages: first.messages.map((blocks) => ({ messageId: deps.newId(), blocks })),
      ...(first.flow === undefined ? {} : { flow: JSON.stringify(first.flow) }),
    } as const
    const context = { ...call.context, actor, subject: `visitor-${visitorId}` }
    const started = await deps.handle(conversation, conversationId, command, context)
    if (!started.ok) return asRefusal(started)
    const session = { region: deps.region, tenant: call.tenant, agentId, conversationId, visitorId }
    return reply(
      {
        conversationId,
        visitorToken: deps.visitorTokens.issue(session),
        messages: [...started.state.messages],
      },
      started.position,
    )
  }
}

type Visitor = Extract<Call['principal'], { kind: 'visitor' }>

/** The bearer must be the visitor of this very conversation, whatever the path says. */
function visitorOf(call: {
  principal: Call['principal']
  params: { agentId: string; conversationId: string }
}): Visitor | undefined {
  const { principal, params } = call
  if (principal.kind !== 'visitor') return undefined
  const own = principal.agentId === params.agentId && principal.conversationId === params.conversationId
  return own ? principal : undefined
}

async function* asServerSent(events: AsyncIterable<ReplyStreamEvent>): AsyncGenerator<ServerSentEvent> {
  for await (const event of events) yield { event: event.type, data: event }
}

/** The decider's own codes are for us; a visitor hears of a conversation that is not there. */
function asRefusal(refused: { ok: false; rejection: Rejection }): { ok: false; rejection: Rejection } {
  return refused.rejection.code === 'not-started' ? notFound : refused
}

function given<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}
