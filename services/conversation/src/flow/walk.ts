/** Walks from node to node, collecting what is said, until a node waits for the visitor or the outside world. */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { type Language, phrases } from '../phrases.ts'
import { holds } from './conditions.ts'
import { fill, fillAddress, fillBody } from './fill.ts'
import type { Captured, FlowCall, FlowState, FlowStep, NodeOf, Said } from './flow-state.ts'
import { mapped } from './mapping.ts'
import { createRoom, MOST_SAID_AT_START } from './room.ts'

/** More nodes than this without the visitor saying anything is a flow that runs in circles. */
const MAX_STEPS = 50
/** What a variable holds, of a tool's answer too. */
const MOST_CHARACTERS = 20_000
/** What a button or the label of a field shows, filled. */
const MOST_OF_A_LABEL = 500
/** Characters said in one step, and held by all variables after it: what is beyond is cut. */
const LIMITS = { said: 40_000, variables: 100_000 }
/** Anybody starts a conversation, and for nothing: more than people read before they say something is not said. */
const LIMITS_AT_START = { said: MOST_SAID_AT_START, variables: 16_000 }

export type Walk = ReturnType<typeof createWalk>

export type Ground = {
  nodes: readonly AgentNode[]
  /** What the flow has learnt so far. */
  variables: Readonly<Record<string, string>>
  /** What others know of the visitor, such as the page; the flow's own come before it. */
  known: Readonly<Record<string, string>>
  language: Language
  /** At a conversation's start nothing is asked of the outside world. */
  starting: boolean
}

