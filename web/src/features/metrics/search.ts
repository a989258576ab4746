import { type RangeSearch, rangeSearch } from '../../design/dates/range-search.ts'

/** Query parameters of the Metrics screen. `table`: show tables instead of the charts over time. */
export type MetricsSearch = RangeSearch & { table?: boolean }

export function metricsSearch(raw: Record<string, unknown>): MetricsSearch {
  return { ...rangeSearch(raw), table: raw.table === true || undefined }
}
