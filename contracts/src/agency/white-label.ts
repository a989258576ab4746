/** White label as a workspace has it: whether the product is named to clients and visitors. Plain data, for browsers. */

/** Part 2 §9. */
export const whiteLabelTrialDays = 14
/** Days before the end of the trial at which those who manage the agency are told. */
export const whiteLabelWarningDays = 3

/** What an installation gives: all of white label to every workspace, or a trial to each. */
export const whiteLabelModes = ['included', 'trial'] as const
export type WhiteLabelMode = (typeof whiteLabelModes)[number]

/** What the powered-by line names, where it is shown. `address`: of the product. */
export type PoweredBy = { name: string; address: string }
