/** Limits of functions that forms show; plain constants. */

/** How often at most a call that fails for a time is made again. */
export const MOST_RETRIES = 3
/** Versions of a function that are kept: the newest ones. */
export const keptToolVersions = 20
