/**
 * The colours that follow from a brand's primary, for each scheme: each has the contrast that its use needs against the
 * surfaces it stands on, whatever the primary is. Screens use these and never a step of the palette.
 */
import { hexOf, hslOf, leastContrast, mixed, readableContrast, shadeFor, textOn } from './palette.ts'

export type Scheme = 'light' | 'dark'

/** WCAG 2.2 AA for the parts of controls, for indicators and graphics. */
export const visibleContrast = 3

/** What colours stand on: the body of cards and dialogs, the page behind them, and what is raised or let in. */
export const surfaces = {
  light: { body: '#ffffff', canvas: '#f6f8fb', raised: '#eef1f6' },
  dark: { body: '#121826', canvas: '#0b0f17', raised: '#1a2130' },
} as const

/** Fields and their borders, which are seen on every surface. */
export const fields = {
  light: { fill: '#ffffff', border: '#7f8b9f' },
  dark: { fill: '#0e1420', border: '#6f7d96' },
} as const

/** Secondary text, which stands on tints too. */
export const secondaryText = { light: '#5f6b7f', dark: '#9ba7bb' } as const

/** What tints stand on. In the light scheme, what is raised is white. */
const UNDER_TINTS = {
  light: [surfaces.light.body, surfaces.light.canvas],
  dark: Object.values(surfaces.dark),
} as const

/** The most of a colour that is in the tint behind text, and in that of a part that is pointed at. */
const MOST_TINT = { light: { rest: 0.12, hover: 0.18 }, dark: { rest: 0.18, hover: 0.24 } } as const

export type BrandTokens = {
  /** Of filled buttons and switches, bars and dots; also for indicators, focus rings and borders of what is selected. */
  fill: string
  fillHover: string
  onFill: string
  text: string
  /** For parts of a chart that stand beside each other; the first is the brand's own. */
  charts: readonly string[]
}

/** Hues besides the brand's, in degrees: far from it first. */
const CHART_TURNS = [0, 200, 270, 40, 90, 150]
/** A chart in the colours of a gray brand still needs hues. */
const LEAST_SATURATION = 45
/** Beside each other, purer colours glare. */
const MOST_SATURATION = 68
/** Of a gray, the hue is of no meaning. */
const GRAY_BELOW = 15
/** A gray that is seen barely looks disabled. */
const CONTRAST_OF_GRAY = 7
const CHART_HUE_OF_GRAY = 212

export function brandTokens(primary: string, scheme: Scheme): BrandTokens {
  const grounds = Object.values(surfaces[scheme])
  const { hue, saturation, lightness } = hslOf(primary)
  const isGray = saturation < GRAY_BELOW
  const isSeen = leastContrast(primary, grounds) >= visibleContrast
  const fill = shadeFor(primary, grounds, isGray && !isSeen ? CONTRAST_OF_GRAY : visibleContrast)
  return {
    fill,
    fillHover: hoverOf(fill),
    onFill: textOn(fill),
    text: shadeFor(
      primary,
      [...grounds, ...tintsOf(fill, scheme)],
      isGray ? CONTRAST_OF_GRAY : readableContrast,
    ),
    charts: CHART_TURNS.map((turn) =>
      turn === 0
        ? fill
        : shadeFor(
            hexOf(
              ((isGray ? CHART_HUE_OF_GRAY : hue) + turn) % 360,
              Math.min(MOST_SATURATION, Math.max(LEAST_SATURATION, saturation)),
              isGray ? 45 : Math.min(60, Math.max(35, lightness)),
            ),
            grounds,
            visibleContrast,
          ),
    ),
  }
}

/** How much of a colour may be in a tint, such that secondary text is legible on it. */
export function tintShares(colour: string, scheme: Scheme): { rest: number; hover: number } {
  const { rest, hover } = MOST_TINT[scheme]
  return { rest: shareUpTo(rest, colour, scheme), hover: shareUpTo(hover, colour, scheme) }
}

function shareUpTo(most: number, colour: string, scheme: Scheme): number {
  const isFit = (share: number) =>
    leastContrast(secondaryText[scheme], overSurfaces(colour, share, scheme)) >= readableContrast
  let percent = Math.round(most * 100)
  while (percent > 1 && !isFit(percent / 100)) percent--
  return percent / 100
}

/** What the tints of a colour look like, at rest and pointed at. */
export function tintsOf(colour: string, scheme: Scheme): string[] {
  const { rest, hover } = tintShares(colour, scheme)
  return [...overSurfaces(colour, rest, scheme), ...overSurfaces(colour, hover, scheme)]
}

function overSurfaces(colour: string, share: number, scheme: Scheme): string[] {
  return UNDER_TINTS[scheme].map((ground) => mixed(colour, ground, share))
}

/** A little away from the text on it, so that the text stays as legible. */
function hoverOf(fill: string): string {
  return mixed(textOn(fill) === '#ffffff' ? '#000000' : '#ffffff', fill, 0.1)
}

/** The hues of states, and where they move if the brand comes near. */
const TONE_HUES = { warning: [46, 22, 62], success: [168, 130, 190] } as const
/** Hues nearer to each other than this, in degrees, are taken for one. */
const APART = 25

export type Tone = { tint: string; text: string }

/** The colours of a state that is neither the brand nor an error, in a hue that isn't the brand's. */
export function toneOf(state: keyof typeof TONE_HUES, primary: string, scheme: Scheme): Tone {
  const { hue, saturation } = hslOf(primary)
  const [usual, ...others] = TONE_HUES[state]
  const distance = (one: number) => Math.min(Math.abs(one - hue), 360 - Math.abs(one - hue))
  const isFree = saturation < GRAY_BELOW || distance(usual) >= APART
  const chosen = isFree ? usual : [...others].sort((a, b) => distance(b) - distance(a))[0]!
  const tint = hexOf(chosen, 90, 45)
  const grounds = Object.values(surfaces[scheme])
  return { tint, text: shadeFor(tint, [...grounds, ...tintsOf(tint, scheme)], readableContrast) }
}
