/** What a flow is told, what it answers, and what it remembers from one message to the next. */
import type { AgentNode, httpMethods } from '@parley/contracts/agent/nodes.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { z } from 'zod'

export type FlowState = {
  /** The node that waits for the visitor; none when the default node is to answer. */
  nodeId?: string
  variables: Record<string, string>
  /** An ai or knowledge node that has answered goes on to its `next` with the following message. */
  answered?: boolean
  /** The node needs the outside world, which a conversation's start has none of: it runs with the first message. */
  pending?: boolean
}

export type FlowSignal =
  | { type: 'start' }
  /** `at`: ISO 8601. `form`: the form that was filled in. */
  | { type: 'message'; text: string; at: string; form?: FormAnswers }
  /** The model answered, or the knowledge had it. */
  | { type: 'answered' }
  /** The knowledge did not have it; `text` is what was searched for. */
  | { type: 'not-found'; text: string }
  /** A call ended; `input` as the call's `follow` gave it. */
  | { type: 'called'; ok: boolean; result: string; input?: string }

export type FormAnswers = { formId: string; answers: Record<string, string> }

type Offered = Extract<Block, { type: 'buttons' | 'form' }>
export type Said = { type: 'text'; text: string } | Offered

export type FlowCall =
  /** `values` by the key of the tool's field. */
  | { type: 'tool'; toolId: string; values: Record<string, string> }
  | {
      type: 'http'
      method: (typeof httpMethods)[number]
      url: string
      headers: Record<string, string>
      body?: string
    }

export type Captured = { by: 'question' | 'form'; fields: Record<string, string> }

export type FlowStep = {
  said: Said[]
  state: FlowState
  /** What was learnt of the visitor in this step. */
  captured: Captured[]
  /** The ids of the nodes that were walked through, in order. */
  walked: string[]
  follow:
    | { type: 'wait' }
    /** Let the model answer, with `prompt` in place of the agent's own. */
    | { type: 'answer'; question: string; prompt?: string; modelId?: string }
    | { type: 'search'; question: string; tags?: string[] }
    | { type: 'call'; nodeId: string; call: FlowCall; input?: string }
    /** Ask the team for a person; the flow waits until the conversation is the agent's again. */
    | { type: 'handoff'; note?: string }
}

export type NodeOf<Type extends AgentNode['type']> = Extract<AgentNode, { type: Type }>

const storedSchema = z.object({
  nodeId: z.string().optional(),
  variables: z.record(z.string(), z.string()),
  answered: z.boolean().optional(),
  pending: z.boolean().optional(),
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
