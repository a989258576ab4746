/** Time zones by their IANA names. */
import { createByteCache } from './limits/byte-cache.ts'

const LONGEST_NAME = 64

/**
 * Returns the current name of an IANA time zone; undefined if there is no such zone. Browsers also use former names:
 * Asia/Kolkata and Asia/Calcutta are the same zone.
 */
export function knownTimeZone(name: string | undefined): string | undefined {
  if (name === undefined || name.length > LONGEST_NAME) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * A zone has many spellings (`europe/BERLIN`, `+01:00`), all of which a caller may send. A format takes about 30 KB
 * outside the heap.
 */
const FORMAT_BYTES = 30_000
const formats = createByteCache<Intl.DateTimeFormat>({
  maxBytes: 200 * FORMAT_BYTES,
  sizeOf: () => FORMAT_BYTES,
})

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** Returns how far a zone's clocks are ahead of UTC, in ms, at a time in ms since 1970. Throws if there is no such zone. */
export function offsetAt(ms: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  const local = Date.UTC(
    Number(parts.year),
    Number(parts.month) - 1,
    Number(parts.day),
    Number(parts.hour),
    Number(parts.minute),
    Number(parts.second),
  )
  return local - Math.floor(ms / 1000) * 1000
}

/** Returns the moment at which the clocks of a zone show a local time; both in ms since 1970. */
export function instantOf(local: number, timeZone: string): number {
  const guess = local - offsetAt(local, timeZone)
  return local - offsetAt(guess, timeZone)
}
