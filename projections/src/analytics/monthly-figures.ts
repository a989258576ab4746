/** What the monthly report says of a few agents together, with the definitions of the analytics. */
import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import {
  type MonthlyReportFigureId,
  monthlyReportFigures,
  mostInMonthlyReport,
} from '@parley/contracts/analytics/monthly-report.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentTitles } from '../agents/agent-titles.ts'
import { leadsProjection } from '../leads/leads.projection.ts'
import { measuredOf, sumOf } from '../workspace-overview/agent-sums.ts'
import { countUnanswered, type Measure, type Measuring, measure, sumsOf, within } from './measuring.ts'
import { daysOf, type Range, rangesOf } from './periods.ts'
import { topQuestions, unansweredQuestions } from './questions.ts'

export type MonthlyFigures = {
  figures: Record<MonthlyReportFigureId, Measured>
  /** Absent for whoever may not see leads. */
  leads?: Measured
  days: { day: string; conversations: number }[]
  /** The most frequent first; those of the agents with the most conversations. */
  questions: { question: string; count: number; unanswered: number }[]
  /** Nobody took care of them; the newest first. */
  unanswered: { question: string; agent: string }[]
  /** Of all questions that nobody took care of. */
  openQuestions: number
  /** The most conversations first. */
  agents: { title: string; figures: Record<MonthlyReportFigureId, Measured> }[]
  /** All agents, those not listed included. */
  agentsInAll: number
}

type Days = { from: string; to: string; timeZone: string }
type Both = { present: Measure; former: Measure }
type OfAgent = {
  agentId: string
  title: string
  figures: Record<MonthlyReportFigureId, Both>
  days: number[]
}

/** Agents measured at the same time, so that the read store is left to others as well. */
const AT_ONCE = 8

/** `agentIds`: those that were deleted are left out. `before`: the days that the figures are compared with. */
export async function monthlyFigures(
  of: { reader: Reader; tenant: string; agentIds: readonly string[]; withLeads: boolean },
  days: Days,
  before: Days,
): Promise<MonthlyFigures> {
  const { reader, tenant, withLeads } = of
  const [range, former] = [rangeOf(days), rangeOf(before)]
  const titles = [...(await agentTitles(reader, tenant, of.agentIds))]
  const measured: OfAgent[] = []
  for (let first = 0; first < titles.length; first += AT_ONCE) {
    const some = titles.slice(first, first + AT_ONCE)
    const each = some.map(([agentId, title]) => agentOf({ reader, tenant, agentId }, title, range, former))
    measured.push(...(await Promise.all(each)))
  }
  const agents = measured.sort(
    (a, b) => conversationsOf(b) - conversationsOf(a) || (a.title < b.title ? -1 : 1),
  )
  const listed = agents.slice(0, mostInMonthlyReport.agents)
  const places = listed.map(({ agentId, title }) => ({ place: { reader, tenant, agentId }, title }))
  const all = titles.map(([agentId]) => ({ reader, tenant, agentId }))
  return {
    figures: together(agents.map(({ figures }) => figures)),
    ...(withLeads && { leads: await leadsOf(all, range, former) }),
    days: daysOf(range).map(({ day }, nth) => ({
      day,
      conversations: agents.reduce((sum, agent) => sum + (agent.days[nth] ?? 0), 0),
    })),
    questions: await questionsOf(places, range),
    unanswered: await unansweredOf(places, range),
    openQuestions: total(await Promise.all(all.map((place) => countUnanswered(place, range, false)))),
    agents: listed.map(({ title, figures }) => ({ title, figures: together([figures]) })),
    agentsInAll: agents.length,
  }
}

async function agentOf(place: Measuring, title: string, range: Range, former: Range): Promise<OfAgent> {
  const spans = daysOf(range)
  const [[present], [past], days] = await Promise.all([
    sumsOf(place, [range]),
    sumsOf(place, [former]),
    sumsOf(place, spans),
  ])
  const entries = monthlyReportFigures.map(async (figure) => [
    figure,
    {
      present: await measure(place, figure, range, present!),
      former: await measure(place, figure, former, past!),
    },
  ])
  const figures: OfAgent['figures'] = Object.fromEntries(await Promise.all(entries))
  return { agentId: place.agentId, title, figures, days: days.map(({ conversations }) => conversations) }
}

function together(all: readonly OfAgent['figures'][]): Record<MonthlyReportFigureId, Measured> {
  const entries = monthlyReportFigures.map((figure) => [
    figure,
    measuredOf({
      present: sumOf(all.map((each) => each[figure].present)),
      former: sumOf(all.map((each) => each[figure].former)),
    }),
  ])
  return Object.fromEntries(entries)
}

async function leadsOf(places: readonly Measuring[], range: Range, former: Range): Promise<Measured> {
  const count = async (span: Range) =>
    total(
      await Promise.all(
        places.map(({ reader, tenant, agentId }) =>
          reader.count(leadsProjection, tenant, {
            index: 'byAgent',
            where: { agentId, createdAt: within(span) },
          }),
        ),
      ),
    )
  const [value, before] = await Promise.all([count(range), count(former)])
  return { value, before }
}

type Named = { place: Measuring; title: string }

async function questionsOf(places: readonly Named[], range: Range): Promise<MonthlyFigures['questions']> {
  const found = new Map<string, MonthlyFigures['questions'][number]>()
  // One agent after the other: each opens up to 2,000 messages.
  for (const { place } of places) {
    const { items } = await topQuestions(place, range, mostInMonthlyReport.questions)
    for (const { question, count, unanswered } of items) {
      const name = question.trim().toLocaleLowerCase()
      const known = found.get(name)
      found.set(name, {
        question,
        count: count + (known?.count ?? 0),
        unanswered: unanswered + (known?.unanswered ?? 0),
      })
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count).slice(0, mostInMonthlyReport.questions)
}

async function unansweredOf(places: readonly Named[], range: Range): Promise<MonthlyFigures['unanswered']> {
  const options = { handled: false, limit: mostInMonthlyReport.unanswered }
  const found = await Promise.all(
    places.map(async ({ place, title }) =>
      (await unansweredQuestions(place, range, options)).items.map((item) => ({ ...item, agent: title })),
    ),
  )
  return found
    .flat()
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, mostInMonthlyReport.unanswered)
    .map(({ text: question, agent }) => ({ question, agent }))
}

function rangeOf(days: Days): Range {
  const asked = rangesOf(days, 0)
  if (!asked.ok) throw new Error(asked.rejection.message)
  return asked.range
}

const conversationsOf = ({ figures }: OfAgent) => figures.conversations.present.value ?? 0
const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
