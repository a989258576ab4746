/** What an agent takes with it into a snapshot of its organisation, and what a workspace makes of it. */
import { isDeepStrictEqual } from 'node:util'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { callerValuesOf } from '@parley/contracts/agent/field-values.ts'
import { agentFields } from '@parley/contracts/agent/fields.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { secretFields, withoutSecrets } from '@parley/contracts/agent/secrets.ts'
import { toolIdsOf } from '@parley/contracts/agent/tools-in.ts'

/** `fields`: the labels of what held secrets. `functions`: how many functions of the workspace it used. */
export type MovedAgent = { document: AgentDocument; fields: string[]; functions: number }

/** Stands for a function that the workspace of an imported agent does not have. No function has this id. */
const NO_FUNCTION = 'missing'

/** The document without secrets and what the server sets. Of functions it has the ids alone. */
export function movedAgent(given: AgentDocument): MovedAgent {
  const whole = callerValuesOf(agentFields, given)
  const { SECRET_API_KEY: _, ...document } = withoutSecrets(whole)
  const fields = Object.keys(whole).filter(
    (name) => name !== 'SECRET_API_KEY' && secretFields.has(name) && hasLost(whole, document, name),
  )
  return { document, fields: fields.map(labelOf), functions: toolIdsOf(document).length }
}

/**
 * The document as an agent of this workspace: without the functions that the workspace does not have. A node that calls one stays,
 * and takes its way for failures until somebody chooses another function. `missing`: the titles of such nodes.
 */
export async function agentOfSnapshot(
  given: AgentDocument,
  isFunction: (toolId: string) => Promise<boolean>,
): Promise<{ document: AgentDocument; missing: string[] }> {
  const own = new Set<string>()
  for (const toolId of toolIdsOf(given)) if (await isFunction(toolId)) own.add(toolId)
  const isLost = (node: AgentNode) => node.type === 'tool' && !own.has(node.toolId)
  const { assignedToolsIds, nodes } = given
  return {
    document: {
      ...given,
      ...(assignedToolsIds && { assignedToolsIds: assignedToolsIds.filter((toolId) => own.has(toolId)) }),
      ...(nodes && { nodes: nodes.map((node) => (isLost(node) ? { ...node, toolId: NO_FUNCTION } : node)) }),
    },
    missing: (nodes ?? []).filter(isLost).map(({ id, title }) => title || id),
  }
}

/** For people: what an imported agent lacks. */
export function functionsMissed(titles: readonly string[]): string {
  return `The function that ${titles.map((title) => `“${title}”`).join(', ')} ${titles.length === 1 ? 'calls' : 'call'} is not in this workspace. Choose another one.`
}

export function withoutFunctions(document: AgentDocument): AgentDocument {
  const { assignedToolsIds: _, nodes, ...others } = document
  return {
    ...others,
    ...(nodes && { nodes: nodes.map((node) => (node.type === 'tool' ? { ...node, toolId: '' } : node)) }),
  }
}

function hasLost(whole: AgentDocument, kept: AgentDocument, name: string): boolean {
  const valueIn = (document: AgentDocument) => Object.entries(document).find(([key]) => key === name)?.[1]
  return !isDeepStrictEqual(valueIn(whole), valueIn(kept))
}

function labelOf(name: string): string {
  return Object.entries(agentFields).find(([key]) => key === name)?.[1].label ?? name
}
