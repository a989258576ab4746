/** Parses the JSON of a request's body. */

/** Deeper than any endpoint needs; recursive code (schemas, serialisers) fails at some thousands. */
const DEEPEST = 100

/**
 * Returns the value, or the reason why there is none. An unpaired surrogate, which JSON can escape and nothing else can
 * carry (a header, an address, UTF-8), becomes U+FFFD in texts and keys, as in UTF-8 encoding. Linear, without
 * recursion.
 */
export function parseJsonBody(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  let root: [unknown]
  try {
    root = [JSON.parse(text)]
  } catch {
    return { ok: false, message: 'The body is not valid JSON.' }
  }
  let level: object[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return { ok: false, message: `The body is nested more than ${DEEPEST} levels deep.` }
    level = level.flatMap(repairEntries)
  }
  return { ok: true, value: root[0] }
}

/** Repairs the texts directly in an object or list, and returns the objects and lists in it. */
function repairEntries(container: object): object[] {
  const inner: object[] = []
  for (const [key, value] of Object.entries(container)) {
    if (!key.isWellFormed()) Reflect.deleteProperty(container, key)
    const repaired = typeof value === 'string' ? value.toWellFormed() : value
    if (repaired !== value || !key.isWellFormed()) Reflect.set(container, key.toWellFormed(), repaired)
    if (typeof value === 'object' && value !== null) inner.push(value)
  }
  return inner
}
