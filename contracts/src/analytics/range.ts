/** Ranges of days, as the figures of agents and workspaces are asked for. */
import { z } from 'zod'

export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Please give a day as YYYY-MM-DD.')

/** Maximum number of days in one range. */
export const mostDays = 366

/** Whole days of a time zone, both ends included; by default the last 30 days in UTC. */
export const rangeQuery = z.object({
  from: day.optional(),
  to: day.optional(),
  /** An IANA name: `Europe/Berlin`. */
  timeZone: z.string().max(64).optional(),
})

export const range = z.object({
  from: day,
  to: day,
  timeZone: z.string(),
  /** The bounds of the range, ISO 8601: `starts` inclusive, `ends` exclusive. */
  starts: z.string(),
  ends: z.string(),
})

/** When the first of what is counted happened, ISO 8601; absent while nothing did. */
export const since = z.string().optional()

/** The length of the periods that a chart shows: by hour up to 2 days, by day up to 92, else by 7 days. */
export const chartStep = z.enum(['hour', 'day', 'week'])
export type ChartStep = z.infer<typeof chartStep>

/** A period of a chart: when it begins, ISO 8601, and its first and last day in the range's time zone. */
export const chartPeriod = z.object({ at: z.string(), day, to: day })
