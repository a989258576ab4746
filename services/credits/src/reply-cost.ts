/**
 * The cost of a reply in credits. One credit is 0.001 USD (the default price per credit, part 2 §9), and a model's
 * tokens cost their provider's list price at that rate; the margin is in the price at which credits are sold.
 */
import {
  builtInModelId,
  creditsPerBuiltInReply,
  creditsPerDialogReply,
  dialogModelId,
  type ModelPrice,
  modelPrices,
  otherModels,
} from '@parley/contracts/credits/prices.ts'

/** Returns the price of a finished reply in credits, rounded up to three decimals. */
export function costOf(reply: { modelId: string; inputTokens: number; outputTokens: number }): number {
  if (reply.modelId === builtInModelId) return creditsPerBuiltInReply
  if (reply.modelId === dialogModelId) return creditsPerDialogReply
  const price = priceOf(reply.modelId)
  return roundUp((reply.inputTokens * price.input + reply.outputTokens * price.output) / 1_000)
}

/** Returns the credits to hold before a model is called: the cost of its prompt and of the longest possible reply. */
export function estimateMaxCost(request: {
  modelId: string
  promptTokens: number
  maxTokens: number
}): number {
  const { modelId, promptTokens, maxTokens } = request
  return costOf({ modelId, inputTokens: promptTokens, outputTokens: maxTokens })
}

/** Dated names (`gpt-4o-2024-11-20`) and names with their provider (`openai/gpt-4o`) have the model's price. */
function priceOf(modelId: string): ModelPrice {
  const name = modelId.slice(modelId.lastIndexOf('/') + 1)
  const known = Object.keys(modelPrices)
    .filter((model) => name === model || name.startsWith(`${model}-`))
    .sort((a, b) => b.length - a.length)[0]
  return (known && modelPrices[known]) || otherModels
}

function roundUp(credits: number): number {
  return Math.ceil(Math.round(credits * 1_000_000) / 1_000) / 1_000
}
