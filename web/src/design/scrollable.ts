/** What scrolls must be reachable by keyboard, also where nothing within it is. */
export const scrollable = { tabIndex: 0 } as const
