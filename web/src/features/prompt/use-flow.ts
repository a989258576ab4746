import { useHotkeys } from '@mantine/hooks'
import type { FlowProblem } from '@parley/contracts/agent/flow-problems.ts'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { useCallback } from 'react'
import { noticeWithUndo } from '../../design/undo-notice.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import { flowChecked } from '../../store/flow-checks.ts'
import { flowChanged, flowRedone, flowUndone } from '../../store/flow-history.ts'
import { useStoreDispatch, useStoreState } from '../../store/store.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { type AddableType, copyOf, newNode, targetsOf, withNode, withoutNode } from './flow.ts'
import { useCheckedProblems } from './use-checked-problems.ts'

export type FlowEditing = {
  nodes: AgentNode[]
  /** Those that were there at the last check. */
  problems: FlowProblem[]
  /** Shows the problems that there are now, such as when an editor is left. */
  check(): void
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
const none: AgentNode[] = []

/** The flow of the agent and its operations. Ctrl/Cmd+Z undoes; with Shift, or Ctrl/Cmd+Y, it redoes. */
export function useFlow(): FlowEditing {
  const place = useAgentPlace()
  const { agentId } = place
  const { agent, edit } = useAgentDraft(place)
  const history = useStoreState((state) => state.flowHistory[agentId])
  const dispatch = useStoreDispatch()
  const nodes = agent.nodes ?? none
  const problems = useCheckedProblems(agentId, nodes)
  const check = useCallback(() => {
    dispatch(flowChecked(agentId))
  }, [dispatch, agentId])

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
      check()
    })
  const redo =
    next &&
    (() => {
      dispatch(flowRedone({ agentId, now: nodes }))
      edit({ nodes: next })
      check()
    })
  // Within text fields the browser handles undo.
  useHotkeys([
    ['mod+Z', () => undo?.()],
    ['mod+shift+Z', () => redo?.()],
    ['mod+Y', () => redo?.()],
  ])

  return {
    nodes,
    problems,
    check,
    add: (type) => add(newNode(type, newId(), nodes)),
    duplicate: (node) => add(copyOf(node, newId())),
    change(node) {
      const before = nodes.find(({ id }) => id === node.id)
      put(withNode(nodes, node), node.id)
      if (before && leadsElsewhere(before, node)) check()
    },
    replace(changed) {
      put(changed)
      check()
    },
    remove(node) {
      put(withoutNode(nodes, node.id))
      check()
      noticeWithUndo(`“${nodeName(node)}” was removed.`, () => {
        dispatch(flowUndone({ agentId, now: withoutNode(nodes, node.id) }))
        edit({ nodes })
        check()
      })
    },
    undo,
    redo,
    full: nodes.length >= mostNodes,
  }
}

const newId = () => crypto.randomUUID().slice(0, 8)

/** Whether an exit of the node got another target, or none; not whether an exit was added or removed. */
function leadsElsewhere(before: AgentNode, after: AgentNode): boolean {
  const [former, now] = [targetsOf(before), targetsOf(after)]
  return former.length === now.length && now.some(({ to }, nth) => to !== former[nth]?.to)
}
