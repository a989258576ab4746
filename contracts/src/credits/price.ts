/** The price of a credit in USD, unless a plan sets another (specification, part 2 §9). */
export const usdPerCredit = 0.001
