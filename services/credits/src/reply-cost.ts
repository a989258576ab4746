/**
 * The cost of a reply in credits. One credit is 0.001 USD (the default price per credit, part 2 §9), and a model's
 * tokens cost their provider's list price at that rate; the margin is in the price at which credits are sold.
 */
import {
  builtInModelId,
  creditsPerBuiltInReply,
  creditsPerDialogReply,
  dialogModelId,
} from '@parley/contracts/credits/prices.ts'
import { type ModelCatalogue, usualCatalogue } from '@parley/contracts/models/catalogue.ts'

export type Pricing = {
  /** Returns the price of a finished reply, or of seconds of transcribed audio, in credits, rounded up to three decimals. */
  costOf(used: { modelId: string; inputTokens: number; outputTokens: number; seconds?: number }): number
  /** Returns the credits to hold before a model is called: the cost of its prompt and of the longest possible reply. */
  estimateMaxCost(request: { modelId: string; promptTokens: number; maxTokens: number }): number
}

/** A model without a price costs nothing; it is only called on a server that needs no key. */
export function createPricing(catalogue: ModelCatalogue): Pricing {
  const costOf: Pricing['costOf'] = ({ modelId, inputTokens, outputTokens, seconds = 0 }) => {
    if (modelId === builtInModelId) return creditsPerBuiltInReply
    if (modelId === dialogModelId) return creditsPerDialogReply
    const { input, output, minute = 0 } = catalogue.find(modelId)?.price ?? { input: 0, output: 0 }
    // USD per million tokens are credits per thousand.
    return roundUp((inputTokens * input + outputTokens * output) / 1_000 + (seconds / 60) * minute * 1_000)
  }
  return {
    costOf,
    estimateMaxCost: ({ modelId, promptTokens, maxTokens }) =>
      costOf({ modelId, inputTokens: promptTokens, outputTokens: maxTokens }),
  }
}

export const { costOf, estimateMaxCost } = createPricing(usualCatalogue)

function roundUp(credits: number): number {
  return Math.ceil(Math.round(credits * 1_000_000) / 1_000) / 1_000
}
