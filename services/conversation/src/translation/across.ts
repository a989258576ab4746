/**
 * Translation between a person of the team and a visitor of another language: each reads the other in their own
 * language, and the originals are kept. The visitor's messages are translated if the agent has `translateUserResponse`.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Started } from '../conversation.decider.ts'
import type { Translation } from '../conversation.outside-turns.ts'
import { areSame } from './block-words.ts'
import { type PaidTranslation, within } from './paid-translation.ts'

/** The visitor is waiting for the person's message: after this time, in ms, it is sent untranslated. */
const PATIENCE_MS = 10_000

export type Across = {
  /** A person's message in the visitor's language; undefined if it needs no translation. */
  forVisitor(
    context: CommandContext,
    started: Started,
    message: Pick<MessageView, 'id' | 'blocks'>,
  ): Promise<Translation | undefined>
  /** A visitor's message in the team's language; undefined if it needs no translation. */
  forTeam(
    context: CommandContext,
    started: Started,
    message: Pick<MessageView, 'id' | 'blocks'>,
  ): Promise<Translation | undefined>
}

export function createAcross(deps: {
  paid: PaidTranslation
  /** The published document, or that of the version with which a conversation began. */
  agentDocument(tenant: string, agentId: string, version?: number): Promise<AgentDocument | undefined>
  patienceMs?: number
  onFault?: (error: unknown) => void
}): Across {
  const { paid, agentDocument, patienceMs = PATIENCE_MS, onFault } = deps
  return {
    async forVisitor(context, started, { id, blocks }) {
      const document = await agentDocument(context.tenant, started.agentId, started.agentVersion)
      if (!document) return undefined
      const said = paid.translate(context, placeOf(started, id), document, (translating) =>
        translating.translatePerson(blocks),
      )
      return within(patienceMs, said, undefined, onFault)
    },

    async forTeam(context, started, message) {
      const document = await agentDocument(context.tenant, started.agentId, started.agentVersion)
      if (!document) return undefined
      return paid.translate(context, placeOf(started, message.id), document, async (translating) => {
        const [heard] = translating.translatesVisitors ? await translating.translateVisitor([message]) : []
        if (!heard || areSame(heard.blocks, message.blocks)) return undefined
        const { lang, blocks } = heard
        return { lang, blocks }
      })
    },
  }
}

/** A message as the visitor reads it: a person's message is translated, without the original. */
export function asVisitorReads(message: MessageView): MessageView {
  const { translation, ...own } = message
  return translation && message.role === 'human' ? { ...own, blocks: translation.blocks } : own
}

function placeOf({ conversationId, agentId, channel, lang }: Started, messageId: string) {
  return { conversationId, agentId, channel, lang, what: messageId }
}
