import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentEvent } from '@parley/contracts/agent/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, expect, test } from 'vitest'
import { type AgentCommand, agent } from '../agent.decider.ts'
import type { AgentState } from '../agent.state.ts'
import { assignedVersion, documentOfVersion } from './assigned-version.ts'

const KEY = 'vg_abcdefghijklmnopqrst'
const save = (document: AgentDocument): AgentCommand => ({
  type: 'SaveAgent',
  agentId: 'a1',
  ownerID: 'w1',
  region: 'eu',
  document,
  newSecretKey: KEY,
})
const [created] = given(agent)
  .when(save({ title: 'Shop', description: 'Lamps' }))
  .events()
if (created?.type !== 'AgentCreated') throw new Error('not created')
const { document } = created.data
const startedAt = '2026-11-21T12:00:00.000Z'
const start = (draft: AgentDocument, share = 10): AgentCommand => ({
  type: 'StartCanary',
  agentId: 'a1',
  document: draft,
  share,
})
const started = (version: number, controlVersion: number, changes: AgentDocument): AgentEvent => ({
  type: 'CanaryStarted',
  data: {
    agentId: 'a1',
    version,
    controlVersion,
    share: 10,
    at: startedAt,
    changed: Object.keys(changes),
    document: { ...document, ...changes },
  },
})
const running = [created, started(2, 1, { title: 'Store' })]
const published = (changes: AgentDocument, lastModified: number): AgentEvent => ({
  type: 'AgentPublished',
  data: { agentId: 'a1', changes, lastModified },
})
const withdrawn = (reason: 'by-person' | 'version-restored'): AgentEvent => ({
  type: 'CanaryWithdrawn',
  data: { agentId: 'a1', version: 2, reason },
})

describe('starting a canary', () => {
  test('makes the draft a version, and the published document one if it is none', () => {
    given(agent, created)
      .when(start({ title: 'Store' }))
      .then(started(2, 1, { title: 'Store' }))
    const later = published({ description: 'Bulbs' }, (document.lastModified ?? 0) + 1)
    const [event] = given(agent, created, later)
      .when(start({ title: 'Store' }))
      .events()
    expect(event?.data).toMatchObject({ version: 3, controlVersion: 2 })
    if (event?.type !== 'CanaryStarted') throw new Error('not started')
    const { versions } = given(agent, created, later, event).state
    expect(
      versions.map(({ version, document: { title, description } }) => [version, title, description]),
    ).toEqual([
      [1, 'Shop', 'Lamps'],
      [2, 'Shop', 'Bulbs'],
      [3, 'Store', 'Bulbs'],
    ])
  })

  test('needs changes, on top of what is published, and that none runs', () => {
    given(agent, created).when(start({})).thenRejected('nothing-changed')
    given(agent, created)
      .when(start({ title: 'Store', lastModified: 1 }))
      .thenRejected('changed-meanwhile')
    given(agent, ...running)
      .when(start({ title: 'Market' }))
      .thenRejected('canary-running')
    given(agent)
      .when(start({ title: 'Market' }))
      .thenRejected('not-found')
  })
})

describe('while a canary runs', () => {
  test('the published document stays, except for its name', () => {
    given(agent, ...running)
      .when(save({ title: 'Market' }))
      .thenRejected('canary-running')
    given(agent, ...running)
      .when(save({ title: 'Shop' }))
      .thenNothing()
    expect(
      given(agent, ...running)
        .when({ type: 'RenameAgent', agentId: 'a1', title: 'Bazaar' })
        .events(),
    ).toMatchObject([{ type: 'AgentRenamed' }])
  })

  test('restoring a version withdraws it', () => {
    const later = published({ title: 'Shopp' }, (document.lastModified ?? 0) + 1)
    const [event] = given(agent, created, later)
      .when(start({ description: 'Bulbs' }))
      .events()
    const events = given(agent, created, later, event!)
      .when({ type: 'RestoreVersion', agentId: 'a1', version: 1 })
      .events()
    expect(events.map(({ type }) => type)).toEqual(['CanaryWithdrawn', 'AgentVersionRestored'])
  })

  test('its share can be changed, and it can be withdrawn once', () => {
    const share = (percent: number): AgentCommand => ({
      type: 'ChangeCanaryShare',
      agentId: 'a1',
      version: 2,
      share: percent,
    })
    given(agent, ...running)
      .when(share(50))
      .then({ type: 'CanaryShareChanged', data: { agentId: 'a1', version: 2, share: 50 } })
    given(agent, ...running)
      .when(share(10))
      .thenNothing()
    const withdraw: AgentCommand = {
      type: 'WithdrawCanary',
      agentId: 'a1',
      version: 2,
      reason: 'by-person',
    }
    given(agent, ...running)
      .when(withdraw)
      .then(withdrawn('by-person'))
    given(agent, ...running, withdrawn('by-person'))
      .when(withdraw)
      .thenRejected('no-canary')
  })

  test('promoting publishes what it changed, and keeps a new name', () => {
    const renamed: AgentEvent = {
      type: 'AgentRenamed',
      data: { agentId: 'a1', title: 'Bazaar', lastModified: (document.lastModified ?? 0) + 1 },
    }
    const events = given(agent, created, started(2, 1, { description: 'Bulbs' }), renamed)
      .when({ type: 'PromoteCanary', agentId: 'a1', version: 2 })
      .events()
    expect(events).toMatchObject([
      { type: 'CanaryPromoted', data: { version: 2 } },
      { type: 'AgentPublished', data: { changes: { description: 'Bulbs' } } },
    ])
    const { state } = given(agent, created, started(2, 1, { description: 'Bulbs' }), renamed, ...events)
    expect(state.document).toMatchObject({ title: 'Bazaar', description: 'Bulbs' })
    expect(state.canary).toBeUndefined()
  })
})

describe('the version of a visitor', () => {
  const { canary } = given(agent, ...running).state
  if (!canary) throw new Error('no canary')
  const visitors = Array.from({ length: 4_000 }, (_, nth) => `visitor${nth}`)

  test('is the same every time, and that of the canary for about its share', () => {
    const tried = (share: number) =>
      visitors.filter((id) => assignedVersion('a1', { ...canary, share }, id) === 2)
    expect(tried(10)).toEqual(tried(10))
    expect(tried(10).length / visitors.length).toBeCloseTo(0.1, 1)
    expect(tried(99).length / visitors.length).toBeCloseTo(0.99, 1)
    // A larger share adds visitors and moves none back.
    expect(tried(30)).toEqual(expect.arrayContaining(tried(10)))
    // Another canary has other visitors.
    const next = visitors.filter((id) => assignedVersion('a1', { ...canary, version: 4 }, id) === 4)
    expect(next).not.toEqual(tried(10))
  })

  test('keeps its document, with the secrets of today', () => {
    const state: AgentState = {
      ...given(agent, ...running, withdrawn('by-person')).state,
      document: { ...document, title: 'Market', SECRET_API_KEY: 'vg_ABCDEFGHIJKLMNOPQRST' },
    }
    expect(documentOfVersion(state, 2)).toMatchObject({
      title: 'Store',
      SECRET_API_KEY: 'vg_ABCDEFGHIJKLMNOPQRST',
    })
    expect(documentOfVersion(state, 1).title).toBe('Shop')
    expect(documentOfVersion(state, undefined).title).toBe('Market')
    expect(documentOfVersion(state, 99).title).toBe('Market')
  })
})
