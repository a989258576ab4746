/**
 * Writes a message of the agent to a contact of a connected channel who has asked nothing, such as in a campaign, or into a
 * conversation that is named. It stands in the contact's conversation, which is started where there is none, without what
 * the agent says first; what the contact answers continues there.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { StoredFlow } from '@parley/contracts/conversation/flow-state.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Channel, type ConversationState, conversation, subjectOf } from '../conversation.decider.ts'
import { idOfContact } from '../inbound/place.ts'
import type { ReceiveDeps } from '../inbound/receive.ts'

export type UnaskedMessage = {
  agentId: string
  /** Whom it is for: a contact of a channel, or whoever has this conversation with the agent. */
  to: { kind: Channel; channelId: string; contactId: string } | { conversationId: string }
  messageId: string
  blocks: Block[]
  /** Set in the conversation, for the agent's prompt and flow. */
  variables: Record<string, string>
  /** The node of the agent's flow at which the answer comes in. */
  startNode?: string | undefined
  /** The visitor's message that it answers, where nobody has yet. */
  answers?: string | undefined
}

/** The same message twice is one. Refuses with `not-found` where there is no such agent or conversation. */
export type WriteUnasked = (
  context: CommandContext,
  message: UnaskedMessage,
) => Promise<{ ok: true; conversationId: string } | { ok: false; rejection: Rejection }>

export type WriteUnaskedDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  agentDocument(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  agentForVisitor: ReceiveDeps['agentForVisitor']
}

type Place = {
  conversationId: string
  state: ConversationState | undefined
  about?: NonNullable<ConversationState['started']>
}

/** How often a conversation may be deleted or started by others meanwhile. */
const ATTEMPTS = 5
const notFound = refuse('not-found', 'This conversation does not exist.')

export function createWriteUnasked({ handle, load, refresh, ...deps }: WriteUnaskedDeps): WriteUnasked {
  return async (context, message) => {
    const { tenant } = context
    const document = await deps.agentDocument(tenant, message.agentId)
    if (!document) return notFound
    for (let tries = 1; ; tries++) {
      const place = await placeOf(context, message, document)
      if (!place) return notFound
      const { conversationId, state, about } = place
      const command = {
        type: 'WriteUnasked',
        ...(about ? { conversation: about } : {}),
        messageId: message.messageId,
        blocks: message.blocks,
        variables: message.variables,
        ...(message.answers === undefined ? {} : { answers: message.answers }),
        ...flowOf(message, state, document),
      } as const
      const own = { ...atStep(context, conversationId), subject: subjectOf({ conversationId }) }
      const written = await handle(conversation, conversationId, command, own)
      if (written.ok) return { ok: true, conversationId }
      if (written.rejection.code !== 'deleted' || tries === ATTEMPTS) return written
    }
  }

  /** The conversation to write to; `about` of one that does not exist yet. Undefined if there is none, nor can be. */
  async function placeOf(
    context: CommandContext,
    { to, agentId }: UnaskedMessage,
    document: AgentDocument,
  ): Promise<Place | undefined> {
    const { tenant } = context
    if ('conversationId' in to) {
      const state = await stateOf(tenant, to.conversationId)
      const isHere = state?.started?.agentId === agentId && !state.deleted
      return isHere ? { conversationId: to.conversationId, state } : undefined
    }
    const { channelId, contactId, kind } = to
    for (let nth = 0; ; nth++) {
      const of = { tenant, channelId, contactId, nth }
      const conversationId = idOfContact('conversation', of)
      const state = await stateOf(tenant, conversationId)
      if (state?.deleted) continue
      if (state) return { conversationId, state }
      const visitorId = idOfContact('visitor', of)
      const assigned = await deps.agentForVisitor(tenant, agentId, visitorId)
      const about = {
        ...{ conversationId, agentId, visitorId, channel: kind, channelId, contactId },
        ...(assigned?.version === undefined ? {} : { agentVersion: assigned.version }),
        ...(document.recordChatHistory === false ? { recorded: false } : {}),
      }
      return { conversationId, state: undefined, about }
    }
  }

  async function stateOf(tenant: string, conversationId: string): Promise<ConversationState | undefined> {
    await refresh(conversation.category, conversationId)
    return (await load(conversation, conversationId, tenant))?.state
  }
}

/** Where the flow goes on, if the agent has that node. */
function flowOf(
  { startNode, variables }: UnaskedMessage,
  state: ConversationState | undefined,
  document: AgentDocument,
): { flow?: StoredFlow } {
  const hasNode = (document.nodes ?? []).some(({ id }) => id === startNode)
  if (startNode === undefined || document.enableNodes !== true || !hasNode) return {}
  const before = state?.flow && 'variables' in state.flow ? state.flow.variables : {}
  return { flow: { nodeId: startNode, pending: true, variables: { ...before, ...variables } } }
}
