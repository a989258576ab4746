import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { describe, expect, it } from 'vitest'
import { mergeDraft, mergeFlow } from './draft-merge.ts'
import {
  agentEdited,
  conflictsDecided,
  draftPublished,
  draftPutBack,
  drafts,
  fieldDiscarded,
} from './drafts.ts'

const message = (id: string, text: string, x = 0): AgentNode => ({
  id,
  type: 'message',
  text,
  position: { x, y: 0 },
})
const base = [message('a', 'A'), message('b', 'B'), message('c', 'C')]

describe('an edit and what another user published', () => {
  const server = { title: 'Shop', description: 'Lamps', lastModified: 1 }
  const edited = drafts(undefined, agentEdited({ agentId: 'a1', edits: { title: 'Store' }, server })).a1

  it('do not conflict if another field changed, or the same field to the same value', () => {
    if (!edited) throw new Error('not edited')
    expect(mergeDraft(edited, { ...server, description: 'Bulbs' })).toEqual({ ...edited, conflicts: [] })
    expect(mergeDraft(edited, { ...server, title: 'Store' })).toEqual({ edits: {}, base: {}, conflicts: [] })
  })

  it('conflict if the same field changed to another value, even after further edits', () => {
    const theirs = { ...server, title: 'Market' }
    const later = drafts(
      { a1: { edits: { title: 'Store' }, base: { title: 'Shop' } } },
      agentEdited({ agentId: 'a1', edits: { title: 'Stores' }, server: theirs }),
    ).a1
    expect(later && mergeDraft(later, theirs).conflicts).toEqual([
      { path: 'title', base: 'Shop', mine: 'Stores', theirs: 'Market' },
    ])
  })

  it('keep the order of mine when they are merged with the same publication again', () => {
    const [a, b] = [message('a', 'A'), message('b', 'B')]
    const draft = { edits: { nodes: [b, a] }, base: { nodes: [a, b] } }
    const theirs = { nodes: [a, message('b', 'B', 1)] }
    const merged = mergeDraft(draft, theirs)
    expect(merged.edits.nodes?.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(mergeDraft(merged, theirs)).toEqual(merged)
  })

  it('are decided one by one, and a decision can be taken back', () => {
    const draft = {
      edits: { title: 'Store', description: 'Shades' },
      base: { title: 'Shop', description: 'Lamps' },
    }
    const theirs = { title: 'Market', description: 'Bulbs' }
    const decided = drafts(
      { a1: draft },
      conflictsDecided({ agentId: 'a1', server: theirs, choices: { title: 'mine' } }),
    )
    expect(decided.a1 && mergeDraft(decided.a1, theirs).conflicts.map(({ path }) => path)).toEqual([
      'description',
    ])
    const all = drafts(
      decided,
      conflictsDecided({ agentId: 'a1', server: theirs, choices: { description: 'theirs' } }),
    )
    expect(all.a1).toEqual({ edits: { title: 'Store' }, base: { title: 'Market' } })
    expect(drafts(all, draftPutBack({ agentId: 'a1', draft, after: all.a1 })).a1).toEqual(draft)
    const newer = drafts(all, agentEdited({ agentId: 'a1', edits: { title: 'Stores' }, server: theirs }))
    expect(drafts(newer, draftPutBack({ agentId: 'a1', draft, after: all.a1 })).a1?.edits).toEqual({
      title: 'Stores',
      description: 'Shades',
    })
  })
})

describe('the edit of one field', () => {
  const draft = {
    edits: { title: 'Store', description: 'Shades' },
    base: { title: 'Shop', description: 'Lamps' },
  }

  it('is discarded alone, and put back with what was edited since', () => {
    const left = drafts({ a1: draft }, fieldDiscarded({ agentId: 'a1', field: 'title' }))
    expect(left.a1).toEqual({ edits: { description: 'Shades' }, base: { description: 'Lamps' } })
    expect(drafts(left, draftPutBack({ agentId: 'a1', draft, after: left.a1 })).a1).toEqual(draft)
    expect(drafts(left, fieldDiscarded({ agentId: 'a1', field: 'description' }))).toEqual({})
  })
})

describe('the settings of a group', () => {
  it('are merged one by one', () => {
    const draft = {
      edits: { ui: { widgetType: 'modal' as const, voiceQuestionLabel: 'Mine' } },
      base: { ui: { widgetType: 'popup' as const } },
    }
    const server: AgentDocument = { ui: { widgetType: 'inline', showWhatsappButtonOnWeb: true } }
    expect(mergeDraft(draft, server)).toEqual({
      edits: { ui: { widgetType: 'modal', voiceQuestionLabel: 'Mine', showWhatsappButtonOnWeb: true } },
      base: { ui: { widgetType: 'popup', showWhatsappButtonOnWeb: true } },
      conflicts: [{ path: 'ui.widgetType', base: 'popup', mine: 'modal', theirs: 'inline' }],
    })
  })
})

describe('edits made while the draft is published', () => {
  const edits = { title: 'Stores' }
  const draft = { a1: { edits, base: { title: 'Shop' } } }
  const published = { title: 'Store', lastModified: 2 }
  const during = (server: AgentDocument, alone: boolean) =>
    drafts(draft, draftPublished({ agentId: 'a1', published, server, alone })).a1

  it('are edits of what was published', () => {
    expect(during(published, true)).toEqual({ edits, base: { title: 'Store' } })
  })

  it('conflict with what somebody else published right after', () => {
    const server = { title: 'Market', lastModified: 3 }
    const left = during(server, false)
    expect(left && mergeDraft(left, server).conflicts).toMatchObject([{ mine: 'Stores', theirs: 'Market' }])
  })

  it('do not conflict with the address that a published picture got', () => {
    const picture = (data: string) => `data:image/png;base64,${data}`
    const sent = { roundedImageURL: picture('AAAA'), lastModified: 1 }
    const server = { roundedImageURL: '/api/na/public/files/a/picture.png', lastModified: 2 }
    const publish = (edited: string) =>
      drafts(
        { a1: { edits: { roundedImageURL: picture(edited) }, base: {} } },
        draftPublished({ agentId: 'a1', published: sent, server, alone: true }),
      ).a1
    expect(publish('AAAA')).toBeUndefined()
    const other = publish('BBBB')
    expect(other && mergeDraft(other, server).conflicts).toEqual([])
  })
})

describe('two changes of one flow', () => {
  const merge = (mine: AgentNode[], theirs: AgentNode[]) =>
    mergeDraft({ edits: { nodes: mine }, base: { nodes: base } }, { nodes: theirs })

  it('are merged if they affect different nodes', () => {
    const mine = [message('a', 'A'), message('b', 'mine'), message('c', 'C'), message('d', 'D')]
    const theirs = [message('a', 'theirs'), message('b', 'B'), message('e', 'E')]
    expect(merge(mine, theirs)).toMatchObject({
      edits: { nodes: [message('a', 'theirs'), message('b', 'mine'), message('e', 'E'), message('d', 'D')] },
      conflicts: [],
    })
  })

  it('are merged if one moved a node and the other changed its text', () => {
    const mine = [message('a', 'A', 300), ...base.slice(1)]
    const theirs = [message('a', 'theirs'), ...base.slice(1)]
    expect(merge(mine, theirs).edits.nodes?.[0]).toEqual(message('a', 'theirs', 300))
  })

  it('conflict if they affect the same node, removal included', () => {
    const mine = [message('a', 'mine'), ...base.slice(1)]
    const both = merge(mine, [message('a', 'theirs'), ...base.slice(1)])
    expect(both.conflicts.map(({ path, nodeId }) => [path, nodeId])).toEqual([['nodes.a', 'a']])
    expect(both.edits.nodes).toEqual(mine)
    expect(merge(mine, base.slice(1)).conflicts).toMatchObject([{ path: 'nodes.a', theirs: undefined }])
  })

  it('keep the order of the side that changed it', () => {
    const turned = base.toReversed()
    expect(merge(turned, [...base, message('d', 'D')]).edits.nodes?.map(({ id }) => id)).toEqual([
      'c',
      'b',
      'a',
      'd',
    ])
  })

  it('survive an undo of a step before', () => {
    const theirs = [...base, message('e', 'E')]
    const step = base.slice(0, 2)
    expect(mergeFlow({ base, mine: step, theirs })).toEqual([...step, message('e', 'E')])
  })
})
