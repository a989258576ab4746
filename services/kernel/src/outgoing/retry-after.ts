/**
 * Returns the pause, in ms, that an answer asks for by its header `Retry-After`: seconds, also where the header came twice, or
 * a date. Undefined if it asks for none.
 */
export function pauseAsked(header: string | undefined, now: () => number = Date.now): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\s*(\d+(?:\.\d+)?)/.exec(header)?.[1]
  const ms = seconds === undefined ? Date.parse(header) - now() : Number(seconds) * 1000
  return ms > 0 ? ms : undefined
}
