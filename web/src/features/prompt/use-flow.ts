import { useHotkeys } from '@mantine/hooks'
import { type FlowProblem, flowProblems } from '@parley/contracts/agent/flow-problems.ts'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { noticeWithUndo } from '../../design/undo-notice.tsx'
import { useTools } from '../../server/tools.ts'
import { useAgentPlace } from '../../shell/places.ts'
import { flowChanged, flowRedone, flowUndone } from '../../store/flow-history.ts'
import { useStoreDispatch, useStoreState } from '../../store/store.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { type AddableType, copyOf, newNode, withNode, withoutNode } from './flow.ts'

export type FlowEditing = {
  nodes: AgentNode[]
  problems: FlowProblem[]
  /** Returns the id of the new node. */
  add(type: AddableType): string
  duplicate(node: AgentNode): string
  change(node: AgentNode): void
  /** Replaces several nodes as one step. */
  replace(nodes: AgentNode[]): void
  remove(node: AgentNode): void
  /** Undefined if there is nothing to undo or redo. */
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  full: boolean
}

const mostNodes = 500

/** The flow of the agent and its operations. Ctrl/Cmd+Z undoes; with Shift, or Ctrl/Cmd+Y, it redoes. */
export function useFlow(): FlowEditing {
  const place = useAgentPlace()
  const { agentId } = place
  const { agent, edit } = useAgentDraft(place)
  const history = useStoreState((state) => state.flowHistory[agentId])
  const dispatch = useStoreDispatch()
  const tools = useTools()
  const nodes = agent.nodes ?? []

  const put = (changed: AgentNode[], nodeId?: string) => {
    const at = Date.now()
    dispatch(flowChanged({ agentId, before: nodes, at, ...(nodeId === undefined ? {} : { nodeId }) }))
    edit({ nodes: changed })
  }
  const add = (node: AgentNode) => {
    put([...nodes, node])
    return node.id
  }
  const last = history?.past.at(-1)
  const next = history?.future.at(-1)
  const undo =
    last &&
    (() => {
      dispatch(flowUndone({ agentId, now: nodes }))
      edit({ nodes: last })
    })
  const redo =
    next &&
    (() => {
      dispatch(flowRedone({ agentId, now: nodes }))
      edit({ nodes: next })
    })
  // Within text fields the browser handles undo.
  useHotkeys([
    ['mod+Z', () => undo?.()],
    ['mod+shift+Z', () => redo?.()],
    ['mod+Y', () => redo?.()],
  ])

  return {
    nodes,
    problems: flowProblems(nodes, tools.data ? { toolIds: tools.data.map(({ id }) => id) } : {}),
    add: (type) => add(newNode(type, newId(), nodes)),
    duplicate: (node) => add(copyOf(node, newId())),
    change: (node) => put(withNode(nodes, node), node.id),
    replace: (changed) => put(changed),
    remove(node) {
      put(withoutNode(nodes, node.id))
      noticeWithUndo(`“${nodeName(node)}” is removed.`, () => {
        dispatch(flowUndone({ agentId, now: withoutNode(nodes, node.id) }))
        edit({ nodes })
      })
    },
    undo,
    redo,
    full: nodes.length >= mostNodes,
  }
}

const newId = () => crypto.randomUUID().slice(0, 8)
