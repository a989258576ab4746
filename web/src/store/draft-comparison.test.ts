import { ignoredInComparison } from '@parley/contracts/agent/document.ts'
import { describe, expect, it } from 'vitest'
import { changedFields, draftOf, ignoredFields, same } from './draft-comparison.ts'

const server = {
  ID: 'a1',
  title: 'Shop',
  lastModified: 1,
  ownerID: 'w1',
  ui: { widgetType: 'popup' as const, enableFixedFeedbackBtns: true },
  vg_initMessages: ['Hello'],
}

describe('changedFields', () => {
  it('finds nothing where nothing was edited', () => {
    expect(changedFields(server, draftOf(server, undefined))).toEqual([])
    expect(changedFields(server, draftOf(server, { title: 'Shop' }))).toEqual([])
  })

  it('names every edited field, nested ones by their whole', () => {
    const draft = draftOf(server, { title: 'Store', ui: { ...server.ui, widgetType: 'modal' } })
    expect(changedFields(server, draft)).toEqual(['title', 'ui'])
  })

  it('ignores what the specification ignores', () => {
    expect(ignoredFields).toEqual([...ignoredInComparison])
    expect(changedFields(server, { ...server, lastModified: 99, ownerID: 'w2' })).toEqual([])
  })

  it('sees an edit that was taken back as no edit', () => {
    expect(changedFields(server, draftOf(server, { vg_initMessages: ['Hello'] }))).toEqual([])
    expect(changedFields(server, draftOf(server, { vg_initMessages: ['Hello', ''] }))).toEqual([
      'vg_initMessages',
    ])
  })
})

describe('same', () => {
  it('takes absent and undefined as equal and the order of keys as nothing', () => {
    expect(same({ a: 1, b: undefined }, { a: 1 })).toBe(true)
    expect(same({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 })).toBe(true)
  })

  it('tells lists from objects and order from order', () => {
    expect(same([], {})).toBe(false)
    expect(same([1, 2], [2, 1])).toBe(false)
    expect(same(null, {})).toBe(false)
  })
})
