/** The answers of a preview by endpoint. Endpoints that are not here answer with the least that they can (`transport.ts`). */

import queries from 'virtual:parley-preview-queries'
import { type FigureId, figureIds } from '@parley/contracts/analytics/figure-names.ts'
import type { Api, EndpointName } from '@parley/contracts/api.ts'
import { defaultClientAccess } from '@parley/contracts/client/pages.ts'
import type { Output } from '@parley/contracts/endpoint.ts'
import { defaultNotificationSettings } from '@parley/contracts/notification/settings.ts'
import { delegatedPermissions, permissionsOnPages } from '@parley/contracts/permissions.ts'
import {
  agentId,
  agentName,
  agentPurpose,
  ago,
  busyness,
  client,
  conversations,
  DAY,
  leads,
  organisation,
  unanswered,
} from './made-up.ts'
import type { Previewed } from './messages.ts'
import type { Asked } from './transport.ts'

type Answers = { [Name in EndpointName]?: (asked: Asked) => Output<Api[Name]> | undefined }

export const answers: Answers = {
  'clientAuth.agency': ({ previewed }) => previewed.brand,
  'clientAuth.refresh': ({ previewed }) => sessionOf(previewed),
  'clientAuth.tab': ({ params, previewed }) => previewed.tabs.find(({ tabId }) => tabId === params.tabId),
  'ownOrganisation.get': () => ({ ...organisation, createdAt: ago(90 * DAY) }),
  'ownOrganisation.members': () => ({ items: members, members: members.length }),
  'agents.get': ({ previewed }) => ({ data: agentOf(previewed) }),
  'agents.list': () => ({ items: [listedAgent] }),
  'agents.overview': () => ({
    ...{ conversations: 128, visitorMessages: 412, replies: 398, failedReplies: 0, cost: 0 },
    unanswered: unanswered.length,
    days: daysBack(7).map((day, nth) => {
      const talks = busyness(6 - nth)
      return { day, conversations: talks, visitorMessages: talks * 3, cost: 0 }
    }),
    model: { configured: true, modelId: '' },
  }),
  'agents.waiting': () => ({
    total: waiting.length,
    items: waiting.map(
      ({ conversationId, visitorId, visitorName, channel, waitingSince = '', question }) => ({
        ...{ conversationId, visitorId, channel, since: waitingSince },
        ...(visitorName && { visitorName }),
        ...(question && { question }),
      }),
    ),
  }),
  'analytics.unanswered': ({ query }) => ({
    items:
      query.get('handled') === 'true'
        ? []
        : unanswered.map((text, nth) => ({
            ...{ conversationId: `talk-${nth + 1}`, messageId: `message-${nth + 1}`, text },
            ...{ at: ago((nth + 1) * DAY), channel: 'web', handled: false },
          })),
    totals: { open: unanswered.length, handled: 0 },
  }),
  'analytics.summary': ({ query }) => ({
    ...rangesIn(query),
    figures: figuresShown,
    breakdowns: {
      countries: counts({ US: 61, NO: 24, JP: 19, SE: 14, IT: 10 }),
      languages: counts({ en: 83, no: 21, ja: 15, it: 9 }),
      channels: counts({ web: 112, whatsapp: 16 }),
      browsers: counts({ Chrome: 301, Safari: 190, Firefox: 44 }),
      platforms: counts({ iOS: 214, Android: 142, Windows: 108, macOS: 71 }),
    },
    failures: [],
    ratings: { up: 46, down: 4 },
  }),
  'analytics.series': ({ query }) => {
    const ranges = rangesIn(query)
    const length = lengthOf(ranges.range)
    const figure = figureIds.find((one) => one === query.get('figure')) ?? 'conversations'
    return {
      ...{ ...ranges, figure, step: 'day' as const },
      points: daysBack(length, ranges.range.to).map((day, nth) => {
        const value = onDay(figure, length - 1 - nth)
        const before = onDay(figure, 2 * length - 1 - nth)
        return { at: `${day}T00:00:00.000Z`, day, to: day, value, before }
      }),
    }
  },
  'analytics.loads': ({ query }) => {
    const none = { days: [], websites: [], countries: [], browsers: [], platforms: [] }
    return { range: rangesIn(query).range, ...none }
  },
  'analytics.topQuestions': () => ({
    items: ['Which green tea has the least caffeine?', 'Where is my order?', 'Do you have samples?'].map(
      (question, nth) => ({ question, count: 18 - 5 * nth, unanswered: 0, examples: [] }),
    ),
    ...{ messages: 412, truncated: false },
  }),
  'conversations.list': ({ query }) => {
    const { view, ...found } = { view: query.get('view') ?? 'open', searched: { conversations: 5 } }
    return { ...found, items: conversations.filter((one) => isIn(view, one)) }
  },
  'conversations.counts': () => {
    const count = (unread: boolean) => {
      const among = conversations.filter((one) => !unread || one.unread)
      const inView = (view: string) => among.filter((one) => isIn(view, one)).length
      return {
        ...{ open: inView('open'), unassigned: inView('open'), mine: 0, waiting: inView('waiting') },
        ...{ resolved: inView('resolved'), all: among.length },
      }
    }
    return { ...count(false), unread: count(true) }
  },
  'conversations.get': ({ params }) => conversationOf(params.conversationId),
  'inbox.get': () => ({
    settings: {
      ...{ predefinedTags: ['order', 'shipping'], disallowAnyTags: false, enableCannedResponses: true },
      ...{ smartHandoff: false, disableHandoffMessages: false },
    },
    ...{ cannedResponses: [], savedViews: [], members: [] },
  }),
  'leads.list': ({ query }) => {
    const status = query.get('status')
    return {
      items: leads.filter((one) => !status || one.status === status),
      searched: { leads: leads.length },
    }
  },
  'leads.counts': () => {
    const having = (status: string) => leads.filter((one) => one.status === status).length
    return {
      ...{ all: leads.length, new: having('new'), contacted: having('contacted') },
      ...{ qualified: having('qualified'), won: having('won'), lost: having('lost') },
    }
  },
  'leads.get': ({ params }) => leads.find(({ leadId }) => leadId === params.leadId),
  'campaigns.ofAgent': () => ({ items: [campaign] }),
  'campaigns.getOfAgent': () => ({
    ...campaign,
    steps: [{ afterHours: 0, a: { subject: 'Spring teas', text: 'The first harvest is here.' } }],
  }),
  'notifications.list': () => ({ items: [], settings: defaultNotificationSettings }),
}

