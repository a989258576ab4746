import type { BlueprintEvent } from '@parley/contracts/agent/blueprint-events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, expect, test } from 'vitest'
import { blueprint, versionsBetween } from './blueprint.decider.ts'

const of = { blueprintId: 'b1' }
const rollout = { ...of, rolloutId: 'r1' }
const target = (agentId: string) => ({ agentId, keep: [], replace: [] })
const created: BlueprintEvent = {
  type: 'BlueprintCreated',
  data: { ...of, name: 'Dentist', agentId: 'a0', document: { facts: 'One.' } },
}
const attached = (...agentIds: string[]): BlueprintEvent => ({
  type: 'AgentsAttachedToBlueprint',
  data: { ...of, version: 1, agentIds },
})
const saved = (version: number, facts: string): BlueprintEvent => ({
  type: 'BlueprintVersionSaved',
  data: { ...of, version, agentId: 'a0', changed: ['facts'], document: { facts } },
})
const started: BlueprintEvent = {
  type: 'RolloutStarted',
  data: { ...rollout, version: 2, as: 'published', conflicts: 'keep', targets: [target('a1'), target('a2')] },
}
const carried = (agentId: string, outcome: 'published' | 'draft' | 'deleted'): BlueprintEvent => ({
  type: 'RolloutCarriedOut',
  data: { ...rollout, agentId, outcome, changed: ['facts'] },
})
const undoing: BlueprintEvent = { type: 'RolloutUndoStarted', data: rollout }
const back = (agentId: string, outcome: 'undone' | 'kept' | 'refused'): BlueprintEvent => ({
  type: 'RolloutTakenBack',
  data: { ...rollout, agentId, outcome, changed: [] },
})
const base = [created, attached('a1', 'a2'), saved(2, 'Two.')]
const start = (more: object = {}) => ({
  ...({ type: 'StartRollout', ...rollout, version: 2, as: 'published', conflicts: 'keep' } as const),
  ...{ targets: [target('a1'), target('a2')], ...more },
})
const follows = (...history: BlueprintEvent[]) => {
  const { state } = given(blueprint, ...history)
  return state.status === 'live' ? state.agents : {}
}

describe('a blueprint', () => {
  test('is followed by the agent that it was made of, within the limit of a workspace', () => {
    const create = {
      ...({ type: 'CreateBlueprint', ...of, name: 'Dentist', agentId: 'a0' } as const),
      ...{ document: { facts: 'One.' }, limit: { most: 2, blueprints: 1 } },
    }
    given(blueprint).when(create).then(created, attached('a0'))
    given(blueprint, created).when(create).thenNothing()
    given(blueprint)
      .when({ ...create, limit: { most: 2, blueprints: 2 } })
      .thenRejected('blueprint-limit-reached')
  })

  test('has a new version only of what differs', () => {
    const save = { type: 'SaveBlueprintVersion', ...of, agentId: 'a0' } as const
    given(blueprint, created)
      .when({ ...save, document: { facts: 'Two.' } })
      .then(saved(2, 'Two.'))
    given(blueprint, created)
      .when({ ...save, document: { facts: 'One.' } })
      .thenRejected('nothing-changed')
  })

  test('is followed up to its new version by the agent that this was made of', () => {
    expect(follows(created, attached('a0', 'a1'), saved(2, 'Two.'))).toEqual({ a0: 2, a1: 1 })
  })

  test('is renamed and deleted, and is gone then', () => {
    const rename = { type: 'RenameBlueprint', ...of, name: 'Doctor' } as const
    given(blueprint, created)
      .when(rename)
      .then({ type: 'BlueprintRenamed', data: { ...of, name: 'Doctor' } })
    given(blueprint, created)
      .when({ ...rename, name: 'Dentist' })
      .thenNothing()
    const deleted: BlueprintEvent = { type: 'BlueprintDeleted', data: { ...of, name: 'Dentist' } }
    given(blueprint, created)
      .when({ type: 'DeleteBlueprint', ...of })
      .then(deleted)
    given(blueprint, created, deleted).when(rename).thenRejected('not-found')
  })

  test('takes agents once, from its newest version on, and lets them go', () => {
    const attach = (...agentIds: string[]) => ({ type: 'AttachAgents', ...of, agentIds }) as const
    given(blueprint, ...base)
      .when(attach('a1', 'a3', 'a3'))
      .then({ type: 'AgentsAttachedToBlueprint', data: { ...of, version: 2, agentIds: ['a3'] } })
    given(blueprint, ...base)
      .when(attach(...Array.from({ length: 499 }, (_, nth) => `more${nth}`)))
      .thenRejected('too-many-agents')
    const detach = { type: 'DetachAgents', ...of, agentIds: ['a1', 'a9'] } as const
    given(blueprint, ...base)
      .when(detach)
      .then({ type: 'AgentsDetachedFromBlueprint', data: { ...of, agentIds: ['a1'] } })
    given(blueprint, ...base, started)
      .when(detach)
      .thenRejected('rollout-running')
  })
})

