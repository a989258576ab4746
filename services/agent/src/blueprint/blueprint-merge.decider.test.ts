import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentEvent } from '@parley/contracts/agent/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, expect, test } from 'vitest'
import { agent } from '../agent.decider.ts'

const T0 = Date.parse('2026-11-21T12:00:00Z') / 1000
const created: AgentEvent = {
  type: 'AgentCreated',
  data: { agentId: 'a1', keyHash: 'h', document: { title: 'Acme', facts: 'One.', lastModified: T0 } },
}
const published = (changes: AgentDocument, lastModified: number): AgentEvent => ({
  type: 'AgentPublished',
  data: { agentId: 'a1', changes, lastModified },
})
const kept = (version: number, revision: number): AgentEvent => ({
  type: 'AgentBackupSaved',
  data: { agentId: 'a1', version, revision },
})
const of = { agentId: 'a1', blueprintId: 'b1', rolloutId: 'r1' }
const take = (as: 'draft' | 'published', more: object = {}) =>
  ({
    type: 'TakeBlueprint',
    ...{ ...of, blueprintVersion: 2, as, decide: () => 'theirs' as const },
    versions: [{ facts: 'One.' }, { facts: 'Two.', vg_systemPrompt: 'New.' }],
    ...more,
  }) as const
const changes = { facts: 'Two.', vg_systemPrompt: 'New.' }
const merged = { ...of, blueprintVersion: 2, changed: ['facts', 'vg_systemPrompt'] }
const taken: AgentEvent = {
  type: 'BlueprintTaken',
  data: { ...merged, as: 'published', before: { facts: 'One.' }, versionBefore: 1 },
}
const rolledOut = [created, published(changes, T0 + 1), kept(2, 1), taken]
const draft: AgentEvent = {
  type: 'BlueprintTaken',
  data: { ...merged, as: 'draft', before: { facts: 'One.' }, changes },
}
const takeBack = { type: 'TakeBlueprintBack', ...of } as const
const back = (changed: string[], stays: string[]): AgentEvent => ({
  type: 'BlueprintTakenBack',
  data: { ...of, changed, kept: stays },
})

describe('a rollout at an agent', () => {
  test('is published once, with a version before and after it', () => {
    given(agent, created)
      .when(take('published'))
      .then(...rolledOut.slice(1))
    given(agent, ...rolledOut)
      .when(take('published'))
      .thenNothing()
    given(agent, created, published({ facts: 'One!' }, T0 + 1))
      .when(take('published', { versions: [{ facts: 'One!' }, { facts: 'Two.' }] }))
      .then(kept(2, 1), published({ facts: 'Two.' }, T0 + 2), kept(3, 3), {
        type: 'BlueprintTaken',
        data: {
          ...merged,
          ...{ as: 'published', changed: ['facts'], before: { facts: 'One!' }, versionBefore: 2 },
        },
      })
  })

  test('keeps the agent’s own value of a conflict unless it is decided otherwise', () => {
    const own = [created, published({ facts: 'Own.' }, T0 + 1)]
    const versions = [{ facts: 'One.' }, { facts: 'Two.' }]
    given(agent, ...own)
      .when(take('draft', { versions }))
      .thenNothing()
    expect(
      given(agent, ...own)
        .when(take('draft', { versions, decide: () => 'mine' }))
        .events()[0]?.data,
    ).toMatchObject({ changes: { facts: 'Two.' }, before: { facts: 'Own.' } })
  })

  test('is refused on top of another document than its tests were judged on, and of an unsound flow', () => {
    given(agent, created)
      .when(take('published', { testedOn: 1 }))
      .thenRejected('changed-meanwhile')
    const nodes = [{ id: 'a', type: 'message', text: '', position: { x: 0, y: 0 }, next: 'gone' }]
    const versions = [{}, { nodes, enableNodes: true }]
    given(agent, created).when(take('published', { versions })).thenRejected('invalid-flow')
  })

  test('as a draft changes nothing, and waits until it is published or put away', () => {
    const waiting = given(agent, created).when(take('draft'))
    waiting.then(draft)
    const { state } = given(agent, created, draft)
    expect([state.document.facts, state.blueprintDraft]).toEqual(['One.', 'r1'])
    expect(given(agent, created, draft, published(changes, T0 + 1)).state.blueprintDraft).toBeUndefined()
    expect(given(agent, created, draft, published({ facts: 'Two.' }, T0 + 1)).state.blueprintDraft).toBe('r1')
    const settle = { type: 'SettleBlueprintDraft', agentId: 'a1', rolloutId: 'r1' } as const
    const settled: AgentEvent = { type: 'BlueprintDraftSettled', data: of }
    given(agent, created, draft).when(settle).then(settled)
    given(agent, created, draft, settled).when(settle).thenNothing()
    given(agent, created).when(settle).thenRejected('not-found')
  })
})

describe('undoing a rollout at an agent', () => {
  test('gives back what it had, also that there was nothing', () => {
    const events = given(agent, ...rolledOut)
      .when(takeBack)
      .events()
    expect(events).toEqual([
      {
        type: 'AgentVersionRestored',
        data: {
          ...{ agentId: 'a1', version: 3, restoredFrom: 1, changed: ['facts', 'vg_systemPrompt'] },
          ...{ document: { title: 'Acme', facts: 'One.', lastModified: T0 + 2 }, lastModified: T0 + 2 },
        },
      },
      back(['facts', 'vg_systemPrompt'], []),
    ])
    given(agent, ...rolledOut, ...events)
      .when(takeBack)
      .thenNothing()
    given(agent, created).when(takeBack).thenNothing()
  })

  test('keeps what was changed since', () => {
    const since = published({ facts: 'Closed.', description: 'Since.' }, T0 + 2)
    const events = given(agent, ...rolledOut, since)
      .when(takeBack)
      .events()
    expect(events[0]?.data).toMatchObject({
      document: { title: 'Acme', facts: 'Closed.', description: 'Since.' },
    })
    expect(events[1]).toEqual(back(['vg_systemPrompt'], ['facts']))
    given(agent, ...rolledOut, published({ facts: 'A', vg_systemPrompt: 'B' }, T0 + 2))
      .when(takeBack)
      .then(back([], ['facts', 'vg_systemPrompt']))
  })

  test('takes a draft back that waits, and leaves what a person published of it', () => {
    given(agent, created, draft)
      .when(takeBack)
      .then(back(['facts', 'vg_systemPrompt'], []))
    given(agent, created, draft, published(changes, T0 + 1))
      .when(takeBack)
      .then(back([], ['facts', 'vg_systemPrompt']))
    expect(given(agent, created, draft, back(['facts'], [])).state.blueprintDraft).toBeUndefined()
  })
})
