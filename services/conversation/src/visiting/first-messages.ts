/**
 * The first messages of an agent when a conversation starts. They never need a model, so they are available at once and
 * the same each time.
 *
 * With nodes: what the flow says up to its first wait. Without: `vg_initMessages`, then the launch message
 * `vg_initPrompt`; with Smart Initialization (`smartInit`) the launch message is left out, since the agent replies to
 * the visitor's first message. All of it together is at most `MOST_SAID_AT_START` characters. The greeting
 * that a new agent has is said in the language of the conversation, until somebody writes another.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { initialGreetings } from '@parley/contracts/agent/initial-content.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { FlowState } from '@parley/contracts/conversation/flow-state.ts'
import { advance, type Visitor } from '../flow/flow.ts'
import type { Said } from '../flow/flow-state.ts'
import { createRoom, MOST_SAID_AT_START } from '../flow/room.ts'
import { type Language, phrases } from '../phrases.ts'
import { replyBlocks } from '../turn/generate/reply-blocks.ts'

export type FirstMessages = { messages: Block[][]; flow: FlowState | undefined }

/** `visitor`: whether forms are asked field by field. */
export function firstMessages(
  document: AgentDocument,
  language: Language,
  visitor: Pick<Visitor, 'fieldByField'> = {},
): FirstMessages {
  const uiEngine = document.vg_enableUIEngine !== false
  const inLanguage = (text: string) =>
    language !== 'en' && initialGreetings.includes(text) ? phrases[language].greeting : text
  if (hasFlow(document)) {
    const step = advance(document.nodes ?? [], undefined, { type: 'start' }, language, visitor)
    const said = step.said.map((one) => (one.type === 'text' ? { ...one, text: inLanguage(one.text) } : one))
    const blocks = saidBlocks(said, uiEngine)
    return { messages: blocks.length === 0 ? [] : [blocks], flow: step.state }
  }
  const texts = [...(document.vg_initMessages ?? [])]
  if (!document.smartInit && document.vg_initPrompt) texts.push(document.vg_initPrompt)
  const room = createRoom(MOST_SAID_AT_START)
  const messages = texts
    .map((text) => replyBlocks(room.cut(inLanguage(text)), uiEngine))
    .filter((blocks) => blocks.length > 0)
  return { messages, flow: undefined }
}

export function hasFlow(document: AgentDocument): boolean {
  return document.enableNodes === true && (document.nodes ?? []).some((node) => node.type === 'start')
}

/**
 * Whether visitors are told when the team is back, or the flow asks for a day, in a question or a form, which is read in
 * the visitor's time zone, or names the emergency number of their country.
 */
export function needsTimeZone(document: AgentDocument): boolean {
  if (document.openingHours) return true
  if (!hasFlow(document)) return false
  return (document.nodes ?? []).some((node) => {
    if (node.type === 'always-first') return node.emergencies
    if (node.type === 'form') return node.fields.some(({ type }) => type === 'date')
    return node.type === 'question' && (node.capture === 'date' || node.capture === 'date-time')
  })
}

export function saidBlocks(said: readonly Said[], uiEngine: boolean): Block[] {
  return said.flatMap((one) => (one.type === 'text' ? replyBlocks(one.text, uiEngine) : [one]))
}
