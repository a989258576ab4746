/** The drill-down of widget loads: where and when they happened, and the conversations that followed. */
import type { LoadsRow } from '@parley/contracts/analytics/endpoints.ts'
import type { Counts } from './analytics-buckets.projection.ts'
import { type Measuring, sumsOf, wholeOf } from './measuring.ts'
import { daysOf, type Range } from './periods.ts'

const MOST_NAMES = 50

export async function loadsBehind(place: Measuring, range: Range) {
  const days = daysOf(range)
  const sums = await sumsOf(place, days)
  const { websites, loadCountries, countries, browsers, platforms } = wholeOf(sums)
  return {
    range,
    days: days
      .map(({ day }, nth) => ({
        name: day,
        loads: sums[nth]!.loads,
        conversations: sums[nth]!.channels['web-chat'] ?? 0,
      }))
      .filter(({ loads, conversations }) => loads > 0 || conversations > 0)
      .reverse(),
    websites: rows(websites),
    countries: rows(loadCountries, countries),
    browsers: rows(browsers),
    platforms: rows(platforms),
  }
}

/** Returns rows, the most frequent first. */
function rows(counts: Counts, conversations?: Counts): LoadsRow[] {
  return Object.entries(counts)
    .map(([name, loads]) => ({
      name,
      loads,
      ...(conversations ? { conversations: conversations[name] ?? 0 } : {}),
    }))
    .sort((a, b) => b.loads - a.loads || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMES)
}
