import { describe, expect, it } from 'vitest'
import { surfaces, tintsOf, visibleContrast } from '../../design/theme/brand-tokens.ts'
import { hslOf, leastContrast } from '../../design/theme/palette.ts'
import { familyColours, familyOf, type NodeFamily } from './node-family.ts'

const families: NodeFamily[] = ['flow', 'says', 'asks', 'decides', 'answers', 'calls', 'people']

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  it.each(families)('%s is visible on every surface and on its tint', (family) => {
    const { colour, base } = familyColours(family, scheme)
    const grounds = [...Object.values(surfaces[scheme]), ...tintsOf(base, scheme)]
    expect(leastContrast(colour, grounds)).toBeGreaterThanOrEqual(visibleContrast)
  })

  it('has hues that differ from each other and from the red of errors', () => {
    const hues = families.slice(1).map((family) => hslOf(familyColours(family, scheme).colour).hue)
    const all = [...hues, 358]
    for (const [nth, one] of all.entries())
      for (const other of all.slice(nth + 1)) {
        const apart = Math.min(Math.abs(one - other), 360 - Math.abs(one - other))
        expect(apart).toBeGreaterThanOrEqual(25)
      }
  })
})

it('puts what asks the visitor in one family', () => {
  expect((['question', 'buttons', 'form', 'read-back'] as const).map(familyOf)).toEqual(Array(4).fill('asks'))
})