const members = [
  { ...client, squarePhotoURL: '', status: 'online' as const, isOrgAdmin: true },
  { ID: 'erik', name: 'Erik Sand', squarePhotoURL: '', status: 'offline' as const, isOrgAdmin: false },
]

const listedAgent = {
  ...{ ID: agentId, title: agentName, description: agentPurpose, agentPlatform: 'vg', enableNodes: false },
  ...{ lastModified: 0, conversations: 128 },
}

const waiting = conversations.filter(({ waitingSince }) => waitingSince !== undefined)

const campaign = {
  ...{
    campaignId: 'spring',
    name: 'Spring teas',
    agentId,
    medium: 'email' as const,
    state: 'finished' as const,
  },
  ...{ createdAt: ago(12 * DAY), startedAt: ago(11 * DAY), endedAt: ago(10 * DAY), recipients: 640 },
  figures: { queued: 0, sent: 12, delivered: 152, read: 405, answered: 58, failed: 9, 'opted-out': 4 },
}

/** With what a client gets who signs up, where strangers can; else what the clients of a new organisation get. */
function sessionOf({ brand, tabs, onboarding }: Previewed): Output<Api['clientAuth.refresh']> {
  const signsUp = brand.settings.enableClientSignup
  const canAccess = [...(signsUp ? onboarding.defaultClientAccess : defaultClientAccess)]
  const { allowCreateAgents: create, canDelegateChats: delegate } = delegatedPermissions
  return {
    success: true,
    clientData: {
      ...client,
      orgId: organisation.ID,
      squarePhotoURL: '',
      canAccess,
      clientTabOrder: [],
      widgetIDs: [agentId],
      isOrgAdmin: true,
      allowCreateAgents: signsUp && onboarding.defaultAllowCreateAgents,
      canDelegateChats: signsUp && onboarding.defaultCanDelegateChats,
      hideAdvancedSettings: signsUp && onboarding.defaultHideAdvancedSettings,
      notificationsSettings: { notifyThrough: 'all', notifyIf: 'all' },
      preferredLanguage: 'en',
      status: 'online',
      hasOpenId: false,
      isNewSignup: false,
      onboardingState: {
        ...{ isCompleted: true, goals: [], companyName: '' },
        ...{ companyWebsite: '', companyDescription: '' },
      },
    },
    orgData: {
      ...organisation,
      dashboardLayout: signsUp ? onboarding.defaultDashboardLayout : 'vertical',
    },
    sessionId: 'preview',
    region: brand.region,
    agencyId: brand.agencyId,
    permissions: [
      ...permissionsOnPages(canAccess),
      ...(signsUp && onboarding.defaultAllowCreateAgents ? [create] : []),
      ...(signsUp && onboarding.defaultCanDelegateChats ? [delegate] : []),
    ],
    customTabs: tabs.map(({ tabId, label, href, iconUrl, desc }) => ({ tabId, label, href, iconUrl, desc })),
    feedback: true,
  }
}

