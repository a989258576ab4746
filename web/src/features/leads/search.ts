/** Query parameters of the Leads screen. */
import { beginningOfDay, endOfDay } from '../../design/dates/days.ts'

export const statuses = ['new', 'contacted', 'qualified', 'won', 'lost'] as const
export type Status = (typeof statuses)[number]

export type LeadsSearch = {
  /** Leads of this status. Named differently from the statuses of other screens. */
  leadStatus?: Status
  q?: string
  from?: string
  to?: string
  /** The open lead. */
  lead?: string
}

/** Converts the query parameters to filters of the endpoint; days are in the time zone of the browser. */
export function askedFor({ leadStatus: status, q, from, to }: LeadsSearch) {
  return { status, q, from: from && beginningOfDay(from), to: to && endOfDay(to) }
}

export function leadsSearch(raw: Record<string, unknown>): LeadsSearch {
  return {
    leadStatus: statuses.find((each) => each === raw.leadStatus),
    q: textIn(raw.q),
    from: dateIn(raw.from),
    to: dateIn(raw.to),
    lead: textIn(raw.lead),
  }
}

export const statusNames: Record<Status, string> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  won: 'Won',
  lost: 'Lost',
}

function textIn(raw: unknown): string | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw
  return typeof text === 'string' && text !== '' ? text : undefined
}

function dateIn(raw: unknown): string | undefined {
  const text = textIn(raw)
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? text : undefined
}
