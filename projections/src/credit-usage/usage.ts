/** Sums the usage of a workspace for any time spans. */
import type { CreditFeature } from '@parley/contracts/credits/usage.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { bySpan, type Times } from '../analytics/quarters.ts'
import { thousandths } from '../conversations/conversations.projection.ts'
import { creditUsageProjection, type Used } from './credit-usage.projection.ts'

export type Usage = {
  credits: number
  features: Map<CreditFeature, number>
  agents: Map<string, number>
  /** Tokens; without models that used none. */
  models: Map<string, { input: number; output: number }>
  /** By agent, feature, model and who paid. */
  lines: Map<string, Used>
}

const PAGE = 1_000

/** Returns the usage of each span, in the order of the spans, which must not overlap. */
export async function usageOf(reader: Reader, tenant: string, spans: readonly Times[]): Promise<Usage[]> {
  const usages = spans.map(noUsage)
  await bySpan(
    spans,
    (quarter, cursor) =>
      reader.find(creditUsageProjection, tenant, {
        index: 'byQuarter',
        where: { quarter },
        limit: PAGE,
        cursor,
      }),
    (span, { used }) => {
      for (const line of used) add(usages[span]!, line)
    },
  )
  return usages
}

/** Adds up the usage of consecutive spans. */
export function wholeUsage(parts: readonly Usage[]): Usage {
  const whole = noUsage()
  for (const { lines } of parts) for (const line of lines.values()) add(whole, line)
  return whole
}

function noUsage(): Usage {
  return { credits: 0, features: new Map(), agents: new Map(), models: new Map(), lines: new Map() }
}

function add(usage: Usage, [agentId, feature, modelId, ...more]: Used): void {
  const { features, agents, models, lines } = usage
  const [charges, credits, input, output, organisationId] = more
  usage.credits += credits
  features.set(feature, (features.get(feature) ?? 0) + credits)
  agents.set(agentId, (agents.get(agentId) ?? 0) + credits)
  if (input + output > 0) {
    const model = models.get(modelId) ?? { input: 0, output: 0 }
    models.set(modelId, { input: model.input + input, output: model.output + output })
  }
  const key = [agentId, feature, modelId, organisationId ?? ''].join('\n')
  const [, , , ...sums] = lines.get(key) ?? [agentId, feature, modelId, 0, 0, 0, 0]
  lines.set(key, [
    ...([agentId, feature, modelId, sums[0] + charges, thousandths(sums[1] + credits)] as const),
    ...([sums[2] + input, sums[3] + output] as const),
    ...(organisationId === undefined ? ([] as const) : ([organisationId] as const)),
  ])
}
