/** Ten shades of one colour, from light to dark. */
export type Palette = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]

/** Index of the given colour among the ten steps. */
export const primaryStep = 6

/** WCAG 2.2 AA for body text. */
export const readableContrast = 4.5

/**
 * Derives the palette. Lightness runs from 97 percent down to that of the colour at step 6, and to half of that at step
 * 9.
 */
export function paletteOf(hex: string): Palette {
  const { hue, saturation, lightness } = hslOf(hex)
  const step = (index: number) => {
    if (index === primaryStep) return normalised(hex)
    const towards = index < primaryStep ? 97 : lightness * 0.5
    const share = index < primaryStep ? 1 - index / primaryStep : (index - primaryStep) / 3
    return hexOf(hue, saturation, lightness + (towards - lightness) * share)
  }
  return [step(0), step(1), step(2), step(3), step(4), step(5), step(6), step(7), step(8), step(9)]
}

/**
 * Returns the shade of a colour, as near to it as possible, that has at least this contrast to every background: darker
 * on light backgrounds, lighter on dark ones, with the same hue and saturation; only yellow darkens towards amber, since
 * dark yellow looks dirty.
 */
export function shadeFor(colour: string, backgrounds: readonly string[], least: number): string {
  const isFit = (shade: string) => leastContrast(shade, backgrounds) >= least
  if (isFit(colour)) return colour
  const { hue, saturation, lightness } = hslOf(colour)
  const [first = '#ffffff'] = backgrounds
  const towards = luminance(first) > 0.4 ? -1 : 1
  for (let light = lightness + towards; light > 0 && light < 100; light += towards) {
    const shade = hexOf(towards < 0 ? darkenedHue(hue, lightness - light) : hue, saturation, light)
    if (isFit(shade)) return shade
  }
  return towards < 0 ? '#000000' : '#ffffff'
}

/** `by`: points of lightness. */
function darkenedHue(hue: number, by: number): number {
  const isYellow = hue > AMBER && hue < 75
  return isYellow ? hue - (hue - AMBER) * Math.min(1, by / 20) : hue
}

/** Degrees. */
const AMBER = 38

/** The least contrast of a colour to any of the others. */
export function leastContrast(colour: string, others: readonly string[]): number {
  return Math.min(...others.map((other) => contrast(colour, other)))
}

/** One opaque colour over another. `share`: from 0 to 1. */
export function mixed(over: string, under: string, share: number): string {
  const [above, below] = [channels(over), channels(under)]
  const digits = above.map((channel, nth) =>
    Math.round(channel * share + (below[nth] ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

/** White if it is legible on the colour, else black or white, whichever has more contrast. */
export function textOn(colour: string): string {
  return contrast('#ffffff', colour) >= readableContrast ||
    contrast('#ffffff', colour) >= contrast('#000000', colour)
    ? '#ffffff'
    : '#000000'
}

/** Contrast ratio of two colours by WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function normalised(hex: string): string {
  const digits = hex.replace('#', '').toLowerCase()
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}

function channels(hex: string): [number, number, number] {
  const digits = normalised(hex).slice(1)
  const at = (start: number) => Number.parseInt(digits.slice(start, start + 2), 16)
  return [at(0), at(2), at(4)]
}

export function hslOf(hex: string): { hue: number; saturation: number; lightness: number } {
  const [red, green, blue] = channels(hex).map((value) => value / 255) as [number, number, number]
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  const lightness = (most + least) / 2
  const range = most - least
  if (range === 0) return { hue: 0, saturation: 0, lightness: lightness * 100 }
  const saturation = range / (1 - Math.abs(2 * lightness - 1))
  const sixth =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return { hue: sixth * 60, saturation: saturation * 100, lightness: lightness * 100 }
}

export function hexOf(hue: number, saturation: number, lightness: number): string {
  const light = lightness / 100
  const spread = (saturation / 100) * Math.min(light, 1 - light)
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12
    const value = light - spread * Math.max(-1, Math.min(position - 3, 9 - position, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
