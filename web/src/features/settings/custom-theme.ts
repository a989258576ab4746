/** The agent's own colours, as `customThemeJSONString` holds them (part 1 §3). */
import { hslOf } from '../../design/palette.ts'

export type ThemeType = 'light' | 'dark'
export type CustomTheme = {
  primary: string
  themeType: ThemeType
  /** Hue, saturation and lightness of each of the ten steps. */
  nineColorPallet: [hue: number, saturation: number, lightness: number][]
}

/** Lightness 100 down to 10 in tens, the top step shown as 95 and the lowest as 5; reversed in dark mode. */
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

/** The primary colour that an agent's custom theme names, if it names one. */
export function primaryOf(customThemeJSONString: string | undefined): string | undefined {
  try {
    const theme: unknown = JSON.parse(customThemeJSONString || 'null')
    return theme && typeof theme === 'object' && 'primary' in theme ? hexOf(theme.primary) : undefined
  } catch {
    return undefined
  }
}

/** Exactly six hex digits after the hash; a missing hash is added. Anything else gives nothing (part 1 §5). */
export function hexOf(typed: unknown): string | undefined {
  const digits = typeof typed === 'string' ? /^#?([0-9a-f]{6})$/i.exec(typed.trim())?.[1] : undefined
  return digits ? `#${digits.toLowerCase()}` : undefined
}
