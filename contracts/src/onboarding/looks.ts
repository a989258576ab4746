/** The looks of an agent that follow from a brand. Plain functions: the dashboard uses them too. */

type Brand = { primaryColor: string; themeMode: 'light' | 'dark' }

export function looksOf(brand: Brand): { theme: string; customThemeJSONString: string } {
  return {
    theme: `blue-${brand.themeMode}`,
    customThemeJSONString: JSON.stringify(customTheme(brand)),
  }
}

/** Ten steps of the primary colour's hue, as the theme editor makes them (part 1 §3). */
function customTheme({ primaryColor, themeMode }: Brand) {
  const [hue, saturation] = hueOf(primaryColor)
  const steps = [95, 90, 80, 70, 60, 50, 40, 30, 20, 5]
  const ordered = themeMode === 'dark' ? steps.toReversed() : steps
  const primary = primaryColor.toLowerCase()
  return { primary, themeType: themeMode, nineColorPallet: ordered.map((step) => [hue, saturation, step]) }
}

function hueOf(hex: string): [number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  const [red, green, blue] = [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (range === 0) return [0, 0]
  const saturation = range / (1 - Math.abs(2 * most - range - 1))
  const sixth =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return [Math.round(sixth * 60), Math.round(saturation * 100)]
}
