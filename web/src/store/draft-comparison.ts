import type { AgentDocument } from '@parley/contracts/agent/document.ts'

/**
 * Fields that say nothing about a person's edits (part 2 §4). A test holds this list to the contract's, which
 * can't be imported here since its module brings the schemas with it.
 */
export const ignoredFields: readonly string[] = ['lastModified', 'ts', 'ownerID', 'userId']

/** Whole new values of edited fields, lying over the server's copy. */
export type Edits = Partial<AgentDocument>

/** The document as the person sees it: the server's copy with the edits on top. */
export function draftOf(server: AgentDocument, edits: Edits | undefined): AgentDocument {
  return edits ? { ...server, ...edits } : server
}

/** Names of the fields in which the draft differs from the server's copy. */
export function changedFields(server: AgentDocument, draft: AgentDocument): string[] {
  const names = new Set([...Object.keys(server), ...Object.keys(draft)])
  const before = new Map(Object.entries(server))
  const after = new Map(Object.entries(draft))
  return [...names].filter(
    (name) => !ignoredFields.includes(name) && !same(before.get(name), after.get(name)),
  )
}

/** Whether two JSON values are equal; absent and undefined are the same, the order of keys says nothing. */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const before = new Map(Object.entries(one))
  const after = new Map(Object.entries(other))
  return [...new Set([...before.keys(), ...after.keys()])].every((key) =>
    same(before.get(key), after.get(key)),
  )
}
