/** Scrollable elements must be reachable by keyboard, which not every browser ensures. */
export const scrollable = { tabIndex: 0 } as const
