/** Names of browsers and systems, from a short fixed list. Anything else becomes 'Other'. */

const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bedg/i, 'Edge'],
  [/samsung/i, 'Samsung Internet'],
  [/\bopr|opera/i, 'Opera'],
  [/firefox|fxios/i, 'Firefox'],
  [/chrom|crios/i, 'Chrome'],
  [/safari/i, 'Safari'],
]
const platforms: readonly [pattern: RegExp, name: string][] = [
  [/iphone|ipad|ipod|\bios\b/i, 'iOS'],
  [/android/i, 'Android'],
  [/\bwin/i, 'Windows'],
  [/\bcros\b|chrome ?os/i, 'ChromeOS'],
  [/mac|darwin/i, 'macOS'],
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
