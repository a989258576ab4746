import { useHotkeys } from '@mantine/hooks'
import type { FlowProblem } from '@parley/contracts/agent/flow-problems.ts'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { useCallback, useRef } from 'react'
import { t, tCount } from '../../design/language.ts'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { mergeFlow } from '../../store/draft-merge.ts'
import { flowChecked } from '../../store/flow-checks.ts'
import { type FlowStep, flowChanged, flowRedone, flowUndone } from '../../store/flow-history.ts'
import { useStoreDispatch, useStoreState } from '../../store/store.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { addedAfter } from './canvas-layout.ts'
import { type AddableType, copyOf, newNode, targetsOf, withNode, withoutNodes } from './flow.ts'
import { useCheckedProblems } from './use-checked-problems.ts'

export type FlowEditing = {
  nodes: AgentNode[]
  /** Those that were there at the last check. */
  problems: FlowProblem[]
  /** Shows the problems that there are now, such as when an editor is left. */
  check(): void
  /** Returns the id of the new node. It follows `after`, if that has a free way on. */
  add(type: AddableType, after?: string): string
  duplicate(node: AgentNode): string
  change(node: AgentNode): void
  /** Replaces several nodes as one step. */
  replace(nodes: AgentNode[]): void
  /** Adds nodes as one step, such as ones that are pasted. */
  insert(added: AgentNode[]): void
  remove(nodes: readonly AgentNode[]): void
  /** The most nodes that can still be added. */
  room: number
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
  const { agent, server, edit } = useAgentDraft(place)
  const history = useStoreState((state) => state.flowHistory[agentId])
  const dispatch = useStoreDispatch()
  const nodes = agent.nodes ?? none
  const published = server.nodes ?? none
  const problems = useCheckedProblems(agentId, nodes)
  const check = useCallback(() => {
    dispatch(flowChecked(agentId))
  }, [dispatch, agentId])

  const put = (changed: AgentNode[], nodeId?: string) => {
    const at = Date.now()
    dispatch(
      flowChanged({ agentId, before: { nodes, published }, at, ...(nodeId === undefined ? {} : { nodeId }) }),
    )
    edit({ nodes: changed })
  }
  /** For the notice of a removed node, which is used after further edits. */
  const latest = useRef({ nodes, put })
  latest.current = { nodes, put }
  const add = (node: AgentNode) => {
    put([...nodes, node])
    return node.id
  }
  const last = history?.past.at(-1)
  const next = history?.future.at(-1)
  /** Shows a flow of the past, on top of what others published since. */
  const show = (step: FlowStep) => {
    edit({ nodes: mergeFlow({ base: step.published, mine: step.nodes, theirs: published }) })
    check()
  }
  const undo =
    last &&
    (() => {
      dispatch(flowUndone({ agentId, now: { nodes, published } }))
      show(last)
    })
  const redo =
    next &&
    (() => {
      dispatch(flowRedone({ agentId, now: { nodes, published } }))
      show(next)
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
    add(type, after) {
      const node = newNode(type, newId(), nodes)
      put((after !== undefined && addedAfter(nodes, after, node)) || [...nodes, node])
      return node.id
    },
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
    insert(added) {
      put([...nodes, ...added])
      check()
    },
    remove(removed) {
      const [first] = removed
      if (!first) return
      const left = withoutNodes(nodes, new Set(removed.map(({ id }) => id)))
      put(left)
      check()
      const said =
        removed.length === 1
          ? t('“{node}” was removed.', { node: nodeName(first, t) })
          : tCount(removed.length, '{count} node was removed.', '{count} nodes were removed.')
      noticeWithUndo(said, () => {
        const { nodes: now, put: putNow } = latest.current
        putNow(mergeFlow({ base: left, mine: nodes, theirs: now }))
        check()
      })
    },
    undo,
    redo,
    full: nodes.length >= mostNodes,
    room: Math.max(0, mostNodes - nodes.length),
  }
}

export const newId = () => crypto.randomUUID().slice(0, 8)

/** Whether an exit of the node got another target, or none; not whether an exit was added or removed. */
function leadsElsewhere(before: AgentNode, after: AgentNode): boolean {
  const [former, now] = [targetsOf(before), targetsOf(after)]
  return former.length === now.length && now.some(({ to }, nth) => to !== former[nth]?.to)
}
