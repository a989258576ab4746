/**
 * The cost of a reply in credits. One credit is 0.001 USD (the default price per credit, part 2 §9), and a model's
 * tokens cost their provider's list price at that rate; the margin is in the price at which credits are sold.
 */

/** Credits per 1,000 input tokens and per 1,000 output tokens. */
export type ModelPrice = { input: number; output: number }

const modelPrices: Record<string, ModelPrice> = {
  'gpt-4o': { input: 2.5, output: 10 },
  'gpt-4o-mini': { input: 0.15, output: 0.6 },
  'gpt-4.1': { input: 2, output: 8 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4 },
  'claude-opus-4': { input: 15, output: 75 },
  'claude-sonnet-4': { input: 3, output: 15 },
  'claude-3-5-haiku': { input: 0.8, output: 4 },
  'gemini-2.5-pro': { input: 1.25, output: 10 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5 },
}

/** The price of models that are not listed. */
const otherModels: ModelPrice = { input: 2.5, output: 10 }

/** The built-in answerer uses no tokens. Its reply costs about as much as a small model's. */
export const builtInModelId = 'built-in'
export const creditsPerBuiltInReply = 1

/** The third party bills its dialog itself; here its reply costs as much as that of the built-in answerer. */
export const dialogModelId = 'vf'
export const creditsPerDialogReply = 1

/** Credits of a new account. */
export const signUpCredits = 1_000

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
