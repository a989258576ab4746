import { describe, expect, it } from 'vitest'
import { fullHex, gradientOf } from './agency-theme.ts'
import { brandTokens, surfaces } from './brand-tokens.ts'
import { leastContrast, mixed } from './palette.ts'

const colours =
  '#000000 #ffffff #ffff00 #ff0000 #00ff00 #0000ff #00ffff #ff00ff #808080 #0070f3 #c2410c #15803d #facc15 #7c3aed #f9a8d4'.split(
    ' ',
  )

describe('the gradient of a brand', () => {
  it('carries legible text on every part of it, and is seen on every surface', () => {
    for (const scheme of ['light', 'dark'] as const)
      for (const primary of colours)
        for (const secondary of ['', ...colours]) {
          const [from, to] = gradientOf(primary, secondary, scheme)
          const { onFill } = brandTokens(primary, scheme)
          for (let share = 0; share <= 1; share += 0.05)
            expect(
              leastContrast(onFill, [mixed(to, from, share)]),
              `${primary} ${secondary}`,
            ).toBeGreaterThan(4.45)
          expect(leastContrast(to, Object.values(surfaces[scheme]))).toBeGreaterThanOrEqual(3)
        }
  })

  it('goes to the second colour where that is legible, and to another hue without one', () => {
    expect(gradientOf('#0070f3', '#7c3aed', 'light')).toEqual(['#0070f3', '#7c3aed'])
    expect(new Set(gradientOf('#0070f3', '', 'light')).size).toBe(2)
  })
})

it('takes colours of three digits', () => {
  expect(['#abc', 'abc', '#aabbcc', 'ab', 'url(x)'].map(fullHex)).toEqual([
    '#aabbcc',
    '#aabbcc',
    '#aabbcc',
    undefined,
    undefined,
  ])
})
