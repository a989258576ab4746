/** The figures of all agents of a workspace beside each other. */
import type { AgentListItem } from '@parley/contracts/agent/endpoints.ts'
import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import { type ComparedFigureId, comparedFigures } from '@parley/contracts/analytics/figure-names.ts'
import type { WorkspaceOverview } from '@parley/contracts/analytics/workspace-endpoints.ts'
import { type Measure, type Measuring, measure } from '../analytics/measuring.ts'
import { daysOf, type Range } from '../analytics/periods.ts'
import type { Times } from '../analytics/quarters.ts'
import { asSums, measuredOf, nothing, type Place, type Sum, sumOf, sumsByAgent, total } from './agent-sums.ts'
import { allAgents } from './all-agents.ts'

/** Agents that are compared; those with the most conversations. */
const MOST_COMPARED = 100
/** Agents measured at the same time, so that a workspace with many leaves the read store to others. */
const AT_ONCE = 8

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
    figures: measured(together(compared.map(({ figures }) => figures))),
    days: days.map((_, nth) => compared.reduce((sum, agent) => sum + (agent.days[nth] ?? 0), 0)),
    agents: compared.map(({ agent, figures, days }) => ({
      agentId: agent.ID,
      title: agent.title,
      ...(agent.roundedImageURL ? { roundedImageURL: agent.roundedImageURL } : {}),
      figures: measured(figures),
      days,
    })),
    total: agents.length,
  }
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

function measured(figures: Figures): Record<ComparedFigureId, Measured> {
  const entries = comparedFigures.map((figure) => [figure, measuredOf(figures[figure])])
  return Object.fromEntries(entries)
}