describe('a rollout', () => {
  test('is of the newest version, to agents that follow it, and one at a time', () => {
    given(blueprint, ...base)
      .when(start())
      .then(started)
    given(blueprint, ...base, started)
      .when(start())
      .thenNothing()
    given(blueprint, ...base)
      .when(start({ version: 1 }))
      .thenRejected('changed-meanwhile')
    given(blueprint, ...base)
      .when(start({ targets: [target('a9')] }))
      .thenRejected('agent-not-attached')
    given(blueprint, ...base, started)
      .when(start({ rolloutId: 'r2' }))
      .thenRejected('rollout-running')
  })

  test('moves agents on to the version that they published, and lets deleted ones go', () => {
    expect(follows(...base, started, carried('a1', 'published'), carried('a2', 'draft'))).toEqual({
      ...{ a1: 2, a2: 1 },
    })
    expect(follows(...base, started, carried('a1', 'deleted'))).toEqual({ a2: 1 })
  })

  test('records what became of an agent once', () => {
    const record = {
      ...({ type: 'RecordRollout', ...rollout, agentId: 'a1', outcome: 'published' } as const),
      changed: ['facts'],
    }
    given(blueprint, ...base, started)
      .when(record)
      .then(carried('a1', 'published'))
    given(blueprint, ...base, started, carried('a1', 'published'))
      .when(record)
      .thenNothing()
    given(blueprint, ...base)
      .when(record)
      .thenNothing()
  })

  test('is undone once, when it is over, and agents follow the version before again', () => {
    const undo = { type: 'StartUndo', ...rollout } as const
    const over = [...base, started, carried('a1', 'published'), carried('a2', 'published')]
    given(blueprint, ...base)
      .when(undo)
      .thenRejected('not-found')
    given(blueprint, ...base, started)
      .when(undo)
      .thenRejected('rollout-running')
    given(blueprint, ...over)
      .when(undo)
      .then(undoing)
    given(blueprint, ...over, undoing)
      .when(undo)
      .thenNothing()
    given(blueprint, ...over, undoing)
      .when(start({ rolloutId: 'r2' }))
      .thenRejected('rollout-running')
    expect(follows(...over, undoing, back('a1', 'undone'), back('a2', 'kept'))).toEqual({ a1: 1, a2: 2 })
  })

  test('is undone again where it could not be undone, once at each agent', () => {
    const undo = { type: 'StartUndo', ...rollout } as const
    const over = [...base, started, carried('a1', 'published'), carried('a2', 'published'), undoing]
    const partly = [...over, back('a1', 'undone'), back('a2', 'refused')]
    expect(follows(...partly)).toEqual({ a1: 1, a2: 2 })
    given(blueprint, ...over, back('a2', 'refused'))
      .when(undo)
      .thenRejected('rollout-running')
    given(blueprint, ...partly)
      .when(undo)
      .then(undoing)
    given(blueprint, ...partly, undoing)
      .when(start({ rolloutId: 'r2' }))
      .thenRejected('rollout-running')
    const record = { type: 'RecordUndo', ...rollout, outcome: 'undone', changed: [] } as const
    given(blueprint, ...partly, undoing)
      .when({ ...record, agentId: 'a1' })
      .thenNothing()
    given(blueprint, ...partly, undoing)
      .when({ ...record, agentId: 'a2' })
      .then(back('a2', 'undone'))
    given(blueprint, ...partly, undoing, back('a2', 'undone'))
      .when(undo)
      .thenNothing()
  })
})

test('an agent follows the version before a rollout again, however many were saved since', () => {
  const later = Array.from({ length: 30 }, (_, nth) => saved(nth + 3, `Version ${nth + 3}.`))
  const history = [...base, started, carried('a1', 'published'), carried('a2', 'published'), ...later]
  expect(follows(...history, undoing, back('a1', 'undone'))).toEqual({ a1: 1, a2: 2 })
})

test('the versions that an agent is merged from are kept while it follows them', () => {
  const { state } = given(blueprint, ...base, saved(3, 'Three.'))
  if (state.status !== 'live') throw new Error('not live')
  expect(versionsBetween(state, 1, 3).map(({ facts }) => facts)).toEqual(['One.', 'Two.', 'Three.'])
  const nobody: BlueprintEvent = {
    type: 'AgentsDetachedFromBlueprint',
    data: { ...of, agentIds: ['a1', 'a2'] },
  }
  const later = given(blueprint, ...base, saved(3, 'Three.'), nobody).state
  expect(later.status === 'live' && later.versions.map(({ version }) => version)).toEqual([3])
})
