/** What the address of the Leads screen holds after the question mark. */
import { beginningOfDay, endOfDay } from '../../design/days.ts'

export const statuses = ['new', 'contacted', 'qualified', 'won', 'lost'] as const
export type Status = (typeof statuses)[number]

export type LeadsSearch = {
  /** Only leads of this status; other screens have statuses of their own. */
  leadStatus?: Status
  q?: string
  from?: string
  to?: string
  /** The lead that is open. */
  lead?: string
}

/** What the list is asked for; days are the reader’s. */
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
