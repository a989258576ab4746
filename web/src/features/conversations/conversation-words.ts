import type { ConversationListItem } from '@parley/contracts/conversation/reading-endpoints.ts'
import { count } from '../../design/moment.tsx'

const channelNames: Record<string, string> = {
  'web-chat': 'Website',
  api: 'API',
  'test-panel': 'Test panel',
}

export const channelName = (channel: string): string => channelNames[channel] ?? channel

/** Who spoke last, before what was said. */
export function previewOf(item: Pick<ConversationListItem, 'lastRole' | 'preview'>): string {
  if (item.preview === '') return 'No messages yet'
  return item.lastRole === 'visitor' ? `Visitor: ${item.preview}` : item.preview
}

export const messagesOf = (many: number): string => (many === 1 ? '1 message' : `${count(many)} messages`)

export const creditsOf = (cost: number): string => {
  const amount = cost.toLocaleString(undefined, { maximumFractionDigits: 2 })
  return cost === 1 ? '1 credit' : `${amount} credits`
}

/** Today's by the clock, others by the day; the year where it is another. */
export function shortTime(iso: string, now = new Date()): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  if (at.toDateString() === now.toDateString())
    return at.toLocaleTimeString(undefined, { timeStyle: 'short' })
  const sameYear = at.getFullYear() === now.getFullYear()
  return at.toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}
