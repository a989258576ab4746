/** The agent's own colours, as stored in `customThemeJSONString` (part 1 §3). */
import { hexOf as hexOfHsl, hslOf } from './palette.ts'

export type ThemeType = 'light' | 'dark'
export type CustomTheme = {
  primary: string
  themeType: ThemeType
  /** One entry per step; ten steps despite the name. */
  nineColorPallet: Step[]
}
export type Step = [hue: number, saturation: number, lightness: number]

/** Lightness 100 down to 10 in tens, with 95 instead of 100 and 5 instead of 10; reversed in dark mode. */
const lightness = [95, 90, 80, 70, 60, 50, 40, 30, 20, 5]

export function customThemeOf(primary: string, themeType: ThemeType): CustomTheme {
  const { hue, saturation } = hslOf(primary)
  const steps = themeType === 'dark' ? lightness.toReversed() : lightness
  return {
    primary,
    themeType,
    nineColorPallet: steps.map((step) => [Math.round(hue), Math.round(saturation), step]),
  }
}

/** The primary colour of a custom theme, or undefined. */
export const primaryOf = (customThemeJSONString: string | undefined) =>
  hexOf(read(customThemeJSONString).primary)

/** The palette of a custom theme, or undefined if it is incomplete. */
export function paletteIn(customThemeJSONString: string | undefined): Step[] | undefined {
  const { nineColorPallet } = read(customThemeJSONString)
  const steps = Array.isArray(nineColorPallet) ? nineColorPallet.filter(isStep) : []
  return steps.length === lightness.length ? steps : undefined
}

export const stepToHex = ([hue, saturation, light]: Step) => hexOfHsl(hue, saturation, light)

export function stepOf(hex: string): Step {
  const { hue, saturation, lightness: light } = hslOf(hex)
  return [hue, saturation, light].map((part) => Math.round(part * 10) / 10) as Step
}

function read(json: string | undefined): { primary?: unknown; nineColorPallet?: unknown } {
  try {
    return Object(JSON.parse(json || 'null'))
  } catch {
    return {}
  }
}

const isStep = (step: unknown): step is Step =>
  Array.isArray(step) && step.length === 3 && step.every((part) => Number.isFinite(part))

/** Returns the colour if it has exactly six hex digits, with or without a hash; otherwise undefined (part 1 §5). */
export function hexOf(typed: unknown): string | undefined {
  const digits = typeof typed === 'string' ? /^#?([0-9a-f]{6})$/i.exec(typed.trim())?.[1] : undefined
  return digits ? `#${digits.toLowerCase()}` : undefined
}
