/** Query parameters of the Knowledge screen. */
export const waysToAdd = ['website', 'text', 'qa', 'document'] as const
export type WayToAdd = (typeof waysToAdd)[number]

export type KnowledgeSearch = {
  /** The open source. */
  source?: string
  /** The open add drawer and its tab. */
  add?: WayToAdd
  /** The open page of the open source. */
  page?: string
  /** The tried question, and the tag that it was limited to. */
  q?: string
  among?: string
  /** Filters of the list. */
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

/** The router parses values of digits only as numbers. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
