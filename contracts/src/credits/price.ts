/** What a credit costs unless a plan says otherwise, in USD (specification, part 2 §9). */
export const usdPerCredit = 0.001
