/** Names of browsers and systems, from a short fixed list. Anything else becomes 'Other'. */

const browsers: readonly [pattern: RegExp, name: string][] = [
  [/edg/i, 'Edge'],
  [/samsung/i, 'Samsung Internet'],
  [/opr|opera/i, 'Opera'],
  [/firefox|fxios/i, 'Firefox'],
  [/chrom|crios/i, 'Chrome'],
  [/safari/i, 'Safari'],
]
const platforms: readonly [pattern: RegExp, name: string][] = [
  [/iphone|ipad|ipod|\bios\b/i, 'iOS'],
  [/android/i, 'Android'],
  [/win/i, 'Windows'],
  [/cros|chrome ?os/i, 'ChromeOS'],
  [/mac/i, 'macOS'],
  [/linux|x11/i, 'Linux'],
]

/** The browser of a name or user agent; `''` if none was given. */
export const browserOf = (said: string): string => familyOf(said, browsers)
/** The system of a name or user agent; `''` if none was given. */
export const platformOf = (said: string): string => familyOf(said, platforms)

function familyOf(said: string, families: readonly [RegExp, string][]): string {
  if (said.trim() === '') return ''
  return families.find(([pattern]) => pattern.test(said))?.[1] ?? 'Other'
}
