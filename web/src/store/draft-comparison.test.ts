import { same } from '@parley/contracts/same.ts'
import { describe, expect, it } from 'vitest'
import { changedFields, draftOf } from './draft-comparison.ts'

const server = {
  ID: 'a1',
  title: 'Shop',
  lastModified: 1,
  ownerID: 'w1',
  ui: { widgetType: 'popup' as const, enableFixedFeedbackBtns: true },
  vg_initMessages: ['Hello'],
}

describe('changedFields', () => {
  it('returns nothing if nothing was edited', () => {
    expect(changedFields(server, draftOf(server, undefined))).toEqual([])
    expect(changedFields(server, draftOf(server, { title: 'Shop' }))).toEqual([])
  })

  it('returns each edited field, also for nested edits', () => {
    const draft = draftOf(server, { title: 'Store', ui: { ...server.ui, widgetType: 'modal' } })
    expect(changedFields(server, draft)).toEqual(['title', 'ui'])
  })

  it('ignores the fields that the specification excludes', () => {
    expect(changedFields(server, { ...server, lastModified: 99, ownerID: 'w2' })).toEqual([])
  })

  it('does not count a reverted edit', () => {
    expect(changedFields(server, draftOf(server, { vg_initMessages: ['Hello'] }))).toEqual([])
    expect(changedFields(server, draftOf(server, { vg_initMessages: ['Hello', ''] }))).toEqual([
      'vg_initMessages',
    ])
  })
})

describe('same', () => {
  it('treats absent and undefined as equal and ignores the order of keys', () => {
    expect(same({ a: 1, b: undefined }, { a: 1 })).toBe(true)
    expect(same({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 })).toBe(true)
  })

  it('distinguishes lists from objects and respects the order of lists', () => {
    expect(same([], {})).toBe(false)
    expect(same([1, 2], [2, 1])).toBe(false)
    expect(same(null, {})).toBe(false)
  })
})
