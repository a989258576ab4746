import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { same } from '@parley/contracts/same.ts'
import { agentFieldNames, fieldText } from './agent-fields.ts'

/** Fields that are not edits of a user (part 2 §4): the server sets them. */
const ignoredFields = new Set<string>(agentFieldNames.filter((name) => fieldText(name).setByServer))

/** New values of edited fields. Each replaces the whole field of the published agent. */
export type Edits = Partial<AgentDocument>

/** Returns the published document with the edits applied. */
export function draftOf(server: AgentDocument, edits: Edits | undefined): AgentDocument {
  return edits ? { ...server, ...edits } : server
}

/** Returns the names of the fields in which the draft differs from the published document. */
export function changedFields(server: AgentDocument, draft: AgentDocument): string[] {
  const names = new Set([...Object.keys(server), ...Object.keys(draft)])
  const before = new Map(Object.entries(server))
  const after = new Map(Object.entries(draft))
  return [...names].filter((name) => !ignoredFields.has(name) && !same(before.get(name), after.get(name)))
}
