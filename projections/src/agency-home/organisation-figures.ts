/** The figures of organisations: those of their agents together, with the definitions of the analytics. */

import { type HomeFigureId, homeFigures } from '@parley/contracts/agency/home.ts'
import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import { figures } from '@parley/contracts/analytics/figures.ts'
import { type Measure, measure, measureEach } from '../analytics/measuring.ts'
import type { Times } from '../analytics/quarters.ts'
import {
  asSums,
  creditsOfEach,
  measuredOf,
  nothing,
  type Place,
  sumOf,
  sumsOfAgent,
} from '../workspace-overview/agent-sums.ts'

/** Agents measured at the same time, so that the read store is left to others as well. */
const AT_ONCE = 16

type Both = { present: Measure; former: Measure }
type Figures = Record<HomeFigureId, Both>

/** Measures a few agents; returns the figures of lists of them, in the order of the lists. */
export async function figuresOfAgents(
  place: Place,
  lists: readonly (readonly string[])[],
  { range, before }: { range: Times; before: Times },
): Promise<Record<HomeFigureId, Measured>[]> {
  const measured = await each([...new Set(lists.flat())], async (agentId): Promise<Figures> => {
    const [former = nothing, present = nothing] = await sumsOfAgent(place, agentId, [before, range])
    const of = { ...place, agentId }
    const entries = homeFigures.map(async (figure) => [
      figure,
      {
        present: await measure(of, figure, range, asSums([present])),
        former: await measure(of, figure, before, asSums([former])),
      },
    ])
    return Object.fromEntries(await Promise.all(entries))
  })
  return lists.map((agentIds) => {
    const own = agentIds.flatMap((agentId) => measured.get(agentId) ?? [])
    const entries = homeFigures.map((figure) => [
      figure,
      measuredOf(
        together(
          figure,
          own.map((one) => one[figure]),
        ),
      ),
    ])
    return Object.fromEntries(entries)
  })
}

/** One figure of each list of agents in a span, for an order of many lists; undefined where there is none. */
export async function oneFigureOfAgents(
  place: Place,
  lists: readonly (readonly string[])[],
  figure: HomeFigureId,
  span: Times,
): Promise<(number | undefined)[]> {
  const measured = await figureByAgent(place, [...new Set(lists.flat())], figure, span)
  return lists.map(
    (agentIds) =>
      whole(
        figure,
        agentIds.flatMap((agentId) => measured.get(agentId) ?? []),
      ).value,
  )
}

async function figureByAgent(
  place: Place,
  agentIds: readonly string[],
  figure: HomeFigureId,
  span: Times,
): Promise<Map<string, Measure>> {
  const measures =
    figure === 'credits'
      ? (await creditsOfEach(place, agentIds, span)).map((value) => ({ value }))
      : await measureEach(place, agentIds, figure, span)
  return new Map(agentIds.map((agentId, nth) => [agentId, measures[nth]!]))
}

async function each<Value>(
  agentIds: readonly string[],
  of: (agentId: string) => Promise<Value>,
): Promise<Map<string, Value>> {
  const values = new Map<string, Value>()
  for (let first = 0; first < agentIds.length; first += AT_ONCE) {
    const some = agentIds.slice(first, first + AT_ONCE)
    const found = some.map(async (agentId) => [agentId, await of(agentId)] as const)
    for (const [agentId, value] of await Promise.all(found)) values.set(agentId, value)
    // Yields to other requests while many are measured.
    if (first % (16 * AT_ONCE) === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return values
}

function together(figure: HomeFigureId, all: readonly Both[]): Both {
  return {
    present: whole(
      figure,
      all.map(({ present }) => present),
    ),
    former: whole(
      figure,
      all.map(({ former }) => former),
    ),
  }
}

/** Without agents there is nothing that a rate is of. */
function whole(figure: HomeFigureId, measures: readonly Measure[]): Measure {
  return measures.length === 0 && figures[figure].unit === 'share'
    ? { value: undefined, of: 0 }
    : sumOf(measures)
}
