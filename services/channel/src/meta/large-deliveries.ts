/** Bounds what a delivery of Meta may hold: whoever has the secret of an app can sign one. */

/** In one delivery; Meta puts fewer into it. Dealing with more takes longer than a call may. */
export const MOST_IN_DELIVERY = 1_000
export const TOO_MUCH = 'A delivery holds at most 1,000 updates.'
/** Of a delivery, in the log. */
const MOST_LINES = 5

/**
 * Whether a delivery is refused, before anything of it is read. `lists`: the fields of its parts that hold updates. A part
 * that holds nothing counts, too.
 */
export function isTooMuch(parts: readonly unknown[], lists: readonly string[]): boolean {
  let updates = 0
  for (const part of parts) {
    const fields: Record<string, unknown> = Object(part)
    const held = lists.reduce((sum, list) => {
      const found = Object.hasOwn(fields, list) ? fields[list] : undefined
      return sum + (Array.isArray(found) ? found.length : 0)
    }, 0)
    updates += Math.max(held, 1)
  }
  return updates > MOST_IN_DELIVERY
}

/** Says what is ignored once of each, and of few: a delivery could else fill the log. */
export function saidOnce(onIgnored: (what: string, details: object) => void) {
  // bounded: by the size at which it takes no more
  const said = new Set<string>()
  return (what: string, which: string, details: object) => {
    const key = `${what} ${which}`
    if (said.has(key) || said.size === MOST_LINES) return
    said.add(key)
    onIgnored(what, details)
  }
}
