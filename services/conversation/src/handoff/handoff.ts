/**
 * When a person can be asked for, and the effect (specification, part 2 §3, the agent's handoff settings). The rules of its
 * workspace and organisations are applied before (`withHandoffRules`).
 *
 * - `openingHours`: outside them nobody is there, whoever is online, and the visitor is told when the team is back.
 * - `enableHumanHandoff` off: nobody can be asked for; the team can still take over by hand.
 * - Nobody of the team online: the chat has no button, unless `showHandoffEvenIfOffline`. Whoever asks all the same is
 *   told that nobody is there, and can leave an address. The request waits for the team, and the agent goes on replying
 *   meanwhile, so that the visitor is never left without an answer.
 * - `manualControl`: the agent goes on replying until a person takes over; otherwise it stops at once.
 * - `smartHandoff`: the agent's model may ask for a person by itself.
 * - `alwaysShowHandoff`: the chat offers it from the beginning, whoever is online; otherwise after the first message.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { HandoffView } from '@parley/contracts/conversation/visitor-endpoints.ts'
import type { ConversationState } from '../conversation.decider.ts'
import { type Language, languageOf, phrases } from '../phrases.ts'
import { handoffPhrases } from './handoff-phrases.ts'
import { openingStateAt } from './opening-state.ts'
import { joined, type Opening, saysWhenBack } from './opening-words.ts'
import { knownAddress } from './visitor-address.ts'

/** `offline`: nobody is there; the request is kept for the team. `back`: when the team is there again, if that is known. */
export type HandoffTerms = { offline: boolean; silencesAgent: boolean; back?: Opening }

/** Whether somebody of the team is there: a member is online, and it is within the opening hours, if there are any. */
export function teamIsThere(
  document: Pick<AgentDocument, 'openingHours'>,
  online: boolean,
  now: number,
): { there: boolean; back?: Opening } {
  const { openingHours } = document
  const state = openingStateAt(openingHours, now)
  if (!openingHours || !state || state.open) return { there: online }
  const { opensAt: at } = state
  return { there: false, ...(at !== undefined && { back: { at, now, teamTimeZone: openingHours.timeZone } }) }
}

/** The terms of a request, whoever makes it; undefined if nobody can be asked for. `now` in milliseconds since 1970. */
export function handoffTerms(
  document: AgentDocument,
  online: boolean,
  now: number,
): HandoffTerms | undefined {
  if (!document.enableHumanHandoff) return undefined
  const { there, ...back } = teamIsThere(document, online, now)
  return { offline: !there, silencesAgent: there && !document.manualControl, ...back }
}

/** What a visitor is told for whom a person is asked; `unasked`: not by themselves. `terms`: those of the request; undefined if there is no handoff. */
export function handoffAnswer(
  terms: Pick<HandoffTerms, 'offline' | 'back'> | undefined,
  state: Pick<ConversationState, 'started' | 'identity' | 'fields'>,
  language: Language,
  { unasked = false }: { unasked?: boolean } = {},
): string {
  const words = handoffPhrases[language]
  if (!terms) return words.none
  if (!terms.offline) return unasked ? words.passedOn : phrases[language].handoff
  const onWebsite = state.started?.channel === 'web-chat' || state.started?.channel === 'test-panel'
  const back = terms.back && saysWhenBack(terms.back, { language, ...placeOf(state) })
  if (!onWebsite) return joined(language, words.offlineChannel, back)
  const email = knownAddress(state)
  const offline = email === undefined ? words.offline : words.offlineKnown.replace('{email}', () => email)
  return joined(language, offline, back)
}

export function handoffView(
  document: AgentDocument,
  { online, quiet }: { online: boolean; quiet: boolean },
  state: Pick<ConversationState, 'owner' | 'visitorMessageCount' | 'started'>,
  now: number,
): HandoffView {
  const { UIhandoffTitle, UIhandoffSubtitle } = document
  const { there, back } = teamIsThere(document, online, now)
  const language = languageOf(document.lang, state.started?.lang)
  const possible = there || document.showHandoffEvenIfOffline === true || document.alwaysShowHandoff === true
  const wanted = document.alwaysShowHandoff === true || state.visitorMessageCount > 0
  return {
    offered: document.enableHumanHandoff === true && possible && wanted && state.owner === 'agent',
    online: there,
    ...(back && { back: saysWhenBack(back, { language, ...placeOf(state) }) }),
    fixed: document.fixedHandoffPopup === true,
    quiet,
    ...(UIhandoffTitle ? { title: UIhandoffTitle } : {}),
    ...(UIhandoffSubtitle ? { subtitle: UIhandoffSubtitle } : {}),
  }
}

function placeOf({ started }: Pick<ConversationState, 'started'>) {
  return { lang: started?.lang, timeZone: started?.timeZone }
}
