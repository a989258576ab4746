/** The log position that the data of the page includes. The live stream starts after it. */
import type { Region } from '@parley/contracts/endpoint.ts'

const first = new Map<string, number>()

/**
 * Parses `na=12,eu=7` (`SEEN_HEADER`). Keeps the first position per region, because later responses are never older.
 */
export function noteSeen(header: string): void {
  for (const entry of header.split(',')) {
    const [region = '', position] = entry.split('=')
    if (!first.has(region)) first.set(region, Number(position))
  }
}

/** The oldest log position of a region that any data on this page includes; undefined if no response had one. */
export const seenSince = (region: Region): number | undefined => first.get(region)