function agentOf({ brand }: Previewed) {
  const [, , least] = queries['agents.get'] ?? []
  const { data } = least as Output<Api['agents.get']>
  const named = { ID: agentId, ownerID: brand.agencyId, title: agentName, description: agentPurpose }
  return { ...data, ...named, region: brand.region }
}

function isIn(view: string, { status, waitingSince }: (typeof conversations)[number]): boolean {
  if (view === 'mine') return false
  if (view === 'waiting') return waitingSince !== undefined
  return view === 'all' || status === (view === 'resolved' ? 'resolved' : 'open')
}

function conversationOf(conversationId = ''): Output<Api['conversations.get']> | undefined {
  const found = conversations.find((one) => one.conversationId === conversationId)
  if (!found) return undefined
  const { visitorId, visitorName = '', question = '', preview, startedAt, lastMessageAt } = found
  const said = (index: number, role: 'visitor' | 'agent', text: string, at: string) => ({
    ...{ id: `${conversationId}-${index}`, index, role, at },
    blocks: [{ type: 'text' as const, text }],
  })
  return {
    ...found,
    ...{ notes: [], acts: [], approvals: [], readUpTo: 1, earlier: false },
    browser: 'Safari',
    platform: 'iOS',
    visitor: {
      ...{ visitorId, name: visitorName, verified: false, fields: {}, variables: {} },
      pages: [{ url: 'https://harbour-tea.example/teas', at: startedAt }],
      conversations: [],
    },
    transcript: [said(0, 'visitor', question, startedAt), said(1, 'agent', preview, lastMessageAt)],
  }
}

const counts = (of: Record<string, number>) => Object.entries(of).map(([name, count]) => ({ name, count }))

/** What each figure is, and was in the days before. */
const shown: Record<FigureId, [value: number, before: number]> = {
  loads: [2_140, 1_890],
  conversations: [512, 448],
  engaged: [391, 352],
  messages: [1_630, 1_402],
  replies: [1_594, 1_377],
  resolvedAlone: [0.86, 0.81],
  resolutionRate: [0.91, 0.88],
  handoffRate: [0.09, 0.12],
  firstReplyTime: [1_300, 1_450],
  replyTime: [1_500, 1_600],
  feedback: [0.92, 0.89],
  unanswered: [14, 22],
  failed: [0, 1],
  credits: [0, 0],
  creditsPerConversation: [0, 0],
  creditsPerResolution: [0, 0],
}

const figuresShown = Object.fromEntries(
  Object.entries(shown).map(([figure, [value, before]]) => [figure, { value, before, of: 50 }]),
) as Output<Api['analytics.summary']>['figures']

/** Shares and times waver about what they are; counts follow how busy the day was. */
function onDay(figure: FigureId, daysAgo: number): number {
  const [value] = shown[figure]
  const [usual] = shown.conversations
  if (value > 0 && value < 1) return Math.min(1, value * (1 + 0.06 * Math.sin(daysAgo)))
  if (figure.endsWith('Time')) return Math.round(value * (1 + 0.2 * Math.sin(daysAgo)))
  return Math.round((busyness(daysAgo) * value) / usual)
}

function daysBack(length: number, to = new Date().toISOString().slice(0, 10)): string[] {
  const last = Date.parse(to)
  return Array.from({ length }, (_, nth) =>
    new Date(last - (length - 1 - nth) * DAY).toISOString().slice(0, 10),
  )
}

type Range = Output<Api['analytics.summary']>['range']

function rangesIn(query: URLSearchParams): { range: Range; before: Range } {
  const to = query.get('to') ?? new Date().toISOString().slice(0, 10)
  const from = query.get('from') ?? daysBack(30, to)[0] ?? to
  const timeZone = query.get('timeZone') ?? 'UTC'
  const range = { from, to, timeZone, starts: startOf(from), ends: startOf(to, 1) }
  const length = lengthOf(range)
  const [first = from] = daysBack(2 * length, to)
  const last = daysBack(length + 1, to)[0] ?? from
  return { range, before: { from: first, to: last, timeZone, starts: startOf(first), ends: startOf(from) } }
}

const lengthOf = ({ from, to }: { from: string; to: string }) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1
const startOf = (day: string, later = 0) => new Date(Date.parse(day) + later * DAY).toISOString()
