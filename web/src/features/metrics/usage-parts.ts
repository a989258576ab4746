/** The parts of the usage charts: the first of a list by themselves, and all others together. */
import type { UsageView } from '@parley/contracts/credits/endpoints.ts'
import { creditFeatures, mostSeries } from '@parley/contracts/credits/usage.ts'
import type { PiePart } from '../../design/charts/pie-chart.tsx'

const OTHERS = 'Others'
export const DELETED = 'Deleted agent'

type Agents = UsageView['agents']

export function featureParts({ features }: Pick<UsageView, 'features'>): PiePart[] {
  return features.map(({ feature, credits }) => ({
    key: feature,
    label: creditFeatures[feature],
    value: credits,
  }))
}

/** Without names that are links. */
export function agentParts({ agents }: { agents: Agents }): PiePart[] {
  const names = agentNames(agents)
  return withOthers(
    agents.map(({ agentId, credits }, nth) => ({
      key: agentId,
      label: names[nth] ?? DELETED,
      value: credits,
    })),
  )
}

/** The names of the series of agents, and of models, as the points of the usage have them. */
export function agentSeries({ agents }: { agents: Agents }): string[] {
  return seriesNames(agentNames(agents))
}

export function modelSeries({ models }: Pick<UsageView, 'models'>): string[] {
  return seriesNames(models.map(({ modelId }) => modelId))
}

/** Titles, with a number where several agents have the same. */
function agentNames(agents: Agents): string[] {
  const seen = new Map<string, number>()
  return agents.map(({ title = DELETED }) => {
    const times = (seen.get(title) ?? 0) + 1
    seen.set(title, times)
    return times === 1 ? title : `${title} (${times})`
  })
}

function seriesNames(names: readonly string[]): string[] {
  return names.length > mostSeries ? [...names.slice(0, mostSeries), OTHERS] : [...names]
}

function withOthers(parts: readonly PiePart[]): PiePart[] {
  const others = parts.slice(mostSeries)
  const [first] = others
  if (!first) return [...parts]
  const value = others.reduce((sum, part) => sum + part.value, 0)
  return [...parts.slice(0, mostSeries), { key: 'others', label: `${OTHERS} (${others.length})`, value }]
}
