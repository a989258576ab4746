/** Whom and what a preview shows: all of it is made up. */
import type { Api } from '@parley/contracts/api.ts'
import type { ConversationListItem } from '@parley/contracts/conversation/reading-endpoints.ts'
import type { Output } from '@parley/contracts/endpoint.ts'

type LeadView = Output<Api['leads.get']>

export const agentId = 'tea-advisor'
export const agentName = 'Tea Advisor'
export const agentPurpose = 'Answers questions about tea and helps with orders.'
export const client = { ID: 'clara', name: 'Clara Holm', email: 'clara@harbour-tea.example' }
export const organisation = { ID: 'harbour-tea', name: 'Harbour Tea', squarePhotoURL: '' }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

type Talk = {
  visitor: string
  asked: string
  answered: string
  minutes: number
} & Partial<ConversationListItem>

const talks: Talk[] = [
  {
    visitor: 'Ingrid Dahl',
    asked: 'Do you ship to Norway?',
    answered: 'I’ll ask a colleague, who knows our rates to Norway.',
    minutes: 6,
    owner: 'nobody',
    waitingSince: ago(5 * MINUTE),
    unread: true,
    tags: ['shipping'],
    lang: 'no',
  },
  {
    visitor: 'Tom Reyes',
    asked: 'Which green tea has the least caffeine?',
    answered: 'Our Hojicha: it is roasted, and has about a third of the caffeine of Sencha.',
    minutes: 42,
    unread: true,
    feedback: 'up',
  },
  {
    visitor: 'Mei Tanaka',
    asked: 'Where is my order 2041?',
    answered: 'It left our warehouse this morning and arrives on Thursday.',
    minutes: 190,
    tags: ['order'],
  },
  {
    visitor: 'Paul Lindqvist',
    asked: 'Can I cancel my subscription?',
    answered: 'Yes, at any time, in your account under Subscriptions.',
    minutes: 1_500,
    status: 'resolved',
    resolvedAt: ago(1_400 * MINUTE),
  },
  {
    visitor: 'Sofia Marino',
    asked: 'Do you have samples?',
    answered: 'We do: five teas in a box, and the price is taken off your first order.',
    minutes: 3_100,
    status: 'resolved',
    resolvedAt: ago(3_000 * MINUTE),
    feedback: 'up',
  },
]

export const conversations: ConversationListItem[] = talks.map(
  ({ visitor, asked, answered, minutes, ...own }, nth) => ({
    conversationId: `talk-${nth + 1}`,
    agentId,
    visitorId: `visitor-${nth + 1}`,
    visitorName: visitor,
    channel: 'web',
    question: asked,
    preview: answered,
    visitorSaid: asked,
    messages: 2,
    startedAt: ago((minutes + 1) * MINUTE),
    lastMessageAt: ago(minutes * MINUTE),
    lastRole: 'agent',
    failed: false,
    cost: 0,
    status: 'open',
    owner: 'agent',
    tags: [],
    unread: false,
    country: 'US',
    lang: 'en',
    notes: 0,
    ...own,
  }),
)

export const unanswered = ['Do you ship to Norway?', 'Is the green tea organic?', 'Can I visit your shop?']

export const leads: LeadView[] = [
  ['Ingrid Dahl', 'ingrid@fjordcafe.example', 'Fjord Café', 'new', 1],
  ['Tom Reyes', 'tom@reyes.example', 'Reyes & Daughters', 'contacted', 4],
  ['Mei Tanaka', 'mei@tanaka.example', 'Tanaka Ceramics', 'qualified', 9],
  ['Sofia Marino', 'sofia@marino.example', 'Bar Marino', 'won', 16],
].map(([name, email, company, status, days], nth) => ({
  leadId: `lead-${nth + 1}`,
  agentId,
  visitorId: `visitor-${nth + 1}`,
  status: status as LeadView['status'],
  channel: 'web',
  by: 'conversation',
  fields: { name: String(name), email: String(email), company: String(company) },
  requests: [],
  note: '',
  createdAt: ago(Number(days) * DAY),
  updatedAt: ago(Number(days) * DAY),
  conversationIds: [`talk-${nth + 1}`],
}))

/** A figure of each day, counted back from today, that rises a little and falls on weekends. */
export function busyness(daysAgo: number): number {
  const weekday = new Date(Date.now() - daysAgo * DAY).getUTCDay()
  const wave = Math.round(4 * Math.sin(daysAgo * 1.7))
  return Math.max(1, 19 + wave - Math.floor(daysAgo / 6) - (weekday % 6 === 0 ? 9 : 0))
}
