/** What an agent takes with it to another workspace. */
import { isDeepStrictEqual } from 'node:util'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { callerValuesOf } from '@parley/contracts/agent/field-values.ts'
import { agentFields } from '@parley/contracts/agent/fields.ts'
import { secretFields, withoutSecrets } from '@parley/contracts/agent/secrets.ts'

/** `fields`: the labels of what held secrets. `functions`: how many functions of the workspace it used. */
export type MovedAgent = { document: AgentDocument; fields: string[]; functions: number }

/** The document without secrets, functions and what the server sets. */
export function movedAgent(given: AgentDocument): MovedAgent {
  const whole = callerValuesOf(agentFields, given)
  const { SECRET_API_KEY: _, ...document } = withoutSecrets(whole)
  const fields = Object.keys(whole).filter(
    (name) => name !== 'SECRET_API_KEY' && secretFields.has(name) && hasLost(whole, document, name),
  )
  const { assignedToolsIds = [], nodes = [] } = document
  const tools = new Set([
    ...assignedToolsIds,
    ...nodes.flatMap((node) => (node.type === 'tool' && node.toolId !== '' ? [node.toolId] : [])),
  ])
  return {
    document: {
      ...document,
      ...(document.assignedToolsIds && { assignedToolsIds: [] }),
      ...(document.nodes && {
        nodes: nodes.map((node) => (node.type === 'tool' ? { ...node, toolId: '' } : node)),
      }),
    },
    fields: fields.map(labelOf),
    functions: tools.size,
  }
}

function hasLost(whole: AgentDocument, kept: AgentDocument, name: string): boolean {
  const valueIn = (document: AgentDocument) => Object.entries(document).find(([key]) => key === name)?.[1]
  return !isDeepStrictEqual(valueIn(whole), valueIn(kept))
}

function labelOf(name: string): string {
  return Object.entries(agentFields).find(([key]) => key === name)?.[1].label ?? name
}
