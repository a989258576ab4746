/** Normalises text: composed Unicode, plain line ends, no invisible characters, no trailing spaces. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const CONTROLS = /[\u0000-\u0008\u000B\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g
/** Soft hyphens, zero-width spaces and direction overrides, which can make text appear different. */
const INVISIBLE = /[\u00AD\u200B\u2060\u202A-\u202E\u2066-\u2069\uFEFF]/g
const STARTS_BLOCK = /^\s*(?:#{1,6}\s|[-*•+>|]|\d{1,3}[.)]\s|Q:|A:|```)/u
const LINE_ENDS_THOUGHT = /[.!?:;|…。！？؟]["'”’»)\]]*$/u

export function normalise(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\f/g, '\n\n')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
    .replace(/[\t\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Joins wrapped lines. Looks at each line once, however many it joins. */
export function unwrapLines(text: string): string {
  const joined: string[][] = []
  let length = 0
  for (const line of text.split('\n')) {
    const parts = joined.at(-1)
    const before = parts?.at(-1)
    const broken =
      parts?.[0] !== undefined &&
      before !== undefined &&
      length >= 45 &&
      line.trim() !== '' &&
      !LINE_ENDS_THOUGHT.test(before.slice(-100)) &&
      !STARTS_BLOCK.test(parts[0].slice(0, 100)) &&
      !STARTS_BLOCK.test(line.slice(0, 100))
    length = broken ? length + line.length : line.length
    if (!broken) joined.push([line])
    else if (/\p{L}-$/u.test(before.slice(-4)) && /^\p{Ll}/u.test(line))
      parts.splice(-1, 1, before.slice(0, -1), line)
    else parts.push(' ', line.trim())
  }
  return joined.map((parts) => parts.join('')).join('\n')
}
