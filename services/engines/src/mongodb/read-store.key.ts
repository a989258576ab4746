/**
 * Encodes tenant and id in one text that orders, by bytes, like the pair, and can be decoded again. U+0001 separates
 * them; the control characters U+0000 to U+0002 within them are escaped as pairs that begin with U+0002.
 */
export function keyOf(tenant: string, id: string): string {
  return `${escaped(tenant)}\u0001${escaped(id)}`
}

/** The keys of a tenant are from the first of these texts on and below the second. */
export function keysOf(tenant: string): [from: string, until: string] {
  return [`${escaped(tenant)}\u0001`, `${escaped(tenant)}\u0002`]
}

/** Decodes what `keyOf` encoded. */
export function partsOf(key: string): { tenant: string; id: string } {
  const [tenant = '', id = ''] = key.split('\u0001')
  return { tenant: restored(tenant), id: restored(id) }
}

// Escaped from the last to the first, so that no escape is escaped again.
const ESCAPES = [
  ['\u0002', '\u0002\u0005'],
  ['\u0001', '\u0002\u0004'],
  ['\u0000', '\u0002\u0003'],
] as const

const escaped = (text: string) => ESCAPES.reduce((done, [plain, pair]) => done.replaceAll(plain, pair), text)

const restored = (text: string) =>
  ESCAPES.toReversed().reduce((done, [plain, pair]) => done.replaceAll(pair, plain), text)
