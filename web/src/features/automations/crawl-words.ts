import type { CrawlRunView } from '@parley/contracts/knowledge/crawl-endpoints.ts'
import type { CrawlState, PageChange } from '@parley/contracts/knowledge/crawl-names.ts'
import { count } from '../../design/dates/moment.tsx'
import type { StateFilter } from './search.ts'

export const stateNames: Record<StateFilter, string> = {
  reading: 'Reading',
  scheduled: 'Scheduled',
  paused: 'Paused',
  manual: 'No schedule',
  off: 'Turned off',
  errors: 'With errors',
}

export const stateColors: Record<CrawlState, string> = {
  reading: 'blue',
  scheduled: 'teal',
  paused: 'yellow',
  manual: 'gray',
  off: 'gray',
}

export const rateNames = {
  '6h': 'Every 6 hours',
  '12h': 'Every 12 hours',
  '24h': 'Every day',
  '7d': 'Every week',
  never: 'Never',
} as const

export const reasonNames: Record<CrawlRunView['reason'], string> = {
  added: 'First run',
  asked: 'Run by hand',
  scheduled: 'Scheduled run',
  retry: 'Single pages read again',
}

export const changeNames: Record<PageChange, string> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  failed: 'Not read',
  skipped: 'Skipped',
}

export const changeColors: Record<PageChange, string> = {
  added: 'teal',
  changed: 'blue',
  removed: 'yellow',
  failed: 'red',
  skipped: 'gray',
}

/** What a run changed, such as `2 changed, 1 removed`. */
export function changesWords({ added, changed, removed, endedAt, outcome }: CrawlRunView): string {
  const words = [
    ...(added > 0 ? [`${count(added)} added`] : []),
    ...(changed > 0 ? [`${count(changed)} changed`] : []),
    ...(removed > 0 ? [`${count(removed)} removed`] : []),
  ]
  if (words.length > 0) return words.join(', ')
  if (endedAt === undefined) return 'Nothing yet'
  return outcome === 'failed' ? 'Failed' : 'No changes'
}

export function pagesWords(pages: number): string {
  return pages === 1 ? '1 page' : `${count(pages)} pages`
}

/** How long a run took or takes, such as `40 s` or `3 min`. */
export function tookWords(startedAt: string, endedAt: string): string {
  const seconds = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000))
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
