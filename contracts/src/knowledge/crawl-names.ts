/** What websites that agents read, and their runs, are called. Without zod, for browsers. */

/** How many runs of a website are kept with what they changed; older ones are forgotten. */
export const mostRunsKept = 10
/** How many pages of a run are listed one by one; the others are counted. */
export const mostChangesOfRun = 200
/** How many pages all kept runs of a website list together; of older runs then only the counts are left. */
export const mostChangesKept = 600
/** Addresses that are longer are counted, not listed. */
export const longestListedAddress = 500

/**
 * `scheduled` waits for its next run, `manual` has no schedule, `off` belongs to a source that is turned off, which is
 * not read either.
 */
export const crawlStates = ['reading', 'scheduled', 'paused', 'manual', 'off'] as const
export type CrawlState = (typeof crawlStates)[number]

/** Why a run began: the website was added, somebody asked, it was due, or single pages were read again. */
export const runReasons = ['added', 'asked', 'scheduled', 'retry'] as const
export const runOutcomes = ['done', 'cancelled', 'failed'] as const

/** `failed`: what was read before is kept. `skipped`: it was not read before either. */
export const pageChanges = ['added', 'changed', 'removed', 'failed', 'skipped'] as const
export type PageChange = (typeof pageChanges)[number]
/** Why a page was removed: it no longer exists, another page has the same text, or the sitemap no longer lists it. */
export const removalReasons = ['gone', 'duplicate', 'unlisted'] as const

/** Of the text of a page, what is compared; in characters. */
export const longestComparedText = 100_000
/** How many days of answers are looked through for those that cite a changed page. */
export const daysOfAnswers = 30
