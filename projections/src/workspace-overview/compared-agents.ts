/** The figures of all agents of a workspace beside each other. */
import type { AgentListItem } from '@parley/contracts/agent/endpoints.ts'
import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import { type ComparedFigureId, comparedFigures } from '@parley/contracts/analytics/figure-names.ts'
import type { WorkspaceOverview } from '@parley/contracts/analytics/workspace-endpoints.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { type Measure, type Measuring, measure, noSums, type Sums } from '../analytics/measuring.ts'
import { daysOf, type Range } from '../analytics/periods.ts'
import type { Times } from '../analytics/quarters.ts'
import { thousandths } from '../conversations/conversations.projection.ts'
import { agentDaysProjection } from './agent-days.projection.ts'
import { allAgents } from './all-agents.ts'

/** Agents that are compared; those with the most conversations. */
const MOST_COMPARED = 100
/** Agents measured at the same time, so that a workspace with many leaves the read store to others. */
const AT_ONCE = 8
const PAGE = 1_000
/** Of a moment in ISO 8601, what tells its day and its minute. */
const DAY = 10
const MINUTE = 16

type Place = { reader: Reader; tenant: string }
type Sum = { conversations: number; credits: number }
const nothing: Sum = { conversations: 0, credits: 0 }
type Figures = Record<ComparedFigureId, { present: Measure; former: Measure }>
type Compared = { agent: AgentListItem; figures: Figures; days: number[] }

export async function compareAgents(
  place: Place,
  range: Range,
  before: Range,
): Promise<Pick<WorkspaceOverview, 'figures' | 'days' | 'agents' | 'total'>> {
  const agents = await allAgents(place.reader, place.tenant)
  const days = daysOf(range)
  const sums = await sumsByAgent(place, [before, ...days])
  const ranked = agents
    .map((agent) => {
      const [former = nothing, ...present] = sums.get(agent.ID) ?? []
      return { agent, former, present, conversations: total(present, 'conversations') }
    })
    .sort((a, b) => b.conversations - a.conversations)
    .slice(0, MOST_COMPARED)
  const compared: Compared[] = []
  for (let first = 0; first < ranked.length; first += AT_ONCE) {
    const measured = ranked.slice(first, first + AT_ONCE).map(async ({ agent, former, present }) => ({
      agent,
      figures: await figuresOf({ ...place, agentId: agent.ID }, { range, before }, present, former),
      days: days.map((_, nth) => present[nth]?.conversations ?? 0),
    }))
    compared.push(...(await Promise.all(measured)))
  }
  return {
    figures: measuredOf(together(compared.map(({ figures }) => figures))),
    days: days.map((_, nth) => compared.reduce((sum, agent) => sum + (agent.days[nth] ?? 0), 0)),
    agents: compared.map(({ agent, figures, days }) => ({
      agentId: agent.ID,
      title: agent.title,
      ...(agent.roundedImageURL ? { roundedImageURL: agent.roundedImageURL } : {}),
      figures: measuredOf(figures),
      days,
    })),
    total: agents.length,
  }
}

/** The sums of each span by agent. The spans follow each other, the earliest first. */
async function sumsByAgent({ reader, tenant }: Place, spans: readonly Times[]): Promise<Map<string, Sum[]>> {
  const sums = new Map<string, Sum[]>()
  const starts = spans.map((span) => span.starts.slice(0, MINUTE))
  const ends = spans.at(-1)!.ends.slice(0, MINUTE)
  const day = { gte: starts[0]!.slice(0, DAY), lte: ends.slice(0, DAY) }
  let cursor: string | undefined
  do {
    const page = await reader.find(agentDaysProjection, tenant, {
      index: 'byDay',
      where: { day },
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

async function figuresOf(
  place: Measuring,
  { range, before }: { range: Times; before: Times },
  present: readonly Sum[],
  former: Sum,
): Promise<Figures> {
  const entries = comparedFigures.map(async (figure) => [
    figure,
    {
      present: await measure(place, figure, range, asSums(present)),
      former: await measure(place, figure, before, asSums([former])),
    },
  ])
  return Object.fromEntries(await Promise.all(entries))
}

const total = (sums: readonly Sum[], name: keyof Sum) => sums.reduce((whole, sum) => whole + sum[name], 0)

function asSums(sums: readonly Sum[]): Sums {
  return { ...noSums(), conversations: total(sums, 'conversations'), cost: total(sums, 'credits') }
}

function together(all: readonly Figures[]): Figures {
  const entries = comparedFigures.map((figure) => [
    figure,
    {
      present: sumOf(all.map((figures) => figures[figure].present)),
      former: sumOf(all.map((figures) => figures[figure].former)),
    },
  ])
  return Object.fromEntries(entries)
}

/** The sum of counts, or the share of all of which the measures are shares. */
function sumOf(measures: readonly Measure[]): Measure {
  const isShare = measures.some(({ of }) => of !== undefined)
  const whole = measures.reduce((sum, { of = 0 }) => sum + of, 0)
  const sum = measures.reduce((sum, { value = 0, of = 1 }) => sum + value * of, 0)
  if (!isShare) return { value: thousandths(sum) }
  return { value: whole === 0 ? undefined : sum / whole, of: whole }
}

function measuredOf(figures: Figures): Record<ComparedFigureId, Measured> {
  const entries = comparedFigures.map((figure) => {
    const { present, former } = figures[figure]
    return [
      figure,
      {
        value: present.value ?? null,
        before: former.value ?? null,
        ...(present.of === undefined ? {} : { of: present.of }),
      },
    ]
  })
  return Object.fromEntries(entries)
}
