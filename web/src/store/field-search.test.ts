import { describe, expect, it } from 'vitest'
import { agentFieldNames, fieldText } from './agent-fields.ts'
import { searchFields } from './field-search.ts'

const first = (query: string) => searchFields(query)[0]

describe('searching settings', () => {
  it('finds every setting by its whole name, surely enough to open it', () => {
    for (const field of agentFieldNames) {
      const { name, place } = fieldText(field)
      if (place) expect(first(name)).toMatchObject({ field, score: 1 })
    }
  })

  it.each([
    ['languag', 'lang'],
    ['gdpr', 'retentionDays'],
    ['color', 'customThemeJSONString'],
    ['sheet', 'ADVANCED_customCSS'],
    ['handoff subtitle', 'UIhandoffSubtitle'],
    ['debounce', 'delayBeforeSubmit'],
    ['ADVANCED_customCSS', 'ADVANCED_customCSS'],
  ])('finds %s', (query, field) => {
    expect(first(query)?.field).toBe(field)
  })

  it('gives at most five, best first, each above 0.3', () => {
    const scores = searchFields('handoff').map(({ score }) => score)
    expect(scores).toHaveLength(5)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    expect(Math.min(...scores)).toBeGreaterThan(0.3)
  })

  it('finds nothing for nothing, for other words, or where the agent has no settings', () => {
    expect(searchFields(' ?')).toEqual([])
    expect(searchFields('zebra crossing')).toEqual([])
    expect(searchFields('temperature', ['core', 'ui'])).toEqual([])
  })
})
