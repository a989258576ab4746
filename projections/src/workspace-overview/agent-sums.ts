/** Conversations and credits of agents in spans of time, and what several measures are together. */
import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { type Measure, noSums, type Sums } from '../analytics/measuring.ts'
import type { Times } from '../analytics/quarters.ts'
import { thousandths } from '../conversations/conversations.projection.ts'
import { agentDaysProjection } from './agent-days.projection.ts'

const PAGE = 1_000
/** Of a moment in ISO 8601, what tells its day and its minute. */
const DAY = 10
const MINUTE = 16

export type Place = { reader: Reader; tenant: string }
export type Sum = { conversations: number; credits: number }
export const nothing: Sum = { conversations: 0, credits: 0 }

/** The sums of each span by agent, of one agent or all. The spans follow each other, the earliest first. */
export async function sumsByAgent(
  { reader, tenant }: Place,
  spans: readonly Times[],
  agentId?: string,
): Promise<Map<string, Sum[]>> {
  const sums = new Map<string, Sum[]>()
  const starts = spans.map((span) => span.starts.slice(0, MINUTE))
  const ends = spans.at(-1)!.ends.slice(0, MINUTE)
  const day = { gte: starts[0]!.slice(0, DAY), lte: ends.slice(0, DAY) }
  let cursor: string | undefined
  do {
    const page = await reader.find(agentDaysProjection, tenant, {
      ...(agentId === undefined
        ? { index: 'byDay', where: { day } }
        : { index: 'byAgent', where: { agentId, day } }),
      limit: PAGE,
      cursor,
    })
    for (const found of page.items) {
      const own = sums.get(found.agentId) ?? spans.map(() => ({ ...nothing }))
      sums.set(found.agentId, own)
      for (const name of ['conversations', 'credits'] as const)
        for (const [quarter, many] of Object.entries(found[name])) {
          const at = `${found.day}T${quarter}`
          const sum = at < ends ? own[starts.findLastIndex((start) => start <= at)] : undefined
          if (sum) sum[name] += many
        }
    }
    cursor = page.next
    // Yields to other requests while a year is read.
    if (cursor !== undefined) await new Promise((resolve) => setImmediate(resolve))
  } while (cursor !== undefined)
  return sums
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
