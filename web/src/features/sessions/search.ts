/** Query parameters of the Sessions screen. */
import { beginningOfDay, endOfDay } from '../../design/dates/days.ts'

export type SessionsSearch = {
  q?: string | undefined
  agent?: string | undefined
  /** Days, of past visits. */
  from?: string | undefined
  to?: string | undefined
}

/** Converts the query parameters to filters; days are in the time zone of the browser. */
export function askedOf({ q, agent: agentId, from, to }: SessionsSearch) {
  return { q, agentId, from: from && beginningOfDay(from), to: to && endOfDay(to) }
}

export function sessionsSearch(raw: Record<string, unknown>): SessionsSearch {
  return { q: textIn(raw.q), agent: textIn(raw.agent), from: dateIn(raw.from), to: dateIn(raw.to) }
}

function textIn(raw: unknown): string | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw
  return typeof text === 'string' && text !== '' ? text : undefined
}

function dateIn(raw: unknown): string | undefined {
  const text = textIn(raw)
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? text : undefined
}
