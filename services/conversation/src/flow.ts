/**
 * The node flow. Pure and deterministic: the same state and signal give the same step. What takes the outside
 * world (asking the model, searching the knowledge) comes back as `follow`, and the caller answers with a signal.
 */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { z } from 'zod'
import { captureAnswer } from './capture.ts'
import { type Language, phrases, plain } from './phrases.ts'

export type FlowState = {
  /** The node that waits for the visitor; none when the default node is to answer. */
  nodeId?: string
  variables: Record<string, string>
  /** An ai or knowledge node that has answered goes on to its `next` with the following message. */
  answered?: boolean
}

export type FlowSignal =
  | { type: 'start' }
  /** `at`: ISO 8601. */
  | { type: 'message'; text: string; at: string }
  /** The model answered, or the knowledge had it. */
  | { type: 'answered' }
  /** The knowledge did not have it; `text` is what was searched for. */
  | { type: 'not-found'; text: string }

export type Said =
  | { type: 'text'; text: string }
  | { type: 'buttons'; buttons: { id: string; label: string }[] }

export type FlowStep = {
  said: Said[]
  state: FlowState
  follow:
    | { type: 'wait' }
    /** Let the model answer, with `prompt` in place of the agent's own. */
    | { type: 'answer'; question: string; prompt?: string; modelId?: string }
    | { type: 'search'; question: string }
}

/** More nodes than this without the visitor saying anything is a flow that runs in circles. */
const MAX_STEPS = 50

export function advance(
  nodes: readonly AgentNode[],
  state: FlowState | undefined,
  signal: FlowSignal,
  language: Language,
): FlowStep {
  const walk = createWalk(nodes, state?.variables ?? {}, language)
  const start = nodes.find((node) => node.type === 'start')
  if (signal.type === 'start') return walk.from(start?.next, undefined)
  // Nothing was said at the start, so that the first message begins the flow.
  if (state === undefined) {
    const input = signal.type === 'message' ? signal.text : undefined
    return start?.next === undefined ? walk.fallback(input, undefined) : walk.from(start.next, input)
  }

  const waiting = nodes.find((node) => node.id === state.nodeId)
  if (signal.type === 'answered') return walk.answered(waiting)
  if (signal.type === 'not-found') {
    const notFound = waiting?.type === 'knowledge' ? waiting.notFound : undefined
    return notFound === undefined ? walk.fallback(signal.text, undefined) : walk.from(notFound, signal.text)
  }
  return resume(walk, waiting, state, signal, language)
}

