/**
 * Between a person of the team and a visitor of another language: each reads the other in the own one, and keeps
 * the own words. The visitor's are translated where the agent has `translateUserResponse`.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import type { Started } from '../conversation.decider.ts'
import type { Translation } from '../conversation.support.ts'
import { areSame } from './block-words.ts'
import { type PaidTranslation, within } from './paid-translation.ts'

/** A visitor waits for the person's words: after this time, in ms, they are sent as they were written. */
const PATIENCE_MS = 10_000

export type Across = {
  /** What a person wrote, as the visitor reads it; undefined where that is the same. */
  forVisitor(
    context: CommandContext,
    started: Started,
    message: Pick<MessageView, 'id' | 'blocks'>,
  ): Promise<Translation | undefined>
  /** What the visitor wrote, as the team reads it; undefined where that is the same. */
  forTeam(
    context: CommandContext,
    started: Started,
    message: Pick<MessageView, 'id' | 'blocks'>,
  ): Promise<Translation | undefined>
}

export function createAcross(deps: {
  paid: PaidTranslation
  agentDocument(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  patienceMs?: number
  onFault?: (error: unknown) => void
}): Across {
  const { paid, agentDocument, patienceMs = PATIENCE_MS, onFault } = deps
  return {
    async forVisitor(context, started, { id, blocks }) {
      const document = await agentDocument(context.tenant, started.agentId)
      if (!document) return undefined
      const said = paid.translate(context, placeOf(started, id), document, (translating) =>
        translating.sayOnce(blocks),
      )
      return within(patienceMs, said, undefined, onFault)
    },

    async forTeam(context, started, message) {
      const document = await agentDocument(context.tenant, started.agentId)
      if (!document) return undefined
      return paid.translate(context, placeOf(started, message.id), document, async (translating) => {
        const [heard] = translating.hears ? await translating.hear([message]) : []
        if (!heard || areSame(heard.blocks, message.blocks)) return undefined
        const { lang, blocks } = heard
        return { lang, blocks }
      })
    },
  }
}

/** A message as the visitor reads it: a person's words in the visitor's language, without the original. */
export function asVisitorReads(message: MessageView): MessageView {
  const { translation, ...own } = message
  return translation && message.role === 'human' ? { ...own, blocks: translation.blocks } : own
}

function placeOf({ conversationId, agentId, lang }: Started, messageId: string) {
  return { conversationId, agentId, lang, what: messageId }
}
