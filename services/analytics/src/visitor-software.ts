/** Names of browsers and systems, few enough to be counted by. Whatever else a page says becomes 'Other'. */

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

/** The browser that a name or user agent means; `''` where nothing was said. */
export const browserOf = (said: string): string => familyOf(said, browsers)
/** The system that a name or user agent means; `''` where nothing was said. */
export const platformOf = (said: string): string => familyOf(said, platforms)

function familyOf(said: string, families: readonly [RegExp, string][]): string {
  if (said.trim() === '') return ''
  return families.find(([pattern]) => pattern.test(said))?.[1] ?? 'Other'
}
