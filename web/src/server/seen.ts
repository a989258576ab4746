/** How far the log had been read for what the page shows: from there on its live stream has to tell. */
import type { Region } from '@parley/contracts/endpoint.ts'

const first = new Map<string, number>()

/** Takes `na=12,eu=7` (`SEEN_HEADER`). Whatever is asked later is answered no earlier: the first answer counts. */
export function noteSeen(header: string): void {
  for (const entry of header.split(',')) {
    const [region = '', position] = entry.split('=')
    if (!first.has(region)) first.set(region, Number(position))
  }
}

/** The position in a region's log that nothing on this page is older than; undefined when no answer told. */
export const seenSince = (region: Region): number | undefined => first.get(region)
