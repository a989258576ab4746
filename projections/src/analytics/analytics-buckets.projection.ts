/**
 * Counts of an agent per quarter of an hour (UTC), short enough to be summed to the days of any time zone. Excludes the
 * test panel.
 */
import { analyticsEvents } from '@parley/contracts/analytics/events.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { thousandths } from '../conversations/conversations.projection.ts'
import { type Histogram, withTime } from './histogram.ts'
import { quarterAt } from './quarters.ts'

/** Count by name; `''` if unknown. */
export type Counts = { [name: string]: number }

/** Absent fields are zero, since most quarters have few counts. */
export type AnalyticsBucket = {
  agentId: string
  /** `2026-01-31T12:15`. */
  quarter: string
  loads?: number
  loadsBy?: { browsers: Counts; platforms: Counts; countries: Counts; websites: Counts }
  conversations?: number
  channels?: Counts
  languages?: Counts
  countries?: Counts
  messages?: number
  /** Replies to visitors' messages. */
  replies?: number
  /** Reply times in ms. */
  replyTimes?: Histogram
  /** Credits. */
  cost?: number
}

const events = {
  ...pick(conversationEvents, 'ConversationStarted', 'VisitorMessageReceived', 'AgentReplied'),
  ...pick(analyticsEvents, 'WidgetLoadsCounted'),
}

export const analyticsBucketsProjection = tenantProjection<AnalyticsBucket>()({
  name: 'analytics-buckets',
  version: 5,
  events,
  indexes: { byAgent: ['agentId', 'quarter'] },
  identify: (event) =>
    'channel' in event.data && event.data.channel === 'test-panel'
      ? undefined
      : `${event.data.agentId}.${quarterOf(event)}`,
  project(found, event) {
    const bucket = found ?? { agentId: event.data.agentId, quarter: quarterOf(event) }
    switch (event.type) {
      case 'ConversationStarted': {
        const { channel, lang = '', country = '' } = event.data
        return {
          ...bucket,
          conversations: (bucket.conversations ?? 0) + 1,
          channels: plus(bucket.channels, channel),
          languages: plus(bucket.languages, languageOf(lang)),
          countries: plus(bucket.countries, country),
        }
      }
      case 'VisitorMessageReceived':
        return { ...bucket, messages: (bucket.messages ?? 0) + 1 }
      case 'AgentReplied':
        return {
          ...bucket,
          replies: (bucket.replies ?? 0) + 1,
          replyTimes: withTime(bucket.replyTimes, event.data.tookMs),
          cost: thousandths((bucket.cost ?? 0) + event.data.cost),
        }
      case 'WidgetLoadsCounted': {
        const { loads, groups } = event.data
        let { browsers = {}, platforms = {}, countries = {}, websites = {} } = bucket.loadsBy ?? {}
        for (const group of groups) {
          browsers = plus(browsers, group.browser, group.loads)
          platforms = plus(platforms, group.platform, group.loads)
          countries = plus(countries, group.country ?? '', group.loads)
          websites = plus(websites, group.website ?? '', group.loads)
        }
        return {
          ...bucket,
          loads: (bucket.loads ?? 0) + loads,
          loadsBy: { browsers, platforms, countries, websites },
        }
      }
    }
  },
})

/**
 * Returns the language without its region (`de-AT` and `de` are one), or '' for a text that can't be an ISO 639 code.
 */
export function languageOf(lang: string): string {
  const code = (lang.split(/[-_]/)[0] ?? '').toLowerCase()
  return /^[a-z]{2,3}$/.test(code) ? code : ''
}

function quarterOf(event: RecordedOf<typeof events>): string {
  return event.type === 'WidgetLoadsCounted' ? event.data.quarter : quarterAt(event.at)
}

function plus(counts: Counts | undefined, name: string, more = 1): Counts {
  return { ...counts, [name]: (counts?.[name] ?? 0) + more }
}
