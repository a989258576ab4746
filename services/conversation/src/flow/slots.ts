/**
 * Slots: what a flow still wants to know and a model may read from a message, where the rules don't suffice: "I'm Priya,
 * can I come on Friday at ten, my number is …". What the model read counts only if the question's own rules accept it,
 * and words such as a name only if the visitor wrote them. Pure.
 */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { MOST_EXTRACTED, MOST_OF_AN_EXTRACTED } from '@parley/contracts/conversation/flow-state.ts'
import { type Language, plain } from '../phrases.ts'
import { optionNamed } from '../understanding/choices.ts'
import { commandIn, isQuestion, isWish } from '../understanding/commands.ts'
import { evasionIn } from '../understanding/evasions.ts'
import { isWithoutSpaces, wordsIn } from '../understanding/matching.ts'
import { smallTalkBesideName } from '../understanding/names.ts'
import { smallTalkIn } from '../understanding/small-talk.ts'
import { isCode } from './answers.ts'
import { answersFirst } from './flow.ts'
import type { FlowSignal, FlowStep, NodeOf } from './flow-state.ts'

type Asked = NodeOf<'question' | 'buttons'>

export type Slot = {
  nodeId: string
  /** What the flow asks, with its placeholders. */
  asks: string
  capture: NodeOf<'question'>['capture'] | 'code' | 'choice'
  /** Labels to choose from. */
  options?: string[]
}

/** Nodes looked at for further questions. */
const MOST_LOOKED_AT = 100
/** Words besides an answer from which a message may answer further questions. */
const BESIDES = 3
/** Words of a message that pressed a button or answered with a text, from which it may say more than that. */
const ENOUGH = { pressed: 5, text: 8 }
/** Characters that stand for a word where words aren't divided. */
const OF_A_WORD = 3

/**
 * The slots to have read from a message, after the rules alone have given `step`: that of the node that waits first. None
 * if the rules understood all of it, or it is a command, small talk or a question.
 */
export function slotsFor(
  nodes: readonly AgentNode[],
  waiting: AgentNode | undefined,
  { text, form }: Extract<FlowSignal, { type: 'message' }>,
  step: FlowStep,
  language: Language,
): Slot[] {
  if (waiting === undefined || form || answersFirst(nodes, text)) return []
  if (!mayAnswer(waiting, text, language)) return []
  const own = ownNodes(waiting, nodes)
  if (own.length === 0) return []
  const ahead = questionsAhead(waiting, nodes).filter((node) => !own.includes(node))
  if (waiting.type === 'read-back' && lengthOf(text) < BESIDES) return []
  if (step.unread || (ahead.length > 0 && saysMore(waiting, text, step)))
    return [...own, ...ahead].slice(0, MOST_EXTRACTED).map(slotOf)
  return []
}

function mayAnswer(waiting: AgentNode, text: string, language: Language): boolean {
  const asksName = waiting.type === 'question' && waiting.capture === 'name'
  const spelling = asksName ? 'exact' : 'any'
  if (commandIn(text, language, spelling) || evasionIn(text)) return false
  if (asksName ? smallTalkBesideName(text, language) : smallTalkIn(text)) return false
  return !isQuestion(text, language) || isWish(text, language)
}

/** Whether a message that the rules understood says more than they took. */
function saysMore(waiting: AgentNode, text: string, step: FlowStep): boolean {
  const words = lengthOf(text)
  if (waiting.type === 'buttons') return words >= ENOUGH.pressed && !optionNamed(text, waiting.buttons)
  if (waiting.type !== 'question') return false
  if (waiting.capture === 'text' && !isCode(waiting)) return words >= ENOUGH.text
  return words - lengthOf(step.state.variables[waiting.variable] ?? '') >= BESIDES
}

function lengthOf(text: string): number {
  return isWithoutSpaces(text) ? text.trim().length / OF_A_WORD : wordsIn(text).length
}

