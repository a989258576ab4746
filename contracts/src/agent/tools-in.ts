/** The tools of the workspace that an agent's document names. Pure, and without zod. */
import type { AgentDocument } from './document.ts'

/** The tools that the model may call, and those of nodes. A node without a chosen tool is skipped. */
export function toolsIn({
  assignedToolsIds = [],
  nodes = [],
}: AgentDocument): { toolId: string; field: string }[] {
  return [
    ...assignedToolsIds.map((toolId) => ({ toolId, field: 'assignedToolsIds' })),
    ...nodes.flatMap((node) =>
      node.type === 'tool' && node.toolId !== '' ? [{ toolId: node.toolId, field: `nodes.${node.id}` }] : [],
    ),
  ]
}

/** The ids of these tools, each once. */
export function toolIdsOf(document: AgentDocument): string[] {
  return [...new Set(toolsIn(document).map(({ toolId }) => toolId))]
}
