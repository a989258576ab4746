/**
 * The prices that Parley sets: of a credit, of replies without a model, and the credits of a new account. What a plan and
 * an add-on cost belongs here too. The list prices of models are in `contracts/src/models/known-models.ts`, what a plan
 * allows in `services/host/src/quotas/plans.ts`; a reply's cost is computed in `services/credits/src/reply-cost.ts`.
 */

/** The price of a credit in USD, unless a plan sets another (specification, part 2 §9). */
export const usdPerCredit = 0.001

/** What an agency asks of its clients for a credit in USD, unless it sets another price (specification, part 2 §3). */
export const defaultUsdPerToken = 0.003

/** The highest price that an agency may ask for a credit. */
export const highestUsdPerToken = 10

/** The built-in answerer uses no tokens. Its reply costs about as much as a small model's. */
export const builtInModelId = 'built-in'
export const creditsPerBuiltInReply = 1

/** The third party bills its dialog itself; here its reply costs as much as that of the built-in answerer. */
export const dialogModelId = 'vf'
export const creditsPerDialogReply = 1

/** Credits of a new account. */
export const signUpCredits = 1_000
