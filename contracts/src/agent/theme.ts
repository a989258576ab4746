/** The agent's colours in the launcher and the chat. */

/** The product's default primary colour; a custom theme replaces it. */
export const defaultPrimary = '#0070f3'

export type Scheme = 'light' | 'dark'
export type Theme = {
  scheme: Scheme
  /** Six-digit hex. */
  primary: string
  /** Text colour on the primary: white if its contrast is at least 4.5 to 1, else black. */
  onPrimary: string
  /** The custom theme's `nineColorPallet` as stored, with the strongest contrast to the page first. */
  palette: unknown[]
}

type Themed = { theme: string; customThemeJSONString: string }

/**
 * Returns the theme of an agent. A custom theme is used only with both `primary` and `nineColorPallet` (specification
 * part 1 §5); an unreadable one falls back to the default.
 */
export function themeOf(agent: Themed): Theme {
  const custom = parseCustomTheme(agent.customThemeJSONString)
  const dark = custom?.themeType ? custom.themeType === 'dark' : agent.theme.includes('dark')
  const primary = custom?.primary ?? defaultPrimary
  return {
    scheme: dark ? 'dark' : 'light',
    primary,
    onPrimary: textOn(primary),
    palette: custom?.palette ?? [],
  }
}

/** Returns white if it is legible (WCAG 2.2 AA, 4.5 to 1), else black, which then is. */
export function textOn(background: string): string {
  return contrast(background, '#ffffff') >= 4.5 ? '#ffffff' : '#000000'
}

/** Returns the WCAG contrast ratio of two six-digit hex colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Returns six hex digits in lower case with a leading hash, which is added if missing; undefined for anything else. */
export function hexColour(value: unknown): string | undefined {
  const match = /^#?([0-9a-f]{6})$/i.exec(String(value).trim())
  return match ? `#${match[1]?.toLowerCase()}` : undefined
}

export function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function parseCustomTheme(json: string) {
  if (!json) return undefined
  try {
    const { primary, nineColorPallet, themeType } = JSON.parse(json) ?? {}
    const hex = hexColour(primary)
    return hex && nineColorPallet?.[0] ? { primary: hex, palette: nineColorPallet, themeType } : undefined
  } catch {
    return undefined
  }
}
