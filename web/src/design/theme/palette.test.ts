import { describe, expect, it } from 'vitest'
import {
  contrast,
  hslOf,
  mixed,
  paletteOf,
  primaryStep,
  readableContrast,
  shadeFor,
  textOn,
} from './palette.ts'

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

  it.each(primaries)('has legible text on a button filled with %s', (primary) => {
    expect(contrast(textOn(primary), primary)).toBeGreaterThanOrEqual(readableContrast)
  })
})

describe('a shade of a colour', () => {
  it('is the colour itself where that has the contrast', () => {
    expect(shadeFor('#e5484d', ['#111827'], 3)).toBe('#e5484d')
  })

  it('of yellow is amber where it has to be dark', () => {
    const { hue } = hslOf(shadeFor('#f5d90a', ['#ffffff'], 3))
    expect(hue).toBeGreaterThan(36)
    expect(hue).toBeLessThan(45)
  })

  it('is darker on light backgrounds and lighter on dark ones, in the same hue', () => {
    const [onLight, onDark] = [shadeFor('#30d158', ['#ffffff'], 4.5), shadeFor('#0b3d91', ['#111827'], 4.5)]
    expect(contrast(onLight, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(onDark, '#111827')).toBeGreaterThanOrEqual(4.5)
    expect(Math.abs(hslOf(onLight).hue - hslOf('#30d158').hue)).toBeLessThan(2)
    expect(Math.abs(hslOf(onDark).hue - hslOf('#0b3d91').hue)).toBeLessThan(2)
  })
})

describe('colours over each other', () => {
  it('are mixed by share', () => {
    expect(mixed('#000000', '#ffffff', 0.5)).toBe('#808080')
    expect(mixed('#ff0000', '#0000ff', 1)).toBe('#ff0000')
  })
})

describe('contrast', () => {
  it('is 21 for black on white and 1 for equal colours', () => {
    expect(contrast('#000', '#fff')).toBeCloseTo(21, 5)
    expect(contrast('#0070f3', '#0070f3')).toBe(1)
  })
})
