/** Blueprints from end to end: fifty agents, rollouts as drafts and published, what diverged, conflicts, and undoing. */

import { agent } from '@parley/agent/agent.decider.ts'
import { blueprint } from '@parley/agent/blueprint/blueprint.decider.ts'
import { rollOutBlueprints } from '@parley/agent/blueprint/roll-out.policy.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { lastAttempt, testAttempt } from '@parley/kernel/process-managers/test-attempt.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const AGENTS = 50
const region = 'na' as const
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
let parley: TestPlatform
let owner: Person
let made = 0

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na' })
  owner = await parley.signUp()
})
afterAll(() => parley?.stop())

const workspace = () => ({ region, workspaceId: owner.workspaceId })
const save = (agentId: string, body: AgentDocument) =>
  owner.client.call('agents.save', { params: { region, agentId }, body })
const documentOf = async (agentId: string) =>
  (await owner.client.call('agents.get', { params: { region, agentId } })).data
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error) => error.code,
  )

/** A blueprint of an agent, and agents that were made from it. */
async function blueprintWith(agents: number) {
  const sourceId = `source${++made}`
  const title = `Source ${made}`
  const base = { title, enableNodes: false, vg_systemPrompt: 'Be brief.', vg_initPrompt: 'Open from nine.' }
  await save(sourceId, { ...base, roundedImageURL: picture, ui: { voiceQuestionLabel: 'Ask' } })
  const { blueprintId } = await owner.client.call('blueprints.create', {
    params: workspace(),
    body: { name: `Blueprint ${made}`, agentId: sourceId },
  })
  const params = { ...workspace(), blueprintId }
  const ids: string[] = []
  for (let nth = 0; nth < agents; nth++) {
    const body = { agentName: `Client ${String(nth).padStart(2, '0')}` }
    ids.push((await owner.client.call('blueprints.createAgent', { params, body })).agentId)
  }
  const get = () => owner.client.call('blueprints.get', { params })
  const preview = () => owner.client.call('blueprints.preview', { params })
  const standing = async (agentId: string) => (await preview()).items.find((item) => item.agentId === agentId)
  return {
    sourceId,
    params,
    ids,
    get,
    standing,
    preview,
    async change(document: AgentDocument) {
      await save(sourceId, document)
      return owner.client.call('blueprints.saveVersion', { params, body: { agentId: sourceId } })
    },
    async rollOut(as: 'draft' | 'published', more: object = {}) {
      const { version } = await preview()
      const targets = ids.map((agentId) => ({ agentId }))
      const body = { version, as, conflicts: 'keep' as const, targets, ...more }
      const { rolloutId } = await owner.client.call('blueprints.rollOut', { params, body })
      await parley.settled()
      return rolloutId
    },
    async undo(rolloutId: string) {
      await owner.client.call('blueprints.undoRollout', { params: { ...params, rolloutId } })
      await parley.settled()
    },
    rollout: async (rolloutId: string) =>
      (await get()).rollouts.find((one) => one.rolloutId === rolloutId) ?? { state: 'none', agents: [] },
  }
}