/** Gives the visitor's words to the node that waits for them. */
function resume(
  walk: Walk,
  waiting: AgentNode | undefined,
  state: FlowState,
  signal: { text: string; at: string },
  language: Language,
): FlowStep {
  const { text, at } = signal
  switch (waiting?.type) {
    case 'question': {
      const answer = captureAnswer(text, waiting.capture, language, at)
      if (answer === undefined)
        return walk.sayAndWait(waiting, waiting.retryText ?? phrases[language].retry[waiting.capture])
      walk.set(waiting.variable, answer)
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
    case 'handoff':
      return waiting.next === undefined ? walk.fallback(text, waiting.id) : walk.from(waiting.next, text)
    default:
      return walk.fallback(text, undefined)
  }
}

type Walk = ReturnType<typeof createWalk>

function createWalk(nodes: readonly AgentNode[], known: Record<string, string>, language: Language) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const said: Said[] = []
  const variables = { ...known }
  let steps = 0

  const say = (template: string | undefined) => {
    const text = fill(template ?? '', variables).trim()
    if (text !== '') said.push({ type: 'text', text })
  }
  const wait = (nodeId: string | undefined, answered = false): FlowStep => ({
    said,
    state: {
      ...(nodeId === undefined ? {} : { nodeId }),
      variables,
      ...(answered ? { answered } : {}),
    },
    follow: { type: 'wait' },
  })
  const ask = (nodeId: string | undefined, follow: FlowStep['follow']): FlowStep => ({
    ...wait(nodeId),
    follow,
  })

  /** Walks on from a node; `input` is what the visitor said and no node has used yet. */
  function from(nodeId: string | undefined, input: string | undefined, home?: string): FlowStep {
    let node = nodeId === undefined ? undefined : byId.get(nodeId)
    while (node) {
      if (++steps > MAX_STEPS) return wait(home)
      switch (node.type) {
        case 'message':
          say(node.text)
          break
        case 'question':
          say(node.text)
          return wait(node.id)
        case 'buttons':
          say(node.text)
          said.push({
            type: 'buttons',
            buttons: node.buttons.map(({ id, label }) => ({ id, label: fill(label, variables) })),
          })
          return wait(node.id)
        case 'set-variable':
          variables[node.variable] = fill(node.value, variables)
          break
        case 'knowledge':
          return input === undefined ? wait(node.id) : ask(node.id, { type: 'search', question: input })
        case 'ai': {
          if (input === undefined) return wait(node.id)
          const { prompt, modelId } = node
          return ask(node.id, {
            type: 'answer',
            question: input,
            ...(prompt ? { prompt: fill(prompt, variables) } : {}),
            ...(modelId ? { modelId } : {}),
          })
        }
        case 'handoff':
          say(node.text ?? phrases[language].handoff)
          return wait(node.id)
        case 'end':
          say(node.text)
          return wait(undefined)
        case 'note':
          return wait(home)
        case 'start':
        case 'default':
        case 'jump':
        case 'condition':
        case 'tool':
          break
      }
      const next = nextOf(node, variables)
      node = next === undefined ? undefined : byId.get(next)
    }
    return wait(home)
  }

  return {
    from,
    set(variable: string, value: string) {
      variables[variable] = value
    },
    sayAndWait(node: AgentNode, text: string): FlowStep {
      say(text)
      return wait(node.id)
    },
    answered(node: AgentNode | undefined): FlowStep {
      // The knowledge's answer leads on at once; a model's waits for what the visitor says to it.
      if (node?.type === 'knowledge' && node.next !== undefined) return from(node.next, undefined)
      return wait(node?.id, true)
    },
    /** The default node, else the agent's own prompt. `home` goes on waiting when nothing else does. */
    fallback(input: string | undefined, home: string | undefined): FlowStep {
      const node = nodes.find(({ type }) => type === 'default')
      if (node?.type === 'default' && node.next !== undefined) {
        const step = from(node.next, input, home)
        if (step.said.length > 0 || step.follow.type !== 'wait') return step
      }
      return input === undefined ? wait(home) : ask(home, { type: 'answer', question: input })
    },
  }
}

function nextOf(node: AgentNode, variables: Record<string, string>): string | undefined {
  switch (node.type) {
    case 'condition':
      return (node.branches.find((branch) => holds(branch.test, variables)) ?? node).next
    case 'jump':
      return node.to
    // Tools can't be called yet, which is an error of theirs as far as the flow is concerned.
    case 'tool':
      return node.onError ?? node.next
    case 'end':
    case 'note':
      return undefined
    default:
      return node.next
  }
}

type Test = Extract<AgentNode, { type: 'condition' }>['branches'][number]['test']

function holds(test: Test, variables: Record<string, string>): boolean {
  const has = variables[test.variable] ?? ''
  const wanted = fill(test.value ?? '', variables)
  const order = Number(has) - Number(wanted)
  switch (test.operator) {
    case 'is':
      return plain(has) === plain(wanted)
    case 'is-not':
      return plain(has) !== plain(wanted)
    case 'contains':
      return plain(has).includes(plain(wanted))
    case 'is-set':
      return has !== ''
    case 'is-not-set':
      return has === ''
    // Dates as we keep them (2026-11-21) have the order of their texts.
    case 'greater-than':
      return Number.isNaN(order) ? has > wanted && has !== '' : order > 0 && has !== ''
    case 'less-than':
      return Number.isNaN(order) ? has < wanted && has !== '' : order < 0 && has !== ''
  }
}

/** Fills `{{variable}}` places; what a visitor said can't open a block of its own. */
export function fill(template: string, variables: Record<string, string>): string {
  return template.replace(/\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}/g, (_, name: string) =>
    (Object.hasOwn(variables, name) ? variables[name]! : '').replace(/`{3,}/g, '"'),
  )
}

const storedSchema = z.object({
  nodeId: z.string().optional(),
  variables: z.record(z.string(), z.string()),
  answered: z.boolean().optional(),
})

/** Reads the state that a reply stored; undefined where there is none that can be read (such as erased). */
export function readFlow(stored: string | undefined): FlowState | undefined {
  if (stored === undefined) return undefined
  try {
    return storedSchema.safeParse(JSON.parse(stored)).data
  } catch {
    return undefined
  }
}
