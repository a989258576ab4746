import { channels, contrast, type Theme, textOn } from '../../theme.ts'

const surfaces = { light: '#ffffff', dark: '#161a22' } as const

/**
 * The chat's colours as CSS custom properties. `--accent` is the primary mixed with the text colour until it is legible
 * on the surface (4.5 to 1), so links and focus rings work with any brand colour in both schemes.
 */
export function customProperties(theme: Theme): Record<string, string> {
  const surface = surfaces[theme.scheme]
  const accent = readableOn(surface, theme.primary)
  const steps = [...theme.palette].map((triple, step) => [`--palette-${step}`, hslColour(triple)])
  return {
    '--surface': surface,
    '--primary': theme.primary,
    '--on-primary': theme.onPrimary,
    '--accent': accent,
    '--on-accent': textOn(accent),
    ...Object.fromEntries(steps),
  }
}

/** Converts `[h, s, l]`, `{h, s, l}` or `h s% l%` to a CSS colour; returns '' for anything else. */
export function hslColour(step: unknown): string {
  const parts = typeof step === 'string' ? step.match(/-?[\d.]+/g) : Object.values(step ?? {})
  const [hue, saturation, lightness] = (parts ?? []).map(Number)
  return [hue, saturation, lightness].every(Number.isFinite) ? `hsl(${hue} ${saturation}% ${lightness}%)` : ''
}

/** Mixes `colour` with black or white, in steps of a twentieth, until it reaches 4.5 to 1 on `surface`. */
export function readableOn(surface: string, colour: string): string {
  const target = textOn(surface) === '#ffffff' ? '#ffffff' : '#000000'
  for (let step = 0; step < 20; step++) {
    const mixed = mix(colour, target, step / 20)
    if (contrast(mixed, surface) >= 4.5) return mixed
  }
  return target
}

function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)]
  const mixed = a.map((channel, index) => Math.round(channel + ((b[index] ?? 0) - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
