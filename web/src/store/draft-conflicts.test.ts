import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { describe, expect, it } from 'vitest'
import { conflictsOf, mergedNodes, nodesInConflict } from './draft-conflicts.ts'
import { agentEdited, draftPublished, draftRebased, drafts, fieldsDiscarded } from './drafts.ts'

const said = (id: string, text: string, next?: string): AgentNode => ({
  id,
  type: 'message',
  text,
  next,
  position: { x: 0, y: 0 },
})
const base = [said('a', 'A', 'b'), said('b', 'B', 'c'), said('c', 'C')]

describe('an edit and what another user published', () => {
  const server = { title: 'Shop', description: 'Lamps', lastModified: 1 }
  const edited = drafts(undefined, agentEdited({ agentId: 'a1', edits: { title: 'Store' }, server }))

  it('do not conflict if another field changed, or the same field to the same value', () => {
    expect(conflictsOf(server, edited.a1)).toEqual([])
    expect(conflictsOf({ ...server, description: 'Bulbs' }, edited.a1)).toEqual([])
    expect(conflictsOf({ ...server, title: 'Store' }, edited.a1)).toEqual([])
  })

  it('conflict if the same field changed to another value, even after further edits', () => {
    const theirs = { ...server, title: 'Market' }
    const later = drafts(edited, agentEdited({ agentId: 'a1', edits: { title: 'Stores' }, server: theirs }))
    expect(conflictsOf(theirs, later.a1)).toEqual(['title'])
  })

  it('no longer conflict after keeping mine, taking theirs, or publishing', () => {
    const theirs = { ...server, title: 'Market' }
    const kept = drafts(edited, draftRebased({ agentId: 'a1', edits: { title: 'Store' }, server: theirs }))
    expect(conflictsOf(theirs, kept.a1)).toEqual([])
    expect(kept.a1?.edits).toEqual({ title: 'Store' })
    expect(drafts(edited, fieldsDiscarded({ agentId: 'a1', fields: ['title'] }))).toEqual({})
    const published = { ...server, title: 'Store', lastModified: 2 }
    expect(drafts(edited, draftPublished({ agentId: 'a1', published, server: published }))).toEqual({})
  })

  it('use the published value as the new base of edits made during the call', () => {
    const more = drafts(edited, agentEdited({ agentId: 'a1', edits: { title: 'Stores' }, server }))
    const published = { ...server, title: 'Store', lastModified: 2 }
    const left = drafts(more, draftPublished({ agentId: 'a1', published, server: published }))
    expect(left.a1).toEqual({ edits: { title: 'Stores' }, base: { title: 'Store' } })
    expect(conflictsOf(published, left.a1)).toEqual([])
  })
})

describe('a picture that was published', () => {
  const before = { title: 'Shop', lastModified: 1 }
  const edit = (edits: object, state?: ReturnType<typeof drafts>) =>
    drafts(state, agentEdited({ agentId: 'a1', edits, server: before }))
  const edited = edit({ roundedImageURL: 'data:image/png;base64,AAAA' })
  const published = { ...before, roundedImageURL: 'data:image/png;base64,AAAA' }
  const server = { ...before, roundedImageURL: '/api/na/public/files/a/picture.png', lastModified: 2 }

  it('is no edit and no conflict once it has an address', () => {
    expect(drafts(edited, draftPublished({ agentId: 'a1', published, server }))).toEqual({})
  })

  it('is no conflict where another was chosen while the call was under way', () => {
    const more = edit({ roundedImageURL: 'data:image/png;base64,BBBB' }, edited)
    const left = drafts(more, draftPublished({ agentId: 'a1', published, server }))
    expect(left.a1?.edits).toEqual({ roundedImageURL: 'data:image/png;base64,BBBB' })
    expect(conflictsOf(server, left.a1)).toEqual([])
  })
})

describe('two changes of one flow', () => {
  it('are merged if they affect different nodes', () => {
    const mine = [said('a', 'A', 'b'), said('b', 'mine', 'd'), said('c', 'C'), said('d', 'D')]
    const theirs = [said('a', 'theirs', 'b'), said('b', 'B', 'c'), said('e', 'E')]
    expect(mergedNodes(base, mine, theirs)).toEqual([
      said('a', 'theirs', 'b'),
      said('b', 'mine', 'd'),
      said('e', 'E'),
      said('d', 'D'),
    ])
    expect(mergedNodes(base, base.slice(0, 2), theirs)).toEqual(theirs)
  })

  it('conflict if they affect the same node, removal included', () => {
    const mine = [said('a', 'mine', 'b'), ...base.slice(1)]
    expect(mergedNodes(base, mine, [said('a', 'theirs', 'b'), ...base.slice(1)])).toBeUndefined()
    expect(nodesInConflict(base, mine, base.slice(1)).map(({ id }) => id)).toEqual(['a'])
    expect(mergedNodes(base, mine, mine)).toEqual(mine)
  })
})
