import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { t, tCount } from '../../design/language.ts'
import { noticeError, noticeFailure, noticeSuccess, noticeWarning } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { useTools } from '../../server/tools.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { adapted, copiedIn, copiedText } from './canvas-clipboard.ts'
import type { Place } from './canvas-layout.ts'
import { type FlowEditing, newId } from './use-flow.ts'

/** Offset of a duplicate, in px. */
const beside = 40

/**
 * Copies nodes to the clipboard and pastes them, also into another agent. `middle`: where pasted nodes go. `onPasted`:
 * told the ids of the new nodes.
 */
export function useCanvasClipboard(given: {
  flow: FlowEditing
  selected: ReadonlySet<string>
  middle: () => Place
  onPasted: (ids: ReadonlySet<string>) => void
}) {
  const { flow, selected } = given
  const place = useAgentPlace()
  const tools = useTools()
  const toolIds = tools.data?.map(({ id }) => id)

  const text = () =>
    copiedText({ agentId: place.agentId, nodes: flow.nodes, ids: selected, tools: tools.data ?? [] })

  const put = (copied: { nodes: readonly AgentNode[]; tools: Record<string, string> }, middle: Place) => {
    const { nodes, lacks } = adapted(copied, { nodes: flow.nodes, toolIds, middle, newId })
    if (nodes.length === 0) return
    if (nodes.length > flow.room)
      return noticeFailure(
        t('A flow has at most 500 nodes: there is room for {room} more.', { room: flow.room }),
      )
    flow.insert(nodes)
    given.onPasted(new Set(nodes.filter(({ type }) => type !== 'group').map(({ id }) => id)))
    if (lacks.length > 0) noticeWarning(lacks.join(' '))
  }

  return {
    text,
    /** Says so, since nothing else shows it. */
    copied(many: number) {
      noticeSuccess(tCount(many, 'Node copied.', '{count} nodes copied.'), 2000)
    },
    /** Returns whether the text holds nodes. */
    paste(pasted: string): boolean {
      const copied = copiedIn(pasted)
      if (!copied) return false
      const middle = given.middle()
      client
        .call('agents.checkNodes', {
          params: place,
          body: { nodes: withoutForeignTools(copied.nodes, toolIds) as AgentNode[] },
        })
        .then(({ nodes }) => put({ nodes: withTools(nodes, copied.nodes), tools: copied.tools }, middle))
        .catch((error) => noticeError(error, `${t('These nodes can’t be pasted:')} `))
      return true
    },
    duplicate() {
      const copied = copiedIn(text() ?? '')
      if (!copied) return
      const nodes = copied.nodes as AgentNode[]
      const boxes = nodes.filter(({ type }) => type !== 'group').map(({ position }) => position)
      const middle = (axis: 'x' | 'y') => {
        const values = boxes.map((at) => at[axis])
        return (Math.min(...values) + Math.max(...values)) / 2 + beside
      }
      put({ nodes, tools: copied.tools }, { x: middle('x'), y: middle('y') })
    },
  }
}

/** The server refuses functions of other workspaces; what is missing is named once the nodes are known to be ones. */
function withoutForeignTools(nodes: readonly unknown[], toolIds: readonly string[] | undefined): unknown[] {
  return nodes.map((node) => {
    const { type, toolId } = Object(node)
    return type === 'tool' && !toolIds?.includes(toolId) ? { ...Object(node), toolId: '' } : node
  })
}

function withTools(checked: readonly AgentNode[], copied: readonly unknown[]): AgentNode[] {
  return checked.map((node, nth) => {
    const { toolId } = Object(copied[nth])
    return node.type === 'tool' && typeof toolId === 'string' ? { ...node, toolId } : node
  })
}
