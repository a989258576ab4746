import { describe, expect, it } from 'vitest'
import { customThemeOf, hexOf, paletteIn, primaryOf, stepOf, stepToHex } from './custom-theme.ts'

describe('a custom theme', () => {
  it('has ten steps of the primary hue, lightest first, or darkest first in dark mode', () => {
    const light = customThemeOf('#0070f3', 'light').nineColorPallet
    expect(light.map(([, , lightness]) => lightness)).toEqual([95, 90, 80, 70, 60, 50, 40, 30, 20, 5])
    expect(light.every(([hue, saturation]) => hue === 212 && saturation === 100)).toBe(true)
    expect(customThemeOf('#0070f3', 'dark').nineColorPallet).toEqual(light.toReversed())
  })

  it('returns its primary', () => {
    expect(primaryOf(JSON.stringify(customThemeOf('#ff8800', 'dark')))).toBe('#ff8800')
  })

  it.each([undefined, '', 'nonsense', '{"primary":"red"}', 'null', '[]'])('has no primary for %j', (json) => {
    expect(primaryOf(json)).toBeUndefined()
  })
})

describe('a palette', () => {
  it('is returned only if it is complete', () => {
    const theme = customThemeOf('#ff8800', 'light')
    expect(paletteIn(JSON.stringify(theme))).toEqual(theme.nineColorPallet)
    for (const palette of [undefined, 'x', [], theme.nineColorPallet.slice(1), [...Array(10)].fill([1, 2])])
      expect(paletteIn(JSON.stringify({ ...theme, nineColorPallet: palette }))).toBeUndefined()
  })

  it.each(['#0070f3', '#ffffff', '#000000', '#be123c', '#808080'])(
    'keeps %s when converted to a step and back',
    (hex) => {
      expect(stepToHex(stepOf(hex))).toBe(hex)
    },
  )
})

describe('a typed colour', () => {
  it('is valid with exactly six hex digits, with or without a hash', () => {
    expect(hexOf('FF8800')).toBe('#ff8800')
    expect(hexOf(' #ff8800 ')).toBe('#ff8800')
    for (const typed of ['#ff880', '#ff88000', '#fff', 'gg0000', '', 12]) expect(hexOf(typed)).toBeUndefined()
  })
})
