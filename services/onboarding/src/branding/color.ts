/** Colours as three channels from 0 to 255, and how they are told apart. */

export type Color = readonly [red: number, green: number, blue: number]

const named: Record<string, Color> = {
  black: [0, 0, 0],
  white: [255, 255, 255],
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  navy: [0, 0, 128],
  teal: [0, 128, 128],
  purple: [128, 0, 128],
  orange: [255, 165, 0],
  gold: [255, 215, 0],
  crimson: [220, 20, 60],
  tomato: [255, 99, 71],
  indigo: [75, 0, 130],
  maroon: [128, 0, 0],
  olive: [128, 128, 0],
  coral: [255, 127, 80],
  salmon: [250, 128, 114],
  steelblue: [70, 130, 180],
  royalblue: [65, 105, 225],
  dodgerblue: [30, 144, 255],
  rebeccapurple: [102, 51, 153],
  darkred: [139, 0, 0],
  darkgreen: [0, 100, 0],
  darkblue: [0, 0, 139],
  seagreen: [46, 139, 87],
  forestgreen: [34, 139, 34],
  hotpink: [255, 105, 180],
  deeppink: [255, 20, 147],
}

/** Reads a colour as CSS writes it; undefined for what is none, or is mostly transparent. */
export function parseColor(text: string): Color | undefined {
  const written = text.trim().toLowerCase()
  if (written.startsWith('#')) return ofHex(written.slice(1))
  const called = /^(rgba?|hsla?|oklch)\(([^()]{1,100})\)$/.exec(written)
  if (!called) return Object.hasOwn(named, written) ? named[written] : undefined
  const [, space = '', inside = ''] = called
  const parts = inside.split(/[\s,/]+/).filter((part) => part !== '')
  if (parts[3] !== undefined && share(parts[3]) < 0.6) return undefined
  const [a = '', b = '', c = ''] = parts
  if (space === 'oklch') return ofOklch(share(a), number(b) * (b.endsWith('%') ? 0.004 : 1), number(c))
  if (space.startsWith('hsl')) return ofHsl(degrees(a), number(b) / 100, number(c) / 100)
  return clamped([a, b, c].map((part) => (part.endsWith('%') ? number(part) * 2.55 : number(part))))
}

export function hexOf(color: Color): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

export function hslOf([r, g, b]: Color): { hue: number; saturation: number; lightness: number } {
  const [red, green, blue] = [r / 255, g / 255, b / 255]
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  const lightness = most - range / 2
  if (range === 0) return { hue: 0, saturation: 0, lightness }
  const saturation = range / (1 - Math.abs(2 * lightness - 1))
  const sixth =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return { hue: sixth * 60, saturation, lightness }
}

/** Whether a colour has a hue that people would name: no black, white or grey. */
export function isChromatic(color: Color): boolean {
  const chroma = Math.max(...color) - Math.min(...color)
  const { saturation, lightness } = hslOf(color)
  return chroma >= 28 && saturation >= 0.15 && lightness > 0.07 && lightness < 0.93
}

/** WCAG's relative luminance, from 0 to 1. */
export function luminanceOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function distance(one: Color, other: Color): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
}

function ofHex(digits: string): Color | undefined {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return undefined
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits
  const at = (start: number) => Number.parseInt(long.slice(start, start + 2), 16)
  return long.length === 8 && at(6) < 153 ? undefined : [at(0), at(2), at(4)]
}

function ofHsl(hue: number, saturation: number, lightness: number): Color | undefined {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const position = (((offset + hue / 30) % 12) + 12) % 12
    return (lightness - spread * Math.max(-1, Math.min(position - 3, 9 - position, 1))) * 255
  }
  return clamped([channel(0), channel(8), channel(4)])
}

/** By the definition of Oklab (CSS Color 4). */
function ofOklch(lightness: number, chroma: number, hue: number): Color | undefined {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return clamped(
    linear.map((part) => 255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)),
  )
}

function clamped(channels: number[]): Color | undefined {
  if (channels.length !== 3 || channels.some((channel) => !Number.isFinite(channel))) return undefined
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    Math.round(Math.min(255, Math.max(0, channel))),
  )
  return [red, green, blue]
}

const number = (text: string) => (text === 'none' ? 0 : Number.parseFloat(text))
const share = (text: string) => (text.endsWith('%') ? number(text) / 100 : number(text))
const degrees = (text: string) => number(text) * (text.endsWith('turn') ? 360 : 1)