/** The nodes whose answers are wanted now: the one that waits, or those whose values are read back. */
function ownNodes(waiting: AgentNode, nodes: readonly AgentNode[]): Asked[] {
  if (waiting.type === 'question' || waiting.type === 'buttons') return [waiting]
  if (waiting.type !== 'read-back') return []
  const variables = new Set(waiting.values.map(({ variable }) => variable))
  return nodes.filter(
    (node): node is Asked => isAsked(node) && node.variable !== undefined && variables.has(node.variable),
  )
}

/** The questions that can follow, the nearest first; buttons only if they keep what was chosen. */
function questionsAhead(waiting: AgentNode, nodes: readonly AgentNode[]): Asked[] {
  if (waiting.type === 'read-back') return []
  const byId = new Map(nodes.map((node) => [node.id, node]))
  // bounded: by the nodes of a flow
  const seen = new Set([waiting.id])
  const left: AgentNode[] = [waiting]
  // bounded: by `MOST_LOOKED_AT`
  const found: Asked[] = []
  for (let looked = 0; left.length > 0 && looked < MOST_LOOKED_AT; looked++) {
    const node = left.shift()!
    if (node !== waiting && isAsked(node) && (node.type === 'question' || node.variable !== undefined))
      found.push(node)
    for (const id of waysFrom(node)) {
      const next = byId.get(id)
      if (next && !seen.has(id)) {
        seen.add(id)
        left.push(next)
      }
    }
  }
  return found
}

function isAsked(node: AgentNode): node is Asked {
  return node.type === 'question' || node.type === 'buttons'
}

/** Where a node leads if all goes well. */
function waysFrom(node: AgentNode): string[] {
  switch (node.type) {
    case 'buttons':
      return [...node.buttons.map(({ next }) => next), node.next].flatMap((id) => id ?? [])
    case 'condition':
      return [...node.branches.map(({ next }) => next), node.next].flatMap((id) => id ?? [])
    case 'jump':
      return [node.to].flatMap((id) => id ?? [])
    case 'end':
    case 'note':
    case 'group':
    case 'always-first':
    case 'ai':
    case 'knowledge':
    case 'handoff':
      return []
    default:
      return node.next === undefined ? [] : [node.next]
  }
}

function slotOf(node: Asked): Slot {
  const common = { nodeId: node.id, asks: node.text || (node.title ?? '') }
  if (node.type === 'buttons')
    return { ...common, capture: 'choice', options: node.buttons.map(({ label }) => label) }
  return { ...common, capture: isCode(node) ? 'code' : node.capture }
}

/** What a model read, by node; without what the visitor did not write or say. */
export function acceptedValues(
  slots: readonly Slot[],
  values: readonly { nodeId: string; value: string }[],
  text: string,
): Record<string, string> {
  const said = ` ${plain(text)} `
  const accepted = values.flatMap(({ nodeId, value }) => {
    const slot = slots.find((one) => one.nodeId === nodeId)
    const short = value.trim().slice(0, MOST_OF_AN_EXTRACTED)
    return slot && short !== '' && isSaid(slot, short, said) ? [[nodeId, short] as const] : []
  })
  return Object.fromEntries(accepted)
}

/** Days, amounts, yes and choices may be said in other words; names, addresses, codes and texts are the visitor's own. */
function isSaid({ capture, options }: Slot, value: string, said: string): boolean {
  switch (capture) {
    case 'choice':
      return options?.includes(value) === true
    case 'phone': {
      const digits = value.replace(/\D/g, '')
      return digits.length >= 5 && said.replace(/\D/g, '').includes(digits.slice(-5))
    }
    case 'text':
    case 'name':
    case 'email':
    case 'code': {
      const words = plain(value).split(' ').filter(Boolean)
      return words.length > 0 && words.every((word) => holdsWord(said, word))
    }
    case 'number':
    case 'money':
    case 'date':
    case 'date-time':
    case 'yes-no':
      return true
  }
}

function holdsWord(said: string, word: string): boolean {
  return isWithoutSpaces(word) ? said.replace(/ /g, '').includes(word) : said.includes(` ${word} `)
}
