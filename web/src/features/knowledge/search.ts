/** What the address of the Knowledge screen holds after the question mark. */
export type KnowledgeSearch = { source?: string }

export function knowledgeSearch(_raw: Record<string, unknown>): KnowledgeSearch {
  return {}
}
