import { describe, expect, it } from 'vitest'
import { heldOut, type MeantQuery, tuned } from './nav-find.queries.ts'
import { type Found, findInNav } from './nav-find.ts'

const find = (query: string) => findInNav(query, { enableNodes: true }, () => true)

/** The last word of a screen's address. */
const idOf = (found: Found) =>
  'field' in found
    ? found.field
    : `screen ${found.name === 'Canvas' ? 'canvas' : found.screen.to.slice(found.screen.to.lastIndexOf('/') + 1)}`

const rankOf = ([query, ...meant]: MeantQuery) =>
  find(query).findIndex((found) => meant.includes(idOf(found)))

function rates(set: readonly MeantQuery[]) {
  const ranks = set.map(rankOf)
  return { first: ranks.filter((rank) => rank === 0).length, found: ranks.filter((rank) => rank >= 0).length }
}

describe('what people type', () => {
  it.each([
    ['tuned', tuned, 22, 29],
    ['held out', heldOut, 22, 26],
  ])('is mostly found, and mostly first, of the queries that are %s', (_, set, first, found) => {
    const rate = rates(set)
    expect(set).toHaveLength(30)
    expect(rate.first).toBeGreaterThanOrEqual(first)
    expect(rate.found).toBeGreaterThanOrEqual(found)
  })
})

describe('the search of the navigation', () => {
  it('finds every screen by its name, surely enough to open it', () => {
    for (const name of ['Overview', 'Canvas', 'Knowledge Base', 'Conversations', 'Leads', 'Audit', 'Account'])
      expect(find(name)[0]).toMatchObject({ name, score: 1 })
  })

  it.each([
    ['converstaions', 'Conversations'],
    ['knowlege base', 'Knowledge Base'],
    ['langauge', 'Language'],
  ])('finds %s in spite of its spelling', (query, name) => {
    expect(find(query)[0]?.name).toBe(name)
  })

  it('gives at most five above 0.3, and opens nothing by a word that only means the same', () => {
    const found = find('picture human limit')
    expect(found.length).toBeLessThanOrEqual(5)
    for (const { score } of find('spending cap')) expect(score).toBeLessThanOrEqual(0.8)
    expect(find('zebra crossing')).toEqual([])
    expect(find('?')).toEqual([])
  })

  it('leaves out what the person may not open, and what the agent does not have', () => {
    const names = (found: Found[]) => found.map(({ name }) => name)
    expect(
      names(findInNav('audit', { enableNodes: true }, ({ needs }) => needs !== 'audit.read')),
    ).not.toContain('Audit')
    expect(names(findInNav('canvas', { enableNodes: false }, () => true))).not.toContain('Canvas')
    expect(names(findInNav('knowledge base', { agentPlatform: 'vf' }, () => true))).not.toContain(
      'Knowledge Base',
    )
  })
})
