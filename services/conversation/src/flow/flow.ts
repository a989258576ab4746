/**
 * The node flow. Pure and deterministic: the same state and signal give the same step. Effects (asking the model,
 * searching the knowledge, calling a tool, asking for a person) are returned as `follow`, and the caller reports their
 * result with a signal.
 */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { FlowState } from '@parley/contracts/conversation/flow-state.ts'
import { type Language, plain } from '../phrases.ts'
import { holdsOneOf, isEmergency, languageOfEmergency } from '../understanding/emergencies.ts'
import { readExtracted } from './answers.ts'
import { emergencyAnswer } from './emergency-phrases.ts'
import type { FlowSignal, FlowStep, NodeOf } from './flow-state.ts'
import { resume } from './resume.ts'
import { createWalk } from './walk.ts'

/** What is known of the visitor besides what the flow has captured. */
export type Visitor = {
  /** Variables that the page set. */
  known?: Readonly<Record<string, string>>
  timeZone?: string | undefined
  /** A language in which answers are understood besides that of the flow. */
  also?: Language
  /** ISO 3166 code of the country, by which 01/02 and phone numbers are read. */
  region?: string | undefined
  /** Whether a person can be asked for; true by default. */
  hasPeople?: boolean
  /** Whether a person is asked for after several questions without an answer; true by default. */
  asksForPeople?: boolean
  /** Forms can't be shown to them: their fields are asked one by one. */
  fieldByField?: boolean
}

export function advance(
  nodes: readonly AgentNode[],
  state: FlowState | undefined,
  signal: FlowSignal,
  language: Language,
  visitor: Visitor = {},
): FlowStep {
  const walk = createWalk({
    nodes,
    variables: state?.variables ?? {},
    known: visitor.known ?? {},
    language,
    path: state?.path ?? [],
    returnTo: state?.returnTo,
    unknown: state?.unknown ?? 0,
    correcting: state?.correcting,
    fieldByField: visitor.fieldByField === true,
    hasPeople: visitor.hasPeople !== false,
    asksForPeople: visitor.asksForPeople !== false,
    form: state?.form,
    request: state?.request,
    starting: signal.type === 'start',
    extracted: { ...state?.extracted, ...extractedIn(nodes, signal, language, visitor) },
  })
  const urgent = signal.type === 'message' ? answersFirst(nodes, signal.text) : undefined
  if (urgent) {
    const { variables: _, path: __, returnTo: ___, correcting: ____, ...place } = state ?? { variables: {} }
    return walk.answerFirst(urgent.text.trim() || emergencyText(signal, language, visitor), place)
  }
  const start = nodes.find((node) => node.type === 'start')
  if (signal.type === 'start') return walk.from(start?.next, undefined)
  // Nothing was said at the start, so the first message starts the flow.
  if (state === undefined) {
    const input = signal.type === 'message' ? signal.text : undefined
    return start?.next === undefined ? walk.fallback(input, undefined) : walk.from(start.next, input)
  }

  const waiting = nodes.find((node) => node.id === state.nodeId)
  switch (signal.type) {
    case 'answered':
      return walk.answered(waiting, signal)
    case 'called':
      return walk.called(waiting, signal)
    case 'not-found': {
      const notFound = waiting?.type === 'knowledge' ? waiting.notFound : undefined
      return notFound === undefined ? walk.fallback(signal.text, undefined) : walk.from(notFound, signal.text)
    }
    case 'message': {
      const { timeZone, region, also } = visitor
      return resume({
        walk,
        nodes,
        waiting,
        state,
        signal,
        context: { language, also, at: signal.at, timeZone, region },
      })
    }
  }
}

/** What a model read from a message, as far as the rules of the questions accept it. */
function extractedIn(
  nodes: readonly AgentNode[],
  signal: FlowSignal,
  language: Language,
  { timeZone, region, also }: Visitor,
): Record<string, string> {
  if (signal.type !== 'message' || signal.extracted === undefined) return {}
  const context = { language, also, at: signal.at, timeZone, region }
  const read = Object.entries(signal.extracted).flatMap(([id, value]) => {
    const node = nodes.find((one) => one.id === id)
    const accepted = node?.type === 'question' ? readExtracted(node, value, context)?.value : value
    return accepted === undefined ? [] : [[id, accepted] as const]
  })
  return Object.fromEntries(read)
}

/** In the language of the message, which in an emergency may be another than before. */
function emergencyText(signal: FlowSignal, language: Language, { region }: Visitor): string {
  const spoken = signal.type === 'message' ? languageOfEmergency(signal.text, language) : language
  return emergencyAnswer(spoken, region)
}

/** The node that answers a message before anything else does; undefined if none applies. */
export function answersFirst(nodes: readonly AgentNode[], text: string): NodeOf<'always-first'> | undefined {
  return nodes.find(
    (node): node is NodeOf<'always-first'> =>
      node.type === 'always-first' &&
      ((node.emergencies && isEmergency(text)) ||
        holdsOneOf(text, (node.phrases ?? []).map(plain).filter(Boolean))),
  )
}
