/** Limits of imported functions. Plain data, since the page that checks them must not include the schemas. */

/** Of the description of an API, in megabytes: that of GitHub has 13. */
export const MOST_IMPORT_MB = 16
/** How many functions can be created at once. */
export const MOST_IMPORTED = 100
