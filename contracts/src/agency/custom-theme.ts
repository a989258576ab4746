/** The custom theme of an agency as it is stored (part 2 §3 and §5). Without zod, for browsers. */
import { defaultPrimary, hexColour } from '../agent/theme.ts'

/** Entries of `nineColorPallet`, ten despite its name. */
const FEWEST_STEPS = 10

/** The primary colour and the scheme in which pages open. JSON without a primary colour and ten steps is ignored. */
export function customThemeIn(json: string): { primary: string; scheme: 'light' | 'dark' } | undefined {
  try {
    const { primary, nineColorPallet, themeType } = Object(JSON.parse(json || 'null'))
    const hex = hexColour(primary)
    if (!hex || !Array.isArray(nineColorPallet) || nineColorPallet.length < FEWEST_STEPS) return undefined
    return { primary: hex, scheme: themeType === 'dark' ? 'dark' : 'light' }
  } catch {
    return undefined
  }
}

/** The primary colour of an agency, six-digit hex. */
export function primaryOf({ customThemeJSONString }: { customThemeJSONString: string }): string {
  return customThemeIn(customThemeJSONString)?.primary ?? defaultPrimary
}
