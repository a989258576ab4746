/** Bounds what a delivery of Meta may hold: whoever has the secret of an app can sign one. */

/** In one delivery; Meta puts fewer into it. Dealing with more takes longer than a call may. */
export const MOST_IN_DELIVERY = 1_000
export const TOO_MUCH = 'A delivery holds at most 1,000 updates.'
/** Of a delivery, in the log. */
const MOST_LINES = 5

type Part = { [list: string]: readonly unknown[] | string }

/** Whether a delivery is refused. A part that holds nothing counts, too. */
export function isTooMuch(parts: readonly Part[]): boolean {
  const sizes = parts.map((part) => {
    const lists = Object.values(part).filter((list) => typeof list !== 'string')
    return Math.max(
      lists.reduce((sum, list) => sum + list.length, 0),
      1,
    )
  })
  return sizes.reduce((sum, size) => sum + size, 0) > MOST_IN_DELIVERY
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
