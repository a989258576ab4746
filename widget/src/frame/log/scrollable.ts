/** A box that scrolls must be reachable by keyboard; not every browser sees to it. */
export const scrollable = { tabIndex: 0 } as const
