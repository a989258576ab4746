/**
 * Computes an agent's figures for any time spans. The summary, the charts, the CSV and the overview all use it. Sums
 * come from the buckets, rates from counting documents.
 */
import type { FigureId } from '@parley/contracts/analytics/figure-names.ts'
import { type ReplyFailure, replyFailures } from '@parley/contracts/conversation/reply-failures.ts'
import type { Condition } from '@parley/kernel/read-models/read-store.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { thousandths } from '../conversations/conversations.projection.ts'
import {
  type AnalyticsBucket,
  analyticsBucketsProjection,
  type Counts,
} from './analytics-buckets.projection.ts'
import { analyticsConversationsProjection } from './analytics-conversations.projection.ts'
import { analyticsMessagesProjection } from './analytics-messages.projection.ts'
import { analyticsRatingsProjection } from './analytics-ratings.projection.ts'
import { binCount, type Histogram, percentile } from './histogram.ts'
import { bySpan, type Times } from './quarters.ts'

export type Sums = {
  loads: number
  conversations: number
  messages: number
  replies: number
  cost: number
  replyTimes: Histogram
  channels: Counts
  languages: Counts
  countries: Counts
  browsers: Counts
  platforms: Counts
  /** Of loads, like browsers and platforms; `countries` are those of conversations. */
  websites: Counts
  loadCountries: Counts
}

/** `value` is undefined if it can't be computed. `of`: the number of items a share, median or mean is based on. */
export type Measure = { value: number | undefined; p90?: number; of?: number }

export type Measuring = { reader: Reader; tenant: string; agentId: string }

const PAGE = 1_000
/** The index of the conversations that a figure counts, and what is looked for in it. */
const resolved = ['byResolved', { resolved: true }] as const
const engaged = ['byEngaged', { engaged: true }] as const
const UNANSWERED = 'byUnanswered'

/** Returns the sums of each span, in the order of the spans, which must not overlap. */
export async function sumsOf(
  { reader, tenant, agentId }: Measuring,
  spans: readonly Times[],
): Promise<Sums[]> {
  const sums = spans.map(noSums)
  await bySpan(
    spans,
    (quarter, cursor) =>
      reader.find(analyticsBucketsProjection, tenant, {
        index: 'byAgent',
        where: { agentId, quarter },
        limit: PAGE,
        cursor,
      }),
    (span, bucket) => add(sums[span]!, partOf(bucket)),
  )
  return sums
}

/** Computes one figure of a span; `sums` must be those of the same span. */
export async function measure(place: Measuring, figure: FigureId, span: Times, sums: Sums): Promise<Measure> {
  switch (figure) {
    case 'loads':
    case 'conversations':
    case 'messages':
    case 'replies':
      return { value: sums[figure] }
    case 'credits':
      return { value: thousandths(sums.cost) }
    case 'creditsPerConversation':
      return {
        value: sums.conversations === 0 ? undefined : thousandths(sums.cost / sums.conversations),
        of: sums.conversations,
      }
    case 'creditsPerResolution': {
      const many = await countConversations(place, span, ...resolved)
      return { value: many === 0 ? undefined : thousandths(sums.cost / many), of: many }
    }
    case 'engaged':
      return { value: await countConversations(place, span, ...engaged) }
    case 'resolvedAlone':
      return share(
        await countConversations(place, span, 'byResolvedAlone', { resolvedAlone: true }),
        await countConversations(place, span, ...engaged),
      )
    case 'resolutionRate':
      return share(
        await countConversations(place, span, ...resolved),
        await countConversations(place, span, ...engaged),
      )
    case 'handoffRate':
      return share(
        await countConversations(place, span, 'byHandedOff', { handedOff: true }),
        await countConversations(place, span, ...engaged),
      )
    case 'firstReplyTime':
      return median(await firstReplies(place, span))
    case 'replyTime':
      return median(sums.replyTimes)
    case 'feedback': {
      const { up, down } = await ratingsOf(place, span)
      return share(up, up + down)
    }
    case 'unanswered':
      return { value: await countMessages(place, UNANSWERED, { repliedAt: within(span) }) }
    case 'failed':
      return { value: await countMessages(place, 'byFailure', { failedAt: within(span) }) }
  }
}

/** Figures that are computed from counts alone. */
export type CountedFigure = 'conversations' | 'resolutionRate' | 'unanswered'

