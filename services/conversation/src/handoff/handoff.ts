/**
 * When a person can be asked for, and the effect (specification, part 2 §3, the agent's handoff settings).
 *
 * - `enableHumanHandoff` off: nobody can be asked for; the team can still take over by hand.
 * - Nobody of the team online: the chat has no button, unless `showHandoffEvenIfOffline`. Whoever asks all the same is
 *   told that nobody is there, and can leave an address. The request waits for the team, and the agent goes on replying
 *   meanwhile, so that the visitor is never left without an answer.
 * - `manualControl`: the agent goes on replying until a person takes over; otherwise it stops at once.
 * - `alwaysShowHandoff`: the chat offers it from the beginning, whoever is online; otherwise after the first message.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { HandoffView } from '@parley/contracts/conversation/visitor-endpoints.ts'
import type { ConversationState } from '../conversation.decider.ts'
import { type Language, phrases } from '../phrases.ts'
import { handoffPhrases } from './handoff-phrases.ts'
import { knownAddress } from './visitor-address.ts'

/** `offline`: nobody is online; the request is kept for the team. */
export type HandoffTerms = { offline: boolean; silencesAgent: boolean }

/** The terms of a request, whoever makes it; undefined if nobody can be asked for. */
export function handoffTerms(document: AgentDocument, online: boolean): HandoffTerms | undefined {
  if (!document.enableHumanHandoff) return undefined
  return { offline: !online, silencesAgent: online && !document.manualControl }
}

/** What a visitor who asked for a person is told. `terms`: those of the request; undefined if there is no handoff. */
export function handoffAnswer(
  terms: { offline: boolean } | undefined,
  state: Pick<ConversationState, 'started' | 'identity' | 'fields'>,
  language: Language,
): string {
  const words = handoffPhrases[language]
  if (!terms) return words.none
  if (!terms.offline) return phrases[language].handoff
  const onWebsite = state.started?.channel === 'web-chat' || state.started?.channel === 'test-panel'
  if (!onWebsite) return words.offlineChannel
  const email = knownAddress(state)
  return email === undefined ? words.offline : words.offlineKnown.replace('{email}', () => email)
}

export function handoffView(
  document: AgentDocument,
  online: boolean,
  state: Pick<ConversationState, 'owner' | 'visitorMessageCount'>,
): HandoffView {
  const { UIhandoffTitle, UIhandoffSubtitle } = document
  const possible = online || document.showHandoffEvenIfOffline === true || document.alwaysShowHandoff === true
  const wanted = document.alwaysShowHandoff === true || state.visitorMessageCount > 0
  return {
    offered: document.enableHumanHandoff === true && possible && wanted && state.owner === 'agent',
    online,
    fixed: document.fixedHandoffPopup === true,
    ...(UIhandoffTitle ? { title: UIhandoffTitle } : {}),
    ...(UIhandoffSubtitle ? { subtitle: UIhandoffSubtitle } : {}),
  }
}
