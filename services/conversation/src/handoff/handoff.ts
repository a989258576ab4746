/**
 * When a person can be asked for, and the effect (specification, part 2 §3, the agent's handoff settings).
 *
 * - `enableHumanHandoff` off: nobody can be asked for; the team can still take over by hand.
 * - Nobody of the team online: refused, unless `showHandoffEvenIfOffline`; then the request waits for them.
 * - `manualControl`: the agent goes on replying until a person takes over; otherwise it stops at once.
 * - `alwaysShowHandoff`: the chat offers it from the beginning, whoever is online; otherwise after the first message.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { HandoffView } from '@parley/contracts/conversation/visitor-endpoints.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import type { ConversationState } from '../conversation.decider.ts'

export type HandoffTerms =
  | { ok: true; offline: boolean; silencesAgent: boolean }
  | { ok: false; rejection: Rejection }

export function handoffTerms(document: AgentDocument, online: boolean): HandoffTerms {
  if (!document.enableHumanHandoff) return refuse('handoff-off', 'A person can’t be asked for in this chat.')
  if (!online && !document.showHandoffEvenIfOffline)
    return refuse('nobody-online', 'Nobody of the team is there at the moment. Please try again later.')
  return { ok: true, offline: !online, silencesAgent: !document.manualControl }
}

export function handoffView(
  document: AgentDocument,
  online: boolean,
  state: Pick<ConversationState, 'owner' | 'visitorMessageCount'>,
): HandoffView {
  const { UIhandoffTitle, UIhandoffSubtitle } = document
  const possible = handoffTerms(document, online).ok || document.alwaysShowHandoff === true
  const wanted = document.alwaysShowHandoff === true || state.visitorMessageCount > 0
  return {
    offered: document.enableHumanHandoff === true && possible && wanted && state.owner === 'agent',
    online,
    fixed: document.fixedHandoffPopup === true,
    ...(UIhandoffTitle ? { title: UIhandoffTitle } : {}),
    ...(UIhandoffSubtitle ? { subtitle: UIhandoffSubtitle } : {}),
  }
}
