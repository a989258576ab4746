/**
 * Every price: of a credit, of a model's tokens, of replies without a model, and the credits of a new account. What a
 * plan and an add-on cost belongs here too. What a plan allows is in `services/host/src/quotas/plans.ts`; what a reply
 * cost is computed from these in `services/credits/src/reply-cost.ts`.
 */

/** The price of a credit in USD, unless a plan sets another (specification, part 2 §9). */
export const usdPerCredit = 0.001

/** Credits per 1,000 input tokens and per 1,000 output tokens. */
export type ModelPrice = { input: number; output: number }

export const modelPrices: Record<string, ModelPrice> = {
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
export const otherModels: ModelPrice = { input: 2.5, output: 10 }

/** The built-in answerer uses no tokens. Its reply costs about as much as a small model's. */
export const builtInModelId = 'built-in'
export const creditsPerBuiltInReply = 1

/** The third party bills its dialog itself; here its reply costs as much as that of the built-in answerer. */
export const dialogModelId = 'vf'
export const creditsPerDialogReply = 1

/** Credits of a new account. */
export const signUpCredits = 1_000
