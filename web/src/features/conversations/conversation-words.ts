import { folded } from '@parley/contracts/conversation/folded.ts'
import type { ConversationListItem } from '@parley/contracts/conversation/reading-endpoints.ts'
import { locale, t } from '../../design/language.ts'
import { visitorNameOf } from '../../design/words/visitor-name.ts'
import type { View } from './search.ts'

export const viewNames: Record<View, string> = {
  open: 'Open',
  mine: 'Mine',
  unassigned: 'Unassigned',
  waiting: 'Waiting for a person',
  resolved: 'Resolved',
  all: 'All',
}

export const emptyViews: Record<View, string> = {
  open: 'No open conversations',
  mine: 'No conversations assigned to you',
  unassigned: 'No unassigned conversations',
  waiting: 'Nobody is waiting for a person',
  resolved: 'No resolved conversations yet',
  all: 'No conversations yet',
}

export const speakers = { agent: 'Agent', human: 'Team', system: 'Notice' } as const

export const ownerNames = { agent: 'Agent', human: 'Team', nobody: 'Nobody' } as const

/** An active filter by who answers. */
export const answeredBy = {
  agent: 'Answered by agent',
  human: 'Answered by team',
  nobody: 'Answered by nobody',
} as const

export const traitNames = {
  handoff: 'Person requested',
  'human-reply': 'Team replied',
  unanswered: 'Unanswered by the agent',
  failed: 'Failed reply',
  note: 'Has notes',
} as const

export const shortcuts: readonly [keys: string[], what: string][] = [
  [['j', 'k'], 'Next and previous conversation'],
  [['Enter', 'r'], 'Write a reply'],
  [['n'], 'Write a note'],
  [['e'], 'Resolve or reopen'],
  [['a'], 'Assign'],
  [['u'], 'Mark as unread or read'],
  [['x'], 'Select'],
  [['/'], 'Search'],
  [['['], 'Expand or collapse the navigation'],
  [[']'], 'Show or hide visitor details'],
  [['Esc'], 'Leave the field, clear the selection, close'],
  [['Ctrl + Enter'], 'Send'],
  [['?'], 'Show keyboard shortcuts'],
]

type Said = Pick<
  ConversationListItem,
  'question' | 'preview' | 'visitorSaid' | 'lastRole' | 'visitorName' | 'visitorId'
>

/** What the conversation is about: what the visitor asked first, else who the visitor is. */
export function titleOf(item: Said): string {
  return item.question ?? visitorNameOf(item)
}

/** The visitor's last words, or the newest message with its sender if the title has said them already. */
export function previewOf(item: Said): { from?: string; text: string } {
  const { question, preview, visitorSaid, lastRole } = item
  if (visitorSaid !== undefined && visitorSaid !== question) return { text: visitorSaid }
  if (preview === '') return { text: t('No messages yet') }
  if (lastRole === 'visitor') return { text: preview === question ? t('No reply yet') : preview }
  return { from: lastRole === 'human' ? t('Team') : t('Agent'), text: preview }
}

/** Splits a text at the words that a search found, as it finds them: without case and accents. */
export function markedIn(text: string, searched: string): { text: string; found: boolean }[] {
  const words = folded(searched).split(/\s+/).filter(Boolean)
  const within = folded(text)
  const parts: { text: string; found: boolean }[] = []
  let from = 0
  while (from < text.length) {
    const places = words.map((word) => ({ word, at: within.indexOf(word, from) })).filter(({ at }) => at >= 0)
    const next = places.toSorted((a, b) => a.at - b.at || b.word.length - a.word.length)[0]
    const at = next?.at ?? text.length
    if (at > from) parts.push({ text: text.slice(from, at), found: false })
    if (next) parts.push({ text: text.slice(at, at + next.word.length), found: true })
    from = at + (next?.word.length ?? 0)
  }
  return parts
}

export const creditsOf = (cost: number): string => {
  const amount = cost.toLocaleString(undefined, { maximumFractionDigits: 2 })
  return cost === 1 ? '1 credit' : `${amount} credits`
}

/** The time if it is today, else the date; with the year if it is not the current one. */
export function shortTime(iso: string, now = new Date()): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  if (at.toDateString() === now.toDateString()) return at.toLocaleTimeString(locale, { timeStyle: 'short' })
  const sameYear = at.getFullYear() === now.getFullYear()
  return at.toLocaleDateString(locale, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}