export function createWalk({ nodes, variables: former, known, language, starting }: Ground) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const said: Said[] = []
  const captured: Captured[] = []
  const walked: string[] = []
  const variables: Record<string, string> = { ...former }
  const all = () => ({ ...known, ...variables })
  const limits = starting ? LIMITS_AT_START : LIMITS
  const room = createRoom(limits.said)

  const say = (template: string | undefined) => {
    const text = room.cut(fill(template ?? '', all()).trim())
    if (text !== '') said.push({ type: 'text', text })
  }
  const label = (template: string) => fill(template, all()).slice(0, MOST_OF_A_LABEL)
  const keep = (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) {
      const { [name]: _, ...others } = variables
      const left = limits.variables - charactersOf(others)
      variables[name] = value.slice(0, Math.max(0, Math.min(MOST_CHARACTERS, left)))
    }
  }
  const rest = (state: Omit<FlowState, 'variables'>, follow: FlowStep['follow']): FlowStep => ({
    said,
    captured,
    walked,
    state: { ...state, variables },
    follow,
  })
  const wait = (nodeId: string | undefined): FlowStep =>
    rest(nodeId === undefined ? {} : { nodeId }, { type: 'wait' })
  const leave = (nodeId: string, follow: FlowStep['follow']): FlowStep =>
    starting ? rest({ nodeId, pending: true }, { type: 'wait' }) : rest({ nodeId }, follow)

  /** Walks on from a node; `input` is what the visitor said and no node has used yet. */
  function from(nodeId: string | undefined, input: string | undefined, home?: string): FlowStep {
    let node = nodeId === undefined ? undefined : byId.get(nodeId)
    while (node) {
      if (walked.length >= MAX_STEPS) return wait(home)
      walked.push(node.id)
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
            buttons: node.buttons.map((button) => ({ id: button.id, label: label(button.label) })),
          })
          return wait(node.id)
        case 'form':
          say(node.text)
          said.push(formOf(node))
          return wait(node.id)
        case 'set-variable':
          keep({ [node.variable]: fill(node.value, all()) })
          break
        case 'map':
          keep(mapped(node.mappings, all()))
          break
        case 'tool':
        case 'http':
          return leave(node.id, {
            type: 'call',
            nodeId: node.id,
            call: callOf(node, all()),
            ...(input === undefined ? {} : { input }),
          })
        case 'knowledge':
          return input === undefined
            ? wait(node.id)
            : rest(
                { nodeId: node.id },
                {
                  type: 'search',
                  question: input,
                  ...(node.tags?.length ? { tags: node.tags } : {}),
                },
              )
        case 'ai': {
          if (input === undefined) return wait(node.id)
          const { prompt, modelId } = node
          return rest(
            { nodeId: node.id },
            {
              type: 'answer',
              question: input,
              ...(prompt ? { prompt: fill(prompt, all()) } : {}),
              ...(modelId ? { modelId } : {}),
            },
          )
        }
        case 'handoff':
          if (!starting) say(node.text ?? phrases[language].handoff)
          return leave(node.id, { type: 'handoff', ...(node.title ? { note: node.title } : {}) })
        case 'end':
          say(node.text)
          return wait(undefined)
        case 'note':
          return wait(home)
        case 'start':
        case 'default':
        case 'jump':
        case 'condition':
          break
      }
      const next = nextOf(node, all())
      node = next === undefined ? undefined : byId.get(next)
    }
    return wait(home)
  }

  return {
    from,
    capture(by: Captured['by'], fields: Record<string, string>) {
      keep(fields)
      const given = Object.entries(fields).filter(([, value]) => value !== '')
      if (given.length > 0) captured.push({ by, fields: Object.fromEntries(given) })
    },
    sayAndWait(node: AgentNode, text: string): FlowStep {
      say(text)
      if (node.type === 'form') said.push(formOf(node))
      return wait(node.id)
    },
    answered(node: AgentNode | undefined): FlowStep {
      // The knowledge's answer leads on at once; a model's waits for what the visitor says to it.
      if (node?.type === 'knowledge' && node.next !== undefined) return from(node.next, undefined)
      return rest({ ...(node ? { nodeId: node.id } : {}), answered: true }, { type: 'wait' })
    },
    /** What a call gave is kept, and the flow goes on, by the error's way where it failed and there is one. */
    called(node: AgentNode | undefined, call: { ok: boolean; result: string; input?: string }): FlowStep {
      if (node?.type !== 'tool' && node?.type !== 'http') return wait(node?.id)
      if (node.saveTo !== undefined) keep({ [node.saveTo]: call.result })
      return from(call.ok ? node.next : (node.onError ?? node.next), call.input)
    },
    /** The default node, else the agent's own prompt. `home` goes on waiting when nothing else does. */
    fallback(input: string | undefined, home: string | undefined): FlowStep {
      const node = nodes.find(({ type }) => type === 'default')
      if (node?.type === 'default' && node.next !== undefined) {
        const step = from(node.next, input, home)
        if (step.said.length > 0 || step.follow.type !== 'wait') return step
      }
      if (input === undefined) return wait(home)
      return rest(home === undefined ? {} : { nodeId: home }, { type: 'answer', question: input })
    },
  }

  function formOf(node: NodeOf<'form'>): Said {
    const title = node.title === undefined ? {} : { title: node.title }
    const submit = node.submitLabel === undefined ? {} : { submitLabel: label(node.submitLabel) }
    const fields = node.fields.map((field) => ({ ...field, label: label(field.label) }))
    return { type: 'form', formId: node.id, ...title, fields, ...submit }
  }
}

function charactersOf(variables: Readonly<Record<string, string>>): number {
  return Object.values(variables).reduce((sum, value) => sum + value.length, 0)
}

function callOf(node: NodeOf<'tool'> | NodeOf<'http'>, variables: Record<string, string>): FlowCall {
  const filled = (texts: Iterable<readonly [string, string]>) =>
    Object.fromEntries([...texts].map(([name, value]) => [name, fill(value, variables)]))
  if (node.type === 'tool')
    return { type: 'tool', toolId: node.toolId, values: filled(Object.entries(node.values ?? {})) }
  return {
    type: 'http',
    method: node.method,
    url: fillAddress(node.url, variables),
    headers: filled(node.headers.map(({ key, value }) => [key, value] as const)),
    ...(node.body ? { body: fillBody(node.body, variables) } : {}),
  }
}

function nextOf(node: AgentNode, variables: Record<string, string>): string | undefined {
  switch (node.type) {
    case 'condition':
      return (node.branches.find((branch) => holds(branch.test, variables)) ?? node).next
    case 'jump':
      return node.to
    case 'end':
    case 'note':
      return undefined
    default:
      return node.next
  }
}