/** Computes one of these figures of a span for many agents, in the order of the agents. */
export async function measureEach(
  { reader, tenant }: Omit<Measuring, 'agentId'>,
  agentIds: readonly string[],
  figure: CountedFigure,
  span: Times,
): Promise<Measure[]> {
  const conversations = (index: string, where: Record<string, Condition> = {}) =>
    reader.countEach(analyticsConversationsProjection, tenant, {
      ...{ index, each: agentIds, where: { ...where, startedAt: within(span) } },
    })
  switch (figure) {
    case 'conversations':
      return (await conversations('byStart')).map((value) => ({ value }))
    case 'resolutionRate': {
      const [parts, wholes] = await Promise.all([conversations(...resolved), conversations(...engaged)])
      return wholes.map((whole, nth) => share(parts[nth] ?? 0, whole))
    }
    case 'unanswered': {
      const query = { index: UNANSWERED, each: agentIds, where: { repliedAt: within(span) } }
      const counts = await reader.countEach(analyticsMessagesProjection, tenant, query)
      return counts.map((value) => ({ value }))
    }
  }
}

export async function ratingsOf(place: Measuring, span: Times): Promise<{ up: number; down: number }> {
  const { reader, tenant, agentId } = place
  const count = (rating: 'up' | 'down') =>
    reader.count(analyticsRatingsProjection, tenant, {
      index: 'byRating',
      where: { agentId, rating, at: within(span) },
    })
  return { up: await count('up'), down: await count('down') }
}

/** Failed replies of a span by reason, the most frequent first. */
export async function failuresOf(
  place: Measuring,
  span: Times,
): Promise<{ reason: ReplyFailure; count: number }[]> {
  const counted = await Promise.all(
    replyFailures.map(async (reason) => ({
      reason,
      count: await countMessages(place, 'byFailureReason', { failure: reason, failedAt: within(span) }),
    })),
  )
  return counted.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}

/** Counts questions of a span that the agent could not answer: the handled ones or the others. */
export function countUnanswered(place: Measuring, span: Times, handled: boolean): Promise<number> {
  return countMessages(place, 'byHandled', { handled, repliedAt: within(span) })
}

export const within = ({ starts, ends }: Times) => ({ gte: starts, lt: ends })

function countConversations(
  { reader, tenant, agentId }: Measuring,
  span: Times,
  index: string,
  where: Record<string, Condition>,
): Promise<number> {
  return reader.count(analyticsConversationsProjection, tenant, {
    index,
    where: { agentId, ...where, startedAt: within(span) },
  })
}

function countMessages(
  { reader, tenant, agentId }: Measuring,
  index: string,
  where: Record<string, Condition>,
): Promise<number> {
  return reader.count(analyticsMessagesProjection, tenant, { index, where: { agentId, ...where } })
}

async function firstReplies(place: Measuring, span: Times): Promise<Histogram> {
  // All at once: with a database on another machine, sequential round trips would add up.
  const counts = await Promise.all(
    Array.from({ length: binCount }, (_, firstReplyBin) =>
      countConversations(place, span, 'byFirstReply', { firstReplyBin }),
    ),
  )
  return Object.fromEntries(counts.entries())
}

/** Adds up the sums of consecutive spans. */
export function wholeOf(parts: readonly Sums[]): Sums {
  const whole = noSums()
  for (const part of parts) add(whole, part)
  return whole
}

type Part = { [Name in keyof Sums]?: Sums[Name] | undefined }

function partOf({ loadsBy, ...others }: AnalyticsBucket): Part {
  return {
    ...others,
    browsers: loadsBy?.browsers,
    platforms: loadsBy?.platforms,
    websites: loadsBy?.websites,
    loadCountries: loadsBy?.countries,
  }
}

function add(sums: Sums, part: Part): void {
  sums.loads += part.loads ?? 0
  sums.conversations += part.conversations ?? 0
  sums.messages += part.messages ?? 0
  sums.replies += part.replies ?? 0
  sums.cost += part.cost ?? 0
  addCounts(sums.replyTimes, part.replyTimes)
  addCounts(sums.channels, part.channels)
  addCounts(sums.languages, part.languages)
  addCounts(sums.countries, part.countries)
  addCounts(sums.browsers, part.browsers)
  addCounts(sums.platforms, part.platforms)
  addCounts(sums.websites, part.websites)
  addCounts(sums.loadCountries, part.loadCountries)
}

function addCounts(into: Counts, from: Counts | undefined): void {
  for (const [name, count] of Object.entries(from ?? {})) into[name] = (into[name] ?? 0) + count
}

export const noSums = (): Sums => ({
  loads: 0,
  conversations: 0,
  messages: 0,
  replies: 0,
  cost: 0,
  replyTimes: {},
  channels: {},
  languages: {},
  countries: {},
  browsers: {},
  platforms: {},
  websites: {},
  loadCountries: {},
})

function share(part: number, whole: number): Measure {
  return { value: whole === 0 ? undefined : part / whole, of: whole }
}

function median(histogram: Histogram): Measure {
  const of = Object.values(histogram).reduce((sum, count) => sum + count, 0)
  return { value: percentile(histogram, 0.5), p90: percentile(histogram, 0.9), of }
}
