/** The preview of the widget, computed from the draft alone. */
import type { PoweredBy } from '@parley/contracts/agency/white-label.ts'
import { publicAgentOf } from '@parley/contracts/agent/public-agent.ts'
import type { previewEndpoints } from '@parley/contracts/conversation/preview-endpoints.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { isDialog } from '../dialog/dialog.ts'
import { languageOf } from '../phrases.ts'
import { firstMessages } from './first-messages.ts'
import type { ConversationDeps } from './start-and-send.handlers.ts'

/** `cleanCss` removes from an agent's own CSS what the widget must not load, which `leftOutOfCss` names. */
export function previewHandlers({
  refuseStrangers,
  cleanCss,
  leftOutOfCss,
  poweredBy,
}: Pick<ConversationDeps, 'refuseStrangers'> & {
  cleanCss(css: string, tenant: string): string
  leftOutOfCss(css: string): { from: number; to: number; why: string }[]
  /** The line that visitors read below the chat of a workspace without white label. */
  poweredBy(tenant: string): Promise<{ line: PoweredBy | undefined }>
}): Handlers<typeof previewEndpoints> {
  return {
    async 'conversations.preview'(call) {
      const place = { tenant: call.tenant, agentId: call.params.agentId }
      const strangers = await refuseStrangers(place, call.body)
      if (strangers) return strangers
      const draft = { ...call.body, ID: call.params.agentId }
      const { messages } = isDialog(draft)
        ? { messages: [] }
        : firstMessages(draft, languageOf(draft.lang, undefined))
      const agent = publicAgentOf(draft)
      const ADVANCED_customCSS = cleanCss(agent.ADVANCED_customCSS, call.tenant)
      const cssLeftOut = leftOutOfCss(agent.ADVANCED_customCSS)
      const { line } = await poweredBy(call.tenant)
      const shown = { ...agent, ADVANCED_customCSS, ...(line && { poweredBy: line }) }
      return reply({ agent: shown, messages, cssLeftOut })
    },
  }
}
