/**
 * The node flow. Pure and deterministic: the same state and signal give the same step. Effects (asking the model,
 * searching the knowledge, calling a tool, asking for a person) are returned as `follow`, and the caller reports their
 * result with a signal.
 */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { FlowState } from '@parley/contracts/conversation/flow-state.ts'
import { type Language, phrases, plain } from '../phrases.ts'
import { captureAnswer } from './capture.ts'
import type { FlowSignal, FlowStep } from './flow-state.ts'
import { readForm } from './form.ts'
import { createWalk, type Walk } from './walk.ts'

/** `known`: data of the visitor from other sources, such as variables that the page set. */
export function advance(
  nodes: readonly AgentNode[],
  state: FlowState | undefined,
  signal: FlowSignal,
  language: Language,
  known: Readonly<Record<string, string>> = {},
): FlowStep {
  const variables = state?.variables ?? {}
  const walk = createWalk({ nodes, variables, known, language, starting: signal.type === 'start' })
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
      return walk.answered(waiting)
    case 'called':
      return walk.called(waiting, signal)
    case 'not-found': {
      const notFound = waiting?.type === 'knowledge' ? waiting.notFound : undefined
      return notFound === undefined ? walk.fallback(signal.text, undefined) : walk.from(notFound, signal.text)
    }
    case 'message':
      return resume(walk, waiting, state, signal, language)
  }
}

/** Passes the visitor's message to the node that waits for it. */
function resume(
  walk: Walk,
  waiting: AgentNode | undefined,
  state: FlowState,
  signal: Extract<FlowSignal, { type: 'message' }>,
  language: Language,
): FlowStep {
  const { text, at, form } = signal
  if (waiting && state.pending) return walk.from(waiting.id, text)
  switch (waiting?.type) {
    case 'question': {
      const answer = captureAnswer(text, waiting.capture, language, at)
      if (answer === undefined)
        return walk.sayAndWait(waiting, waiting.retryText ?? phrases[language].retry[waiting.capture])
      walk.capture('question', { [waiting.variable]: answer })
      return walk.from(waiting.next, undefined)
    }
    case 'form': {
      if (form?.formId !== waiting.id) return walk.fallback(text, waiting.id)
      const reading = readForm(waiting.fields, form.answers, language, at)
      if (!reading.ok) return walk.sayAndWait(waiting, reading.problem)
      walk.capture('form', reading.fields)
      return walk.from(waiting.next, undefined)
    }
    case 'buttons': {
      const said = plain(text)
      const chosen = waiting.buttons.find((button) => button.id === text || plain(button.label) === said)
      if (chosen) return walk.from(chosen.next ?? waiting.next, text)
      return waiting.next === undefined ? walk.fallback(text, waiting.id) : walk.from(waiting.next, text)
    }
    case 'ai':
    case 'knowledge':
      return state.answered && waiting.next !== undefined
        ? walk.from(waiting.next, text)
        : walk.from(waiting.id, text)
    // A call that did not finish, for example because of a restart, is repeated.
    case 'tool':
    case 'http':
      return walk.from(waiting.id, text)
    case 'handoff':
      return waiting.next === undefined ? walk.fallback(text, undefined) : walk.from(waiting.next, text)
    default:
      return walk.fallback(text, undefined)
  }
}