describe('a rollout to fifty agents', () => {
  test('is published in one act where nobody changed the same, and undone in one act', async () => {
    const { ids, ...kit } = await blueprintWith(AGENTS)
    const [own = '', both = '', gated = '', ...others] = ids
    await save(own, { vg_systemPrompt: 'Be funny.' })
    await save(both, { vg_initPrompt: 'Open from ten.' })
    await owner.client.call('publishGate.set', {
      params: { region, agentId: gated },
      body: { required: true },
    })
    expect(
      await kit.change({ vg_initPrompt: 'Open from eight.', ui: { voiceQuestionLabel: 'Talk' } }),
    ).toEqual({
      version: 2,
    })

    expect(await kit.standing(own)).toMatchObject({
      ...{ version: 1, takes: ['vg_initPrompt', 'ui'], diverged: ['vg_systemPrompt'], conflicts: [] },
    })
    expect(await kit.standing(both)).toMatchObject({
      takes: ['ui'],
      conflicts: [{ path: 'vg_initPrompt', blueprint: 'Open from eight.', agent: 'Open from ten.' }],
    })
    expect(await kit.standing(kit.sourceId)).toMatchObject({ takes: [], diverged: [], conflicts: [] })

    const rolloutId = await kit.rollOut('published')
    const rolledOut = await kit.rollout(rolloutId)
    expect(rolledOut.state).toBe('done')
    const outcomes = new Map(rolledOut.agents.map((one) => [one.agentId, one]))
    for (const id of others) {
      expect(outcomes.get(id)).toMatchObject({ outcome: 'published', changed: ['vg_initPrompt', 'ui'] })
      expect(await documentOf(id)).toMatchObject({
        ...{ vg_initPrompt: 'Open from eight.', ui: { voiceQuestionLabel: 'Talk' } },
        title: expect.stringMatching(/^Client/),
      })
    }
    expect(await documentOf(own)).toMatchObject({
      vg_initPrompt: 'Open from eight.',
      vg_systemPrompt: 'Be funny.',
    })
    expect(await documentOf(both)).toMatchObject({
      ...{ vg_initPrompt: 'Open from ten.', ui: { voiceQuestionLabel: 'Talk' } },
    })
    expect((await kit.standing(both))?.diverged).toEqual(['vg_initPrompt'])

    const version = await owner.client.call('agents.versions', { params: { region, agentId: own } })
    expect(version.items[0]).toMatchObject({ current: true, changed: ['vg_initPrompt', 'ui'] })

    // What was changed since the rollout stays.
    const [since = '', later = ''] = others
    await save(since, { vg_initPrompt: 'Closed.' })
    await save(later, { vg_systemPrompt: 'Later.' })
    await kit.undo(rolloutId)
    const undone = await kit.rollout(rolloutId)
    expect(undone.state).toBe('undone')
    const backs = new Map(undone.agents.map((one) => [one.agentId, one.undo]))
    expect(backs.get(since)).toEqual({ outcome: 'partly', changed: ['vg_initPrompt'] })
    expect(backs.get(later)).toEqual({ outcome: 'undone', changed: [] })
    expect(await documentOf(since)).toMatchObject({
      vg_initPrompt: 'Closed.',
      ui: { voiceQuestionLabel: 'Ask' },
    })
    expect(await documentOf(later)).toMatchObject({
      vg_initPrompt: 'Open from nine.',
      vg_systemPrompt: 'Later.',
    })
    for (const id of others.slice(2)) expect((await documentOf(id)).vg_initPrompt).toBe('Open from nine.')
    expect((await kit.get()).agents.find(({ agentId }) => agentId === later)?.version).toBe(1)
  }, 240_000)

  test('leaves drafts that a person takes or puts away, and takes those back that wait', async () => {
    const { ids, ...kit } = await blueprintWith(AGENTS)
    await kit.change({ vg_initPrompt: 'Open from eight.' })
    const rolloutId = await kit.rollOut('draft')
    const draftOf = async (agentId: string) =>
      (await owner.client.call('blueprintDrafts.get', { params: { region, agentId } })).draft
    for (const id of ids) {
      expect((await documentOf(id)).vg_initPrompt).toBe('Open from nine.')
      expect(await draftOf(id)).toMatchObject({
        ...{ rolloutId, version: 2, changes: { vg_initPrompt: 'Open from eight.' } },
        before: { vg_initPrompt: 'Open from nine.' },
      })
    }
    const [published = '', putAway = '', waiting = ''] = ids
    await save(published, { vg_initPrompt: 'Open from eight.' })
    const params = { region, agentId: putAway }
    await owner.client.call('blueprintDrafts.settle', { params, body: { rolloutId } })
    expect([await draftOf(published), await draftOf(putAway)]).toEqual([undefined, undefined])

    await kit.undo(rolloutId)
    const backs = new Map((await kit.rollout(rolloutId)).agents.map((one) => [one.agentId, one.undo]))
    expect(backs.get(published)).toEqual({ outcome: 'kept', changed: ['vg_initPrompt'] })
    expect(backs.get(putAway)).toEqual({ outcome: 'unchanged', changed: [] })
    expect(backs.get(waiting)).toEqual({ outcome: 'undone', changed: [] })
    expect(await draftOf(waiting)).toBeUndefined()
    expect((await documentOf(published)).vg_initPrompt).toBe('Open from eight.')
  }, 240_000)
})

