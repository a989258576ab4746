/** Conversations and credits of agents in spans of time, and what several measures are together. */

import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import { everyPage } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { type Measure, noSums, type Sums } from '../analytics/measuring.ts'
import type { Times } from '../analytics/quarters.ts'
import { thousandths } from '../conversations/conversations.projection.ts'
import { type AgentDay, agentDaysProjection } from './agent-days.projection.ts'

const PAGE = 1_000
/** Of one agent. */
const DAYS_PAGE = 64
/** Of a moment in ISO 8601, what tells its day and its minute. */
const DAY = 10
const MINUTE = 16

export type Place = { reader: Reader; tenant: string }
export type Sum = { conversations: number; credits: number }
export const nothing: Sum = { conversations: 0, credits: 0 }

/** The sums of each span by agent. The spans follow each other, the earliest first. */
export async function sumsByAgent(
  { reader, tenant }: Place,
  spans: readonly Times[],
): Promise<Map<string, Sum[]>> {
  const sums = new Map<string, Sum[]>()
  const day = { gte: spans[0]!.starts.slice(0, DAY), lte: spans.at(-1)!.ends.slice(0, DAY) }
  const query = { index: 'byDay', where: { day }, limit: PAGE }
  for await (const page of everyPage(reader, agentDaysProjection, tenant, query))
    for (const found of page) {
      const own = sums.get(found.agentId) ?? spans.map(() => ({ ...nothing }))
      sums.set(found.agentId, own)
      add(own, spans, found)
    }
  return sums
}

/** The credits of each of the agents in a span, in their order: whole days (UTC) by the sum of a day, the rest by its quarters. */
export async function creditsOfEach(
  place: Place,
  agentIds: readonly string[],
  { starts, ends }: Times,
): Promise<number[]> {
  const first = isMidnight(starts) ? starts.slice(0, DAY) : dayAfter(starts.slice(0, DAY))
  const end = ends.slice(0, DAY)
  const spans = first >= end ? [{ starts, ends }] : partsAround(first, end, { starts, ends })
  const parts = await Promise.all(spans.map((span) => sumsByAgent(place, [span])))
  const rest = (agentId: string) =>
    parts.reduce((sum, found) => sum + total(found.get(agentId) ?? [], 'credits'), 0)
  if (first >= end) return agentIds.map((agentId) => thousandths(rest(agentId)))
  const whole = await place.reader.countEach(agentDaysProjection, place.tenant, {
    ...{ index: 'byCost', each: agentIds, where: { day: { gte: first, lt: end } }, sum: 'cost' },
  })
  return agentIds.map((agentId, nth) => thousandths((whole[nth] ?? 0) + rest(agentId)))
}

/** What a span has before its first whole day, and from the day on that its end is in. */
function partsAround(first: string, end: string, { starts, ends }: Times): Times[] {
  return [
    { starts, ends: midnightOf(first) },
    { starts: midnightOf(end), ends },
  ].filter((part) => part.starts < part.ends)
}

const midnightOf = (day: string) => `${day}T00:00:00.000Z`
const isMidnight = (at: string) => at === midnightOf(at.slice(0, DAY))
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, DAY)

/** The same of one agent. Reads from today back to the first span. */
export async function sumsOfAgent(
  { reader, tenant }: Place,
  agentId: string,
  spans: readonly Times[],
): Promise<Sum[]> {
  const sums = spans.map(() => ({ ...nothing }))
  const first = spans[0]!.starts.slice(0, DAY)
  const query = { index: 'byAgent', where: { agentId }, order: 'desc', limit: DAYS_PAGE } as const
  for await (const page of everyPage(reader, agentDaysProjection, tenant, query)) {
    for (const found of page) add(sums, spans, found)
    const last = page.at(-1)
    if (last && last.day <= first) break
  }
  return sums
}

function add(sums: readonly Sum[], spans: readonly Times[], found: AgentDay): void {
  const ends = spans.at(-1)!.ends.slice(0, MINUTE)
  for (const name of ['conversations', 'credits'] as const)
    for (const [quarter, many] of Object.entries(found[name])) {
      const at = `${found.day}T${quarter}`
      const span = spans.findLastIndex(({ starts }) => starts.slice(0, MINUTE) <= at)
      const sum = at < ends ? sums[span] : undefined
      if (sum) sum[name] += many
    }
}

export const total = (sums: readonly Sum[], name: keyof Sum) =>
  sums.reduce((whole, sum) => whole + sum[name], 0)

/** As `measure` takes them. */
export function asSums(sums: readonly Sum[]): Sums {
  return { ...noSums(), conversations: total(sums, 'conversations'), cost: total(sums, 'credits') }
}

/** The sum of counts, or the share of all of which the measures are shares. */
export function sumOf(measures: readonly Measure[]): Measure {
  const isShare = measures.some(({ of }) => of !== undefined)
  const whole = measures.reduce((sum, { of = 0 }) => sum + of, 0)
  const sum = measures.reduce((sum, { value = 0, of = 1 }) => sum + value * of, 0)
  if (!isShare) return { value: thousandths(sum) }
  return { value: whole === 0 ? undefined : sum / whole, of: whole }
}

export function measuredOf({ present, former }: { present: Measure; former: Measure }): Measured {
  return {
    value: present.value ?? null,
    before: former.value ?? null,
    ...(present.of === undefined ? {} : { of: present.of }),
  }
}
