/** What the address of the Knowledge screen holds after the question mark. */
export const waysToAdd = ['text', 'qa', 'document'] as const
export type WayToAdd = (typeof waysToAdd)[number]

export type KnowledgeSearch = {
  /** The source that is open. */
  source?: string
  /** The add drawer, with the way it shows. */
  add?: WayToAdd
  /** The question that was tried. */
  q?: string
}

export function knowledgeSearch(raw: Record<string, unknown>): KnowledgeSearch {
  return {
    source: textOf(raw.source),
    add: waysToAdd.find((way) => way === raw.add),
    q: textOf(raw.q),
  }
}

/** The router reads digits alone as a number. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
