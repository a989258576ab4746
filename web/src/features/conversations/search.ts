/** Query parameters of the Conversations screen. */
import { channelKindNames } from '@parley/contracts/channel/names.ts'
import type { ConversationFilters } from '@parley/contracts/conversation/reading-endpoints.ts'
import type { SavedFilters } from '@parley/contracts/workspace/saved-views.ts'
import { beginningOfDay, endOfDay } from '../../design/dates/days.ts'

export const views = ['open', 'mine', 'unassigned', 'waiting', 'resolved', 'all'] as const
export type View = (typeof views)[number]
export const channels = ['web-chat', 'api', ...channelKindNames, 'test-panel'] as const
export const owners = ['agent', 'human', 'nobody'] as const
export const traits = ['handoff', 'human-reply', 'unanswered', 'failed', 'note'] as const
const ratings = ['up', 'down'] as const

export type ConversationsSearch = {
  /** The open conversation. */
  conversation?: string
  /** Open conversations by default. */
  view?: View
  q?: string
  /** Conversations of one channel. Those of the test panel are shown only with this filter. */
  channel?: (typeof channels)[number]
  owner?: (typeof owners)[number]
  tag?: string
  assignee?: string
  unread?: boolean
  from?: string
  to?: string
  country?: string
  lang?: string
  feedback?: (typeof ratings)[number]
  having?: (typeof traits)[number]
  /** Show the details of the visitor, where they have no pane of their own. */
  about?: boolean
  /** Show the inbox settings. */
  inboxSettings?: boolean
}

export function conversationsSearch(raw: Record<string, unknown>): ConversationsSearch {
  return {
    conversation: textIn(raw.conversation),
    view: views.find((each) => each === raw.view),
    q: textIn(raw.q),
    channel: channels.find((each) => each === raw.channel),
    owner: owners.find((each) => each === raw.owner),
    tag: textIn(raw.tag),
    assignee: textIn(raw.assignee),
    unread: typeof raw.unread === 'boolean' ? raw.unread : undefined,
    from: dateIn(raw.from),
    to: dateIn(raw.to),
    country: textIn(raw.country),
    lang: textIn(raw.lang),
    feedback: ratings.find((each) => each === raw.feedback),
    having: traits.find((each) => each === raw.having),
    about: raw.about === true || undefined,
    inboxSettings: raw.inboxSettings === true || undefined,
  }
}

const filterNames = [
  'channel',
  'owner',
  'tag',
  'assignee',
  'unread',
  'from',
  'to',
  'country',
  'lang',
  'feedback',
  'having',
] as const
export type FilterName = (typeof filterNames)[number]

/** Returns the active filters. */
export function filtersIn(search: ConversationsSearch): FilterName[] {
  return filterNames.filter((name) => search[name] !== undefined)
}

export const noFilters: Partial<Record<FilterName, undefined>> = Object.fromEntries(
  filterNames.map((name) => [name, undefined]),
)

/**
 * Converts the query parameters to filters of the endpoint; days are in the time zone of the browser. For the test
 * panel the default view is `all`.
 */
export function askedFor(search: ConversationsSearch): ConversationFilters {
  const { q, channel, owner, tag, assignee, unread, from, to, country, lang, feedback, having } = search
  const asked = { q, channel, owner, tag, assignee, country, lang, feedback, having }
  return {
    ...asked,
    from: from && beginningOfDay(from),
    to: to && endOfDay(to),
    view: viewOf(search),
    unread: unread === undefined ? undefined : unread ? 'true' : 'false',
  }
}

export function viewOf(search: ConversationsSearch): View {
  return search.view ?? (search.channel === 'test-panel' ? 'all' : 'open')
}

/** The filters as stored in a saved view, without the search text. */
export function savedIn(search: ConversationsSearch): SavedFilters {
  const { channel, owner, tag, assignee, unread, from, to, country, lang, feedback, having } = search
  const kept = { channel, owner, tag, assignee, from, to, country, lang, feedback, having }
  return { view: viewOf(search), ...kept, ...(unread === undefined ? {} : { unread: `${unread}` }) }
}

/** Converts the filters of a saved view to query parameters. */
export function searchOf({ unread, view, ...kept }: SavedFilters): ConversationsSearch {
  const search = conversationsSearch({ ...kept, view, unread: unread && unread === 'true' })
  return { ...search, view: view === 'open' ? undefined : search.view }
}

function textIn(raw: unknown): string | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw
  return typeof text === 'string' && text !== '' ? text : undefined
}

function dateIn(raw: unknown): string | undefined {
  const text = textIn(raw)
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? text : undefined
}
