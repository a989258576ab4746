/** What visitors do, and the test panel. Nothing here waits for a projection: a visitor reads what was just said. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { conversationEndpoints } from '@parley/contracts/conversation/endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/handler.ts'
import type { Answering } from './answering.ts'
import { type Channel, conversation, waitingIn } from './conversation.decider.ts'
import { firstMessages } from './first-messages.ts'
import { asServerSent } from './inbox.handlers.ts'
import { languageOf } from './phrases.ts'
import { visitorOf } from './visitor.handlers.ts'
import type { VisitorTokens } from './visitor-token.ts'

export type ConversationDeps = {
  region: Region
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  newId(): string
  answering: Answering
  visitorTokens: VisitorTokens
  agentDocument(tenant: string, agentId: string): Promise<AgentDocument | undefined>
}

type Endpoints = typeof conversationEndpoints
type ConversationHandlers = Pick<
  Handlers<Endpoints>,
  'conversations.start' | 'conversations.send' | 'conversations.messages' | 'conversations.test'
>

const notFound = refuse('not-found', 'This conversation does not exist.')

export function conversationHandlers(deps: ConversationDeps): ConversationHandlers {
  return {
    async 'conversations.start'(call) {
      const { agentId } = call.params
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
      const context = { ...call.context, subject: `visitor-${visitor.visitorId}` }
      const { id: messageId, text } = call.body
      const said = await deps.answering.say(context, { conversationId, messageId, text })
      if (!said.ok) return asRefusal(said)
      if (call.request.wants === 'stream') return { ok: true, stream: asServerSent(said.turn.events()) }
      const { message, position } = await said.turn.finished
      return reply({ messages: message ? [message] : [] }, position)
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

/** The decider's own codes are for us; a visitor hears of a conversation that is not there. */
function asRefusal(refused: { ok: false; rejection: Rejection }): { ok: false; rejection: Rejection } {
  return refused.rejection.code === 'not-started' ? notFound : refused
}

function given<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}