describe('a rollout', () => {
  test('decides conflicts by agent and field, else as it was told', async () => {
    const { ids, ...kit } = await blueprintWith(3)
    for (const id of ids) await save(id, { vg_initPrompt: 'Own.', vg_systemPrompt: 'Own.' })
    await kit.change({ vg_initPrompt: 'New.', vg_systemPrompt: 'New.' })
    const [first = '', second = '', third = ''] = ids
    await kit.rollOut('published', {
      conflicts: 'replace',
      targets: [
        { agentId: first, keep: ['vg_initPrompt'] },
        { agentId: second },
        { agentId: third, keep: ['vg_initPrompt', 'vg_systemPrompt'] },
      ],
    })
    expect(await documentOf(first)).toMatchObject({ vg_initPrompt: 'Own.', vg_systemPrompt: 'New.' })
    expect(await documentOf(second)).toMatchObject({ vg_initPrompt: 'New.', vg_systemPrompt: 'New.' })
    expect(await documentOf(third)).toMatchObject({ vg_initPrompt: 'Own.', vg_systemPrompt: 'Own.' })
    // What was kept is the agent's own from now on, and no conflict any more.
    expect(await kit.standing(third)).toMatchObject({
      ...{ version: 2, takes: [], conflicts: [], diverged: ['vg_systemPrompt', 'vg_initPrompt'] },
    })
  })

  test('says what may not be published, and leaves it as a draft', async () => {
    const { ids, ...kit } = await blueprintWith(2)
    const [tested = '', canary = ''] = ids
    const params = { region, agentId: tested }
    await owner.client.call('testCases.add', {
      params,
      body: { testCase: { lines: [{ says: 'Hello', expects: { mentions: ['never said'] } }] } },
    })
    await owner.client.call('publishGate.set', { params, body: { required: true } })
    await owner.client.call('canary.start', {
      params: { region, agentId: canary },
      body: { draft: { vg_initPrompt: 'Tried.' }, share: 50 },
    })
    await kit.change({ vg_systemPrompt: 'New.' })
    const rolloutId = await kit.rollOut('published')
    const { agents } = await kit.rollout(rolloutId)
    expect(agents.find(({ agentId }) => agentId === tested)).toMatchObject({
      ...{ outcome: 'draft', refusal: 'tests-not-passed' },
    })
    expect(agents.find(({ agentId }) => agentId === canary)).toMatchObject({
      ...{ outcome: 'draft', refusal: 'canary-running' },
    })
    expect((await documentOf(tested)).vg_systemPrompt).toBe('Be brief.')
    expect((await owner.client.call('blueprintDrafts.get', { params })).draft?.changes).toEqual({
      vg_systemPrompt: 'New.',
    })
  })

  test('says which agent it could not be taken back from, and is taken back there later', async () => {
    const { ids, ...kit } = await blueprintWith(2)
    const [canary = '', other = ''] = ids
    await kit.change({ vg_systemPrompt: 'New.' })
    const rolloutId = await kit.rollOut('published')
    const params = { region, agentId: canary }
    const { version } = await owner.client.call('canary.start', {
      params,
      body: { draft: { vg_initPrompt: 'Tried.' }, share: 50 },
    })
    await kit.undo(rolloutId)
    const undone = async () =>
      new Map((await kit.rollout(rolloutId)).agents.map(({ agentId, undo }) => [agentId, undo]))
    expect((await undone()).get(canary)).toEqual({
      ...{ outcome: 'refused', refusal: 'canary-running', changed: ['vg_systemPrompt'] },
    })
    expect((await undone()).get(other)?.outcome).toBe('undone')
    expect((await documentOf(canary)).vg_systemPrompt).toBe('New.')
    await owner.client.call('canary.withdraw', { params, body: { version } })
    await kit.undo(rolloutId)
    expect((await undone()).get(canary)).toEqual({ outcome: 'undone', changed: [] })
    expect((await documentOf(canary)).vg_systemPrompt).toBe('Be brief.')
    expect((await kit.rollout(rolloutId)).state).toBe('undone')
  })

  test('copies pictures to each agent, which no agent counts as its own', async () => {
    const { ids, sourceId, ...kit } = await blueprintWith(1)
    const [id = ''] = ids
    expect(await kit.standing(id)).toMatchObject({ takes: [], diverged: [], conflicts: [] })
    const other = 'data:image/gif;base64,R0lGODlhAgACAAAAACw='
    await kit.change({ roundedImageURL: other })
    await kit.rollOut('published')
    await owner.client.call('agents.delete', { params: { region, agentId: sourceId } })
    await parley.settled()
    const { roundedImageURL = '' } = await documentOf(id)
    const shown = await fetch(new URL(roundedImageURL, parley.url))
    expect(shown.status).toBe(200)
    expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(other.split(',')[1])
  })

  test('needs agents that follow the blueprint, its newest version, and the end of the one before', async () => {
    const { ids, ...kit } = await blueprintWith(1)
    const [id = ''] = ids
    const stranger = await blueprintWith(1)
    const { params } = kit
    const rollOut = (body: object) =>
      refusal(
        owner.client.call('blueprints.rollOut', {
          params,
          body: { version: 1, as: 'draft', conflicts: 'keep', targets: [{ agentId: id }], ...body },
        }),
      )
    expect(await rollOut({ targets: [{ agentId: stranger.ids[0] ?? '' }] })).toBe('agent-not-attached')
    expect(await rollOut({ version: 2 })).toBe('changed-meanwhile')
    expect(
      await refusal(owner.client.call('blueprints.saveVersion', { params, body: { agentId: kit.sourceId } })),
    ).toBe('nothing-changed')
    const other = await parley.signUp()
    const foreign = { ...workspace(), workspaceId: other.workspaceId, blueprintId: params.blueprintId }
    expect(await refusal(other.client.call('blueprints.get', { params: foreign }))).toBe('not-found')
    expect(await refusal(other.client.call('blueprints.preview', { params: foreign }))).toBe('not-found')
  })

  test('goes on after it was killed between two agents, once for each', async () => {
    const kit = await smallRollout()
    kit.failAt('gate', 'a3')
    await expect(kit.react('RolloutStarted')).rejects.toThrow('killed')
    expect((await kit.agentOf('a2'))?.document.vg_initPrompt).toBe('New.')
    expect((await kit.agentOf('a3'))?.document.vg_initPrompt).toBe('Old.')
    kit.failAt('nowhere', '')
    await kit.react('RolloutStarted')
    await kit.react('RolloutStarted')
    for (const agentId of kit.ids) {
      const state = await kit.agentOf(agentId)
      expect(state?.document.vg_initPrompt).toBe('New.')
      expect(state?.blueprints).toHaveLength(1)
      expect(state?.versions.map(({ version }) => version)).toEqual([1, 2])
    }
    expect(Object.keys((await kit.rollout())?.outcomes ?? {})).toEqual(kit.ids)
    await kit.close()
  })

  test('ends at all agents although one keeps failing, also when it is undone, which can be tried again', async () => {
    const kit = await smallRollout()
    kit.failAt('gate', 'a2')
    await kit.react('RolloutStarted', lastAttempt)
    const outcomes = async () =>
      Object.values((await kit.rollout())?.outcomes ?? {}).map(({ outcome }) => outcome)
    expect(await outcomes()).toEqual(['published', 'refused', 'published', 'published'])
    expect((await kit.agentOf('a2'))?.document.vg_initPrompt).toBe('Old.')
    expect(await kit.recorded('RolloutCarriedOut', 'a2')).toMatchObject({ refusal: 'unexpected' })

    await kit.undo()
    kit.failAt('live', 'a3')
    await kit.react('RolloutUndoStarted', lastAttempt)
    const undone = async () => Object.values((await kit.rollout())?.undone ?? {})
    expect(await undone()).toEqual(['undone', 'unchanged', 'refused', 'undone'])
    kit.failAt('nowhere', '')
    expect((await kit.agentOf('a3'))?.document.vg_initPrompt).toBe('New.')
    expect(await kit.undo()).toBe(true)
    await kit.react('RolloutUndoStarted')
    expect((await kit.agentOf('a3'))?.document.vg_initPrompt).toBe('Old.')
    expect((await undone()).sort()).toEqual(['unchanged', 'undone', 'undone', 'undone'])
    await kit.close()
  })

  test('says why it left a draft, also if it was killed before that was recorded', async () => {
    const kit = await smallRollout()
    kit.refuseGate('a1')
    kit.failAt('record', 'a1')
    await expect(kit.react('RolloutStarted')).rejects.toThrow('killed')
    kit.failAt('nowhere', '')
    // Its tests pass by now.
    kit.refuseGate('')
    await kit.react('RolloutStarted')
    expect(await kit.recorded('RolloutCarriedOut', 'a1')).toMatchObject({
      ...{ outcome: 'draft', refusal: 'tests-not-passed' },
    })
    expect(await kit.recorded('RolloutCarriedOut', 'a2')).toMatchObject({ outcome: 'published' })
    await kit.close()
  })
})

