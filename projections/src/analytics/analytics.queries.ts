/** The query handlers of an agent's figures. */
import type { analyticsEndpoints, Measured, NamedCount } from '@parley/contracts/analytics/endpoints.ts'
import { type FigureId, figureIds } from '@parley/contracts/analytics/figure-names.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import type { Counts } from './analytics-buckets.projection.ts'
import { analyticsMessagesProjection, messageKey } from './analytics-messages.projection.ts'
import { findBehind } from './behind.ts'
import { refuseCosts, showsCosts } from './costs-shown.ts'
import { csvOf } from './figures-csv.ts'
import { firstOfAgent } from './first-moments.ts'
import { loadsBehind } from './loads.ts'
import { failuresOf, type Measure, type Measuring, measure, ratingsOf, sumsOf } from './measuring.ts'
import { type Asked, rangesOf, spansOf } from './periods.ts'
import { topQuestions, unansweredQuestions } from './questions.ts'

export type AnalyticsQueriesDeps = { reader: Reader; now?: () => number }

type Queries = Omit<
  Handlers<typeof analyticsEndpoints>,
  'analytics.record' | 'analytics.recordByScript' | 'analytics.handleQuestion'
>

const DEFAULT_TOP = 10
const MOST_NAMES = 50

export function analyticsQueries({ reader, now = Date.now }: AnalyticsQueriesDeps): Queries {
  const placeOf = (call: { tenant: string; params: { agentId: string } }): Measuring => ({
    reader,
    tenant: call.tenant,
    agentId: call.params.agentId,
  })
  const rangeIn = (call: { query: Asked }) => rangesOf(call.query, now())

  return {
    async 'analytics.summary'(call) {
      const asked = rangeIn(call)
      if (!asked.ok) return asked
      const { range, before } = asked
      const place = placeOf(call)
      const [sums, sumsBefore] = await sumsOf(place, [range, before])
      const figures: Partial<Record<FigureId, Measured>> = {}
      for (const figure of figureIds) {
        if (refuseCosts(call, figure)) {
          figures[figure] = { value: null, before: null }
          continue
        }
        const present = await measure(place, figure, range, sums!)
        figures[figure] = compared(present, await measure(place, figure, before, sumsBefore!))
      }
      const { countries, languages, channels, browsers, platforms } = sums!
      return reply({
        range,
        before,
        ...(await firstOfAgent(place)),
        figures: figures as Record<FigureId, Measured>,
        breakdowns: {
          countries: ranked(countries),
          languages: ranked(languages),
          channels: ranked(channels),
          browsers: ranked(browsers),
          platforms: ranked(platforms),
        },
        failures: await failuresOf(place, range),
        ratings: await ratingsOf(place, range),
      })
    },

    async 'analytics.series'(call) {
      const asked = rangeIn(call)
      if (!asked.ok) return asked
      const { range, before } = asked
      const { figure } = call.query
      const refused = refuseCosts(call, figure)
      if (refused) return refused
      const place = placeOf(call)
      const { step, spans } = spansOf(range)
      const former = spansOf(before).spans
      const [sums, sumsBefore] = [await sumsOf(place, spans), await sumsOf(place, former)]
      const points = []
      for (const [nth, span] of spans.entries()) {
        const { value } = await measure(place, figure, span, sums[nth]!)
        const opposite = former[nth]
        const then = opposite && (await measure(place, figure, opposite, sumsBefore[nth]!))
        points.push({
          at: span.starts,
          day: span.day,
          to: span.to,
          value: value ?? null,
          before: then?.value ?? null,
        })
        await breath()
      }
      return reply({ range, before, figure, step, points })
    },

    async 'analytics.behind'(call) {
      const asked = rangeIn(call)
      if (!asked.ok) return asked
      const { figure, limit, cursor, by, name } = call.query
      const refused = refuseCosts(call, figure)
      if (refused) return refused
      return reply(await findBehind(placeOf(call), { figure, span: asked.range, limit, cursor, by, name }))
    },

    async 'analytics.loads'(call) {
      const asked = rangeIn(call)
      return asked.ok ? reply(await loadsBehind(placeOf(call), asked.range)) : asked
    },

    async 'analytics.topQuestions'(call) {
      const asked = rangeIn(call)
      if (!asked.ok) return asked
      return reply(await topQuestions(placeOf(call), asked.range, call.query.limit ?? DEFAULT_TOP))
    },

    async 'analytics.unanswered'(call) {
      const asked = rangeIn(call)
      if (!asked.ok) return asked
      const { limit, cursor, handled } = call.query
      const options = { handled: handled === 'true', limit, cursor }
      return reply(await unansweredQuestions(placeOf(call), asked.range, options))
    },

    'analytics.export'(call) {
      const asked = rangeIn(call)
      if (!asked.ok) return asked
      const { from, to } = asked.range
      return {
        ok: true,
        text: csvOf(placeOf(call), asked.range, showsCosts(call)),
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': `attachment; filename="analytics-${from}-${to}.csv"` },
      }
    },
  }
}

/** Whether the agent could not answer this message. */
export async function isUnanswered(
  reader: Reader,
  tenant: string,
  agentId: string,
  conversationId: string,
  messageId: string,
): Promise<boolean> {
  const found = await reader.get(analyticsMessagesProjection, tenant, messageKey(conversationId, messageId))
  return found?.agentId === agentId && found.grounded === false
}

function compared(present: Measure, former: Measure): Measured {
  return {
    value: present.value ?? null,
    before: former.value ?? null,
    ...('p90' in present ? { p90: present.p90 ?? null, p90Before: former.p90 ?? null } : {}),
    ...(present.of === undefined ? {} : { of: present.of }),
  }
}

function ranked(counts: Counts): NamedCount[] {
  return Object.entries(counts)
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMES)
}

/** Yields to other requests between the days of a long range. */
const breath = () => new Promise<void>((resolve) => setImmediate(resolve))
