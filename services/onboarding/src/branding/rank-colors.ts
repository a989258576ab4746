/** Puts the colours of a site in order: what its makers call its colour first, then what carries the brand on the page. */
import { mostBrandColors } from '@parley/contracts/onboarding/company.ts'
import { type Color, distance, hexOf, hslOf, isChromatic, parseColor } from './color.ts'

export type ColorHints = {
  /** `theme-color` of the page and of its manifest. */
  theme: readonly string[]
  tiles: readonly string[]
  /** Fills of a drawing that is an icon or a logo. */
  fills: readonly string[]
  css: ReadonlyMap<string, number>
  /** Of the icon's pixels, with their shares of those that have a hue. */
  picture: readonly { color: Color; share: number }[]
}

const THEME = 22
const TILE = 14
const FILL = 10
const PICTURE = 24
/** Two colours that people would call the same. */
const ALIKE = 36
const PLAIN = 0.35
/** Of the first colour's weight: less is chance, such as a class that no page has. */
const LEAST_SHARE = 0.01

/** Six-digit hex, at most eleven. Black, white and greys are left out unless there is nothing else. */
export function rankColors(hints: ColorHints): string[] {
  const weighed: { color: Color; weight: number }[] = []
  for (const text of hints.theme) add(parseColor(text), THEME)
  for (const text of hints.tiles) add(parseColor(text), TILE)
  for (const text of new Set(hints.fills)) add(parseColor(text), FILL)
  for (const [hex, weight] of hints.css) add(parseColor(hex), weight)
  for (const { color, share } of hints.picture) add(color, PICTURE * share)

  const hues = weighed.filter(({ color }) => isChromatic(color))
  const kept = hues.length > 0 ? hues : weighed.filter(({ color }) => hslOf(color).lightness < 0.6)
  const merged: { color: Color; weight: number }[] = []
  for (const one of kept.sort(byWeight)) {
    const like = merged.find(({ color }) => distance(color, one.color) < ALIKE)
    if (like) like.weight += one.weight * 0.5
    else merged.push({ ...one })
  }
  merged.sort(byWeight)
  const least = (merged[0]?.weight ?? 0) * LEAST_SHARE
  return merged
    .filter(({ weight }) => weight >= least)
    .slice(0, mostBrandColors)
    .map(({ color }) => hexOf(color))

  function add(color: Color | undefined, weight: number): void {
    if (!color || weight <= 0) return
    const { saturation, lightness } = hslOf(color)
    // A tint behind text is no brand's first colour.
    const pale = lightness > 0.86 || saturation < 0.22
    const same = weighed.find(({ color: other }) => distance(other, color) === 0)
    const given = weight * (pale ? PLAIN : 1)
    if (same) same.weight += given
    else weighed.push({ color, weight: given })
  }
}

const byWeight = (one: { weight: number }, other: { weight: number }) => other.weight - one.weight
