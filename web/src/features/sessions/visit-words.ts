import type { VisitOutcome, VisitState } from '@parley/contracts/conversation/visit-names.ts'

export const stateNames: Record<VisitState, string> = {
  opened: 'Opened the chat',
  chatting: 'Chatting',
  waiting: 'Waiting for a person',
  'with-person': 'With a person',
}

export const stateColors: Record<VisitState, string> = {
  opened: 'gray',
  chatting: 'blue',
  waiting: 'yellow',
  'with-person': 'teal',
}

export const outcomeNames: Record<VisitOutcome, string> = {
  silent: 'Wrote nothing',
  answered: 'Answered',
  unanswered: 'Not all answered',
  person: 'Talked to a person',
  waiting: 'Waiting for a person',
  resolved: 'Resolved',
}

export const outcomeColors: Record<VisitOutcome, string> = {
  silent: 'gray',
  answered: 'teal',
  unanswered: 'yellow',
  person: 'blue',
  waiting: 'yellow',
  resolved: 'teal',
}

/** How long a visit took, such as `45 s` or `12 min`. */
export function durationWords(startedAt: string, lastAt: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(lastAt) - Date.parse(startedAt)) / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

/** The path of a page, which is enough beside the name of an agent; the whole address where it is none. */
export function pageWords(pageUrl: string): string {
  if (!URL.canParse(pageUrl)) return pageUrl
  const { host, pathname } = new URL(pageUrl)
  return pathname === '/' ? host : pathname
}

export function countWords(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`
}