/** A rollout to four agents whose policy is called directly, with failures where a test wants them. */
async function smallRollout() {
  const small = await openTestRegion({ projections: [] })
  const { handle, load } = small
  const context = { tenant: 'w1', actor: { kind: 'user', id: 'u1' } as const }
  let commands = 0
  const cause = () => ({ via: 'api', by: 'test', command: `c${++commands}`, correlation: 'c' }) as const
  const ids = ['a1', 'a2', 'a3', 'a4']
  for (const agentId of ids)
    await handle(
      agent,
      agentId,
      {
        ...{ type: 'CreateAgent', agentId, ownerID: 'w1', region: 'na' },
        ...{ document: { title: agentId, vg_initPrompt: 'Old.' }, newSecretKey: 'vg_abcdefghijklmnopqrst' },
      } as const,
      { ...context, cause: cause() },
    )
  const onBlueprint = (command: Parameters<typeof blueprint.decider.decide>[0]) =>
    handle(blueprint, 'b1', command, { ...context, cause: cause() })
  const of = { blueprintId: 'b1' }
  const limit = { most: 9, blueprints: 0 }
  await onBlueprint({
    ...{
      type: 'CreateBlueprint',
      ...of,
      name: 'B',
      agentId: 'a0',
      document: { vg_initPrompt: 'Old.' },
      limit,
    },
  })
  await onBlueprint({ type: 'AttachAgents', ...of, agentIds: ids })
  await onBlueprint({
    type: 'SaveBlueprintVersion',
    ...of,
    agentId: 'a0',
    document: { vg_initPrompt: 'New.' },
  })
  await onBlueprint({
    ...{ type: 'StartRollout', ...of, rolloutId: 'r1', version: 2, as: 'published', conflicts: 'keep' },
    targets: ids.map((agentId) => ({ agentId, keep: [], replace: [] })),
  })
  let failing = { where: '', agentId: '' }
  let gated = ''
  const failAt = (where: string, agentId: string) => {
    if (failing.where === where && failing.agentId === agentId) throw new Error('killed')
  }
  const policy = rollOutBlueprints({
    async handle(aggregate, id, command, how) {
      const given = command as { type?: string; agentId?: string }
      if (given.type === 'RecordRollout') failAt('record', given.agentId ?? '')
      return handle(aggregate, id, command, how)
    },
    ...{ load, refresh: async () => {} },
    keepPictures: async (_, document) => ({ ok: true, document }),
    picturesAt: (_, document) => document,
    publishGate: async (_, agentId) => {
      failAt('gate', agentId)
      return agentId === gated
        ? { testedOn: 1, refused: refuse('tests-not-passed', 'Its tests have to pass first.') }
        : undefined
    },
    async live(tenant, agentId) {
      failAt('live', agentId)
      return (await load(agent, agentId, tenant))?.state
    },
  })
  return {
    ids,
    close: () => small.close(),
    failAt(where: 'gate' | 'live' | 'record' | 'nowhere', agentId: string) {
      failing = { where, agentId }
    },
    refuseGate(agentId: string) {
      gated = agentId
    },
    undo: async () => (await onBlueprint({ type: 'StartUndo', ...of, rolloutId: 'r1' })).ok,
    /** Reacts to the newest event of a type. */
    async react(type: string, attempt = testAttempt) {
      const stored = (await small.eventStore.readStream('blueprint-b1')).findLast((one) => one.type === type)
      await policy.react(decode(stored!, blueprint.events) as never, attempt)
    },
    agentOf: async (agentId: string) => (await load(agent, agentId, 'w1'))?.state,
    async rollout() {
      const state = (await load(blueprint, 'b1', 'w1'))?.state
      return state?.status === 'live' ? state.rollouts[0] : undefined
    },
    /** What the newest event of a type says of an agent. */
    async recorded(type: string, agentId: string) {
      const all = await small.eventStore.readStream('blueprint-b1')
      return all
        .map((one) => ({ type: one.type, data: JSON.parse(one.data) }))
        .findLast((one) => one.type === type && one.data.agentId === agentId)?.data
    },
  }
}
