/** The model for calls that no visitor reads the result of: questions rewritten for a search, summaries. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { defaultModelId, type Models } from './models.ts'

type CostOf = (used: { modelId: string; inputTokens: number; outputTokens: number }) => number

/** Of a short text made from a longer one. */
const TYPICAL = { inputTokens: 1_000_000, outputTokens: 100_000 }

/** Returns the cheapest of an agent's own models that is configured; undefined if none is. */
export function cheapestModel(
  { vg_kb_llm, vg_defaultModel, vg_fallbackModel }: AgentDocument,
  { models, costOf = () => 0 }: { models: Pick<Models, 'describe'>; costOf?: CostOf | undefined },
): string | undefined {
  const own = [vg_defaultModel || defaultModelId, vg_kb_llm?.modelId, vg_fallbackModel]
  const priced = own.flatMap((modelId) =>
    modelId && models.describe(modelId).configured
      ? [{ modelId, cost: costOf({ modelId, ...TYPICAL }) }]
      : [],
  )
  return priced.sort((one, other) => one.cost - other.cost)[0]?.modelId
}
