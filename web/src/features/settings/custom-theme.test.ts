import { describe, expect, it } from 'vitest'
import { customThemeOf, hexOf, primaryOf } from './custom-theme.ts'

describe('a custom theme', () => {
  it('has ten steps of the primary hue, lightest first, darkest first in dark mode', () => {
    const light = customThemeOf('#0070f3', 'light').nineColorPallet
    expect(light.map(([, , lightness]) => lightness)).toEqual([95, 90, 80, 70, 60, 50, 40, 30, 20, 5])
    expect(light.every(([hue, saturation]) => hue === 212 && saturation === 100)).toBe(true)
    expect(customThemeOf('#0070f3', 'dark').nineColorPallet).toEqual(light.toReversed())
  })

  it('gives its primary back', () => {
    expect(primaryOf(JSON.stringify(customThemeOf('#ff8800', 'dark')))).toBe('#ff8800')
  })

  it.each([undefined, '', 'nonsense', '{"primary":"red"}', 'null', '[]'])(
    'finds no primary in %j',
    (json) => {
      expect(primaryOf(json)).toBeUndefined()
    },
  )
})

describe('a typed colour', () => {
  it('counts once six hex digits follow the hash, which may be missing', () => {
    expect(hexOf('FF8800')).toBe('#ff8800')
    expect(hexOf(' #ff8800 ')).toBe('#ff8800')
    for (const typed of ['#ff880', '#ff88000', '#fff', 'gg0000', '', 12]) expect(hexOf(typed)).toBeUndefined()
  })
})
