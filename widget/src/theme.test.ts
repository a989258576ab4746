import { describe, expect, it } from 'vitest'
import { hslColour, readableOn } from './frame/theme/palette.ts'
import { contrast, defaultPrimary, hexColour, textOn, themeOf } from './theme.ts'

const pallet = Array.from({ length: 10 }, (_, step) => [210, 100, 95 - step * 10])
const custom = (theme: unknown) =>
  themeOf({ theme: 'blue-light', customThemeJSONString: JSON.stringify(theme) })

describe('themeOf', () => {
  it('supports blue-light and blue-dark', () => {
    expect(themeOf({ theme: 'blue-light', customThemeJSONString: '' })).toMatchObject({
      scheme: 'light',
      primary: defaultPrimary,
    })
    expect(themeOf({ theme: 'blue-dark', customThemeJSONString: '' }).scheme).toBe('dark')
  })

  it('uses a custom theme with primary and palette', () => {
    const theme = custom({ primary: 'FF8800', nineColorPallet: pallet, themeType: 'dark' })
    expect(theme.scheme).toBe('dark')
    expect(theme.primary).toBe('#ff8800')
    expect(theme.palette).toHaveLength(10)
    expect(hslColour(theme.palette[0])).toBe('hsl(210 100% 95%)')
  })

  it('ignores an incomplete or unreadable custom theme', () => {
    expect(custom({ primary: '#ff8800' }).primary).toBe(defaultPrimary)
    expect(custom({ nineColorPallet: pallet }).primary).toBe(defaultPrimary)
    expect(custom({ primary: 'red; } body {', nineColorPallet: pallet }).primary).toBe(defaultPrimary)
    expect(custom({ primary: '#ff8800', nineColorPallet: [] }).primary).toBe(defaultPrimary)
    expect(custom(null).primary).toBe(defaultPrimary)
    expect(themeOf({ theme: 'blue-light', customThemeJSONString: '{' }).primary).toBe(defaultPrimary)
  })
})

describe('hslColour', () => {
  it.each([[[210, 100, 95]], ['210 100% 95%'], ['hsl(210, 100%, 95%)'], [{ h: 210, s: 100, l: 95 }]])(
    'parses %j',
    (triple) => expect(hslColour(triple)).toBe('hsl(210 100% 95%)'),
  )

  it.each(['url(x)', '', null, 5, [1, 2], '1; } body {'])('rejects %j', (triple) => {
    expect(hslColour(triple)).toBe('')
  })
})

describe('text on colours', () => {
  const primaries = ['#0070f3', '#ffde00', '#000000', '#ffffff', '#7f7f7f', '#e11d48', '#22c55e', '#8b5cf6']

  it.each(primaries)('is legible on %s', (primary) => {
    expect(contrast(primary, textOn(primary))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(primaries)('is legible after adjusting %s on both surfaces', (primary) => {
    for (const surface of ['#ffffff', '#161a22']) {
      expect(contrast(readableOn(surface, primary), surface)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('keeps a primary that is already legible', () => {
    expect(readableOn('#ffffff', '#0070f3')).toBe('#0070f3')
  })

  it('parses six hex digits with or without a hash and nothing else', () => {
    expect(hexColour('0070F3')).toBe('#0070f3')
    expect(hexColour(' #0070f3 ')).toBe('#0070f3')
    expect(hexColour('#fff')).toBeUndefined()
    expect(hexColour('#0070f3;')).toBeUndefined()
  })
})
