import { describe, expect, it } from 'vitest'
import { contrast, paletteOf, primaryStep, readableContrast, readableStep, textOn } from './palette.ts'

const primaries = ['#0070f3', '#ffd400', '#e5484d', '#111111', '#ffffff', '#7c3aed', '#0f0']

describe('a palette derived from one primary colour', () => {
  it('contains the primary at its step', () => {
    expect(paletteOf('#0070F3')[primaryStep]).toBe('#0070f3')
    expect(paletteOf('#0f0')[primaryStep]).toBe('#00ff00')
  })

  it('has ten valid steps, none lighter than the one before', () => {
    for (const primary of primaries.filter((colour) => colour !== '#ffffff')) {
      const steps = paletteOf(primary)
      expect(steps).toHaveLength(10)
      for (const [index, step] of steps.entries()) {
        expect(step).toMatch(/^#[0-9a-f]{6}$/)
        const former = steps[index - 1]
        if (former)
          expect(contrast(step, '#ffffff')).toBeGreaterThanOrEqual(contrast(former, '#ffffff') - 0.01)
      }
    }
  })

  it.each(primaries)('has text shades of %s that are legible on light and dark surfaces', (primary) => {
    for (const surface of ['#ffffff', '#f6f8fb', '#111827']) {
      expect(contrast(readableStep(paletteOf(primary), surface), surface)).toBeGreaterThanOrEqual(
        readableContrast,
      )
    }
  })

  it('keeps the hue of the primary if one of its steps is legible', () => {
    const red = paletteOf('#e5484d')
    expect(readableStep(red, '#ffffff')).toBe(red[7])
    expect(readableStep(red, '#111827')).toBe(red[6])
  })

  it.each(primaries)('has legible text on a button filled with %s', (primary) => {
    expect(contrast(textOn(primary), primary)).toBeGreaterThanOrEqual(readableContrast)
  })
})

describe('contrast', () => {
  it('is 21 for black on white and 1 for equal colours', () => {
    expect(contrast('#000', '#fff')).toBeCloseTo(21, 5)
    expect(contrast('#0070f3', '#0070f3')).toBe(1)
  })
})
