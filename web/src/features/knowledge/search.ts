/** What the address of the Knowledge screen holds after the question mark. */
export const waysToAdd = ['website', 'text', 'qa', 'document'] as const
export type WayToAdd = (typeof waysToAdd)[number]

export type KnowledgeSearch = {
  /** The source that is open. */
  source?: string
  /** The add drawer, with the way it shows. */
  add?: WayToAdd
  /** The page of that source that is open. */
  page?: string
  /** The question that was tried, and the tag it was asked of. */
  q?: string
  among?: string
  /** What the list is narrowed to. */
  find?: string
  tag?: string
  status?: SourceStatus
}

export const sourceStatuses = ['INITIALIZED', 'PENDING', 'SUCCESS', 'ERROR'] as const
export type SourceStatus = (typeof sourceStatuses)[number]

export function knowledgeSearch(raw: Record<string, unknown>): KnowledgeSearch {
  return {
    source: textOf(raw.source),
    add: waysToAdd.find((way) => way === raw.add),
    page: textOf(raw.page),
    q: textOf(raw.q),
    among: textOf(raw.among),
    find: textOf(raw.find),
    tag: textOf(raw.tag),
    status: sourceStatuses.find((status) => status === raw.status),
  }
}

/** The router reads digits alone as a number. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
