/** Scrollable elements must be reachable by keyboard, even if nothing within them is focusable. */
export const scrollable = { tabIndex: 0 } as const
