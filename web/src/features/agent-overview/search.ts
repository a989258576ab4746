export const ranges = [7, 30, 90] as const
export type OverviewSearch = { days?: number }

export function overviewSearch(raw: Record<string, unknown>): OverviewSearch {
  return { days: ranges.find((range) => range === raw.days) }
}
