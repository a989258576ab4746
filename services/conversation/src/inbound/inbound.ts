/**
 * The inbound port: how conversations start and visitors' messages come in, whatever the channel. The website holds a
 * token of its conversation and calls `start` and `add`; a connected channel knows its contact and calls `receive`.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import type { StoredFlow } from '@parley/contracts/conversation/flow-state.ts'
import type { CommandContext, CommandHandler, Handled } from '@parley/kernel/commands/command-handling.ts'
import { type ConversationState, conversation, type Started, subjectOf } from '../conversation.decider.ts'
import type { Fact } from '../conversation.state.ts'
import { isDialog, openDialog } from '../dialog/dialog.ts'
import type { DialogApi } from '../dialog/dialog-api.ts'
import { asksFieldByField } from '../flow/form.ts'
import { languageOf } from '../phrases.ts'
import type { FirstWords } from '../translation/first-words.ts'
import type { Turns } from '../turn/turn.ts'
import { firstMessages } from '../visiting/first-messages.ts'
import { createReceive, type Receive, type ReceiveDeps } from './receive.ts'

export type Inbound = {
  /** Starts a conversation with what the agent says first, and what its channel knows of the contact. Refuses with `already-started`. */
  start(
    context: CommandContext,
    document: AgentDocument,
    about: Omit<Fact<'ConversationStarted'>, 'recorded'>,
    contact?: { name?: string; email?: string; phone?: string; verified: boolean },
  ): Promise<Handled<ConversationState, ConversationEvent>>
  /** Adds a message to a conversation; its reply may be followed. The same `messageId` twice is one message. */
  add: Turns['receive']
  /** Adds a contact's message to their conversation, which it starts if there is none. */
  receive: Receive
}

export type InboundDeps = Omit<ReceiveDeps, 'start'> & {
  handle: CommandHandler['handle']
  newId(): string
  turns: Pick<Turns, 'receive'>
  /** Gives the first messages of `vf` agents. */
  dialog?: DialogApi
  /** Translates the first messages into the visitor's language. */
  firstWords?: FirstWords
}

export function createInbound(deps: InboundDeps): Inbound {
  return { start, add: deps.turns.receive, receive: createReceive({ ...deps, start }) }

  async function start(...[context, document, about, contact]: Parameters<Inbound['start']>) {
    const { conversationId, agentId, channel, lang } = about
    const own = { ...context, subject: subjectOf(about) }
    const first = await opening(document, about)
    const messages =
      (await deps.firstWords?.(own, { conversationId, agentId, channel, lang }, document, first.messages)) ??
      first.messages
    const command = {
      type: 'StartConversation',
      conversation: document.recordChatHistory === false ? { ...about, recorded: false } : about,
      ...(contact && { contact }),
      firstMessages: messages.map((blocks) => ({ messageId: deps.newId(), blocks })),
      ...(first.flow === undefined ? {} : { flow: first.flow }),
      // What a third party's dialog says may be about the visitor.
      impersonal: !isDialog(document),
    } as const
    return deps.handle(conversation, conversationId, command, own)
  }

  /** What is said before the visitor says anything, and where the flow or dialog stands after it. */
  async function opening(
    document: AgentDocument,
    about: Pick<Started, 'conversationId' | 'lang' | 'channel' | 'simulates'>,
  ): Promise<{ messages: Block[][]; flow?: StoredFlow }> {
    const { conversationId, lang } = about
    if (isDialog(document)) {
      const opened = deps.dialog && (await openDialog(deps.dialog, document, conversationId))
      if (!opened) return { messages: [] }
      return { messages: opened.blocks.length > 0 ? [opened.blocks] : [], flow: opened.state }
    }
    const { messages, flow } = firstMessages(document, languageOf(document.lang, lang), {
      fieldByField: asksFieldByField(about),
    })
    return flow === undefined ? { messages } : { messages, flow }
  }
}
