import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  brandTokens,
  fields,
  type Scheme,
  secondaryText,
  surfaces,
  tintsOf,
  toneOf,
  visibleContrast,
} from './brand-tokens.ts'
import { hslOf, leastContrast, readableContrast } from './palette.ts'

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)
const edges = ['#000000', '#111111', '#ffffff', '#f5d90a', '#ffff00', '#e5484d', '#808080', '#0070f3']
const brand = fc.oneof({ weight: 9, arbitrary: anyColour }, fc.constantFrom(...edges))
const schemes: Scheme[] = ['light', 'dark']

describe.each(schemes)('the tokens of any brand in the %s scheme', (scheme) => {
  const grounds = Object.values(surfaces[scheme])

  it('are seen and read on every surface', () => {
    fc.assert(
      fc.property(brand, (primary) => {
        const { fill, fillHover, onFill, text, charts } = brandTokens(primary, scheme)
        for (const colour of [fill, ...charts])
          expect(leastContrast(colour, grounds), `${colour} of ${primary}`).toBeGreaterThanOrEqual(
            visibleContrast,
          )
        expect(leastContrast(text, grounds)).toBeGreaterThanOrEqual(readableContrast)
        expect(leastContrast(text, tintsOf(fill, scheme))).toBeGreaterThanOrEqual(readableContrast)
        expect(leastContrast(onFill, [fill, fillHover])).toBeGreaterThanOrEqual(readableContrast)
        expect(leastContrast(secondaryText[scheme], tintsOf(fill, scheme))).toBeGreaterThanOrEqual(
          readableContrast,
        )
      }),
      { numRuns: 5_000 },
    )
  })

  it('leave the states apart from the brand, and legible', () => {
    fc.assert(
      fc.property(brand, (primary) => {
        const { hue, saturation } = hslOf(primary)
        for (const state of ['warning', 'success'] as const) {
          const { tint, text } = toneOf(state, primary, scheme)
          expect(leastContrast(text, [...grounds, ...tintsOf(tint, scheme)])).toBeGreaterThanOrEqual(
            readableContrast,
          )
          const between = Math.abs(hslOf(tint).hue - hue)
          if (saturation >= 15) expect(Math.min(between, 360 - between)).toBeGreaterThanOrEqual(15)
        }
      }),
      { numRuns: 5_000 },
    )
  })
})

it.each(schemes)('the borders of fields are seen in the %s scheme, also on the field itself', (scheme) => {
  const { fill, border } = fields[scheme]
  expect(leastContrast(border, [fill, ...Object.values(surfaces[scheme])])).toBeGreaterThanOrEqual(3)
})

it('a brand that is seen everywhere is not changed', () => {
  for (const scheme of schemes) expect(brandTokens('#0070f3', scheme).fill).toBe('#0070f3')
})
