import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { t } from '../../design/language.ts'
import { fieldLabel } from '../../store/agent-fields.ts'
import type { DraftConflict } from '../../store/draft-merge.ts'

/** What two people changed differently: the name of a field or of a node. */
export function conflictLabel(conflict: DraftConflict): string {
  const { path, nodeId } = conflict
  if (nodeId === undefined) return fieldLabel(path)
  const node = [conflict.mine, conflict.theirs, conflict.base].find(isNode)
  return node ? `“${nodeName(node, t)}”` : t('Position of “{node}”', { node: nodeId })
}

export function isNode(value: unknown): value is AgentNode {
  return typeof value === 'object' && value !== null && 'type' in value
}
