/** The signals and steps of a flow. */
import type { AgentNode, httpMethods } from '@parley/contracts/agent/nodes.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { FlowState, StoredFlow } from '@parley/contracts/conversation/flow-state.ts'
import type { ContactKind, RequestStatus } from '@parley/contracts/conversation/lead-requests.ts'
import type { SmallTalk } from '../understanding/small-talk.ts'

export type FlowSignal =
  | { type: 'start' }
  /** `at`: ISO 8601. `form`: the form that was filled in. */
  | {
      type: 'message'
      text: string
      at: string
      form?: FormAnswers
      /** Answers that a model read from the message, by node. */
      extracted?: Record<string, string>
    }
  /**
   * The model replied, or the knowledge had an answer; `unknown` if the reply says that it is not known, `to`: the small
   * talk that it replied to.
   */
  | { type: 'answered'; unknown?: boolean; to?: SmallTalk | undefined }
  /** The knowledge had no answer; `text` is what was searched for. */
  | { type: 'not-found'; text: string }
  /** A call ended; `input` as in the call's `follow`. */
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

export type Captured = {
  by: 'question' | 'form'
  fields: Record<string, string>
  /** The request that they belong to, with its status after them. */
  request?: { nth: number; status: RequestStatus }
  contact?: ContactKind
}

export type FlowStep = {
  said: Said[]
  state: FlowState
  /** Details of the visitor that were captured in this step. */
  captured: Captured[]
  /** The ids of the visited nodes, in order. */
  walked: string[]
  follow:
    | { type: 'wait' }
    /** Let the model reply, with `prompt` instead of the agent's own. */
    | {
        type: 'answer'
        question: string
        prompt?: string
        modelId?: string
        /** The question is a button's label: nothing to search for. */
        pressed?: boolean
      }
    | { type: 'search'; question: string; tags?: string[] }
    | { type: 'call'; nodeId: string; call: FlowCall; input?: string }
    /** Ask the team for a person; the flow waits until the agent owns the conversation again. */
    | { type: 'handoff'; note?: string }
    /** The visitor wants a person, or is not understood and should get one if there is any. */
    | { type: 'person' }
  /** Set if the last that was said is the text of the handoff node that follows. */
  saidByHandoff?: true
  /** Set if the rules did not understand the message. */
  unread?: true
}

export type NodeOf<Type extends AgentNode['type']> = Extract<AgentNode, { type: Type }>

/** Returns the state of the node flow; undefined if there is none, or a dialog has replied until now. */
export function nodeFlowIn(stored: StoredFlow | undefined): FlowState | undefined {
  return stored === undefined || 'dialog' in stored ? undefined : stored
}
