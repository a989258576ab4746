import { channelLabels, type DeliveryFailure } from '@parley/contracts/channel/names.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationListItem } from '@parley/contracts/conversation/reading-endpoints.ts'
import { count } from '../../design/moment.tsx'
import type { View } from './search.ts'

const channelNames: Record<string, string> = {
  'web-chat': 'Website',
  api: 'API',
  'test-panel': 'Test panel',
  ...channelLabels,
}

export const channelName = (channel: string): string => channelNames[channel] ?? channel

export const viewNames: Record<View, string> = {
  open: 'Open',
  mine: 'Mine',
  unassigned: 'Unassigned',
  waiting: 'Waiting for a person',
  resolved: 'Resolved',
  all: 'All',
}

export const ownerNames = { agent: 'Agent', human: 'Team', nobody: 'Nobody' } as const

export const traitNames = {
  handoff: 'A person was asked for',
  'human-reply': 'A person replied',
  unanswered: 'The agent did not know',
  failed: 'A reply failed',
  note: 'Has notes',
} as const

export const deliveryNames = { sent: 'sent', delivered: 'delivered', read: 'read' } as const

const failureNames: Record<DeliveryFailure, string> = {
  refused: 'the address or the provider refused it',
  'address-not-allowed': 'its address leads into a private network',
  expired: 'it was tried for a day without success',
  disconnected: 'the channel is no longer connected',
  'too-long': 'it is too long for the channel',
  reported: 'the provider reported that it failed',
  'limit-reached': 'as many mails as a day allows were sent; the visitor reads it here when they come back',
}

/** Why a message did not arrive, and how much of it did. */
export function notDelivered({ deliveryFailure, partsSent = 0 }: MessageView): string {
  const why = deliveryFailure ? `: ${failureNames[deliveryFailure]}` : ''
  const some =
    partsSent === 0
      ? ''
      : partsSent === 1
        ? ' The first part was sent.'
        : ` The first ${partsSent} parts were sent.`
  return `Not delivered${why}.${some}`
}

/** The name of the visitor, or a name derived from the visitor id. */
export function visitorNameOf(item: Pick<ConversationListItem, 'visitorName' | 'visitorId'>): string {
  return item.visitorName ?? `Visitor ${item.visitorId.slice(-4)}`
}

/** A line about the last message: the search match, or the text with its sender if that was the team. */
export function previewOf(item: Pick<ConversationListItem, 'lastRole' | 'preview' | 'match'>): string {
  if (item.match) return item.match
  if (item.preview === '') return 'No messages yet'
  return item.lastRole === 'human' ? `Team: ${item.preview}` : item.preview
}

export const messagesOf = (many: number): string => (many === 1 ? '1 message' : `${count(many)} messages`)

export const creditsOf = (cost: number): string => {
  const amount = cost.toLocaleString(undefined, { maximumFractionDigits: 2 })
  return cost === 1 ? '1 credit' : `${amount} credits`
}

/** The time if it is today, else the date; with the year if it is not the current one. */
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

/** Formats a waiting time: `3 min`, `2 h`, `4 d`. */
export function waitedFor(since: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes < 60) return `${minutes} min`
  if (minutes < 1_440) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / 1_440)} d`
}
