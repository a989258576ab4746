import type { AgentEvent } from '@parley/contracts/agent/events.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { agentVersionsProjection } from './agent-versions.projection.ts'

const created = {
  type: 'AgentCreated',
  data: { agentId: 'a1', document: { title: 'Ada' }, keyHash: 'h' },
} satisfies AgentEvent
const published = (description: string) =>
  ({
    type: 'AgentPublished',
    data: { agentId: 'a1', changes: { description }, lastModified: 20 },
  }) satisfies AgentEvent
const renamed = {
  type: 'AgentRenamed',
  data: { agentId: 'a1', title: 'Bea', lastModified: 30 },
} satisfies AgentEvent
const backup = (version: number) =>
  ({ type: 'AgentBackupSaved', data: { agentId: 'a1', version, revision: 1 } }) satisfies AgentEvent

test('a version lists the fields that differ from the previous one', () => {
  const versions = projected(agentVersionsProjection, [created, published('B'), renamed, backup(2), renamed])
  expect(versions.get('a1')).toEqual({
    agentId: 'a1',
    title: 'Bea',
    pending: ['title'],
    items: [
      {
        version: 2,
        savedAt: '2026-11-21T12:00:03.000Z',
        savedBy: { kind: 'user', id: 'user1' },
        title: 'Bea',
        changed: ['description', 'title'],
      },
      {
        version: 1,
        savedAt: '2026-11-21T12:00:00.000Z',
        savedBy: { kind: 'user', id: 'user1' },
        title: 'Ada',
        changed: [],
      },
    ],
  })
})

test('lists the newest twenty versions', () => {
  const events = Array.from({ length: 24 }, (_, i) => [published(`${i}`), backup(i + 2)]).flat()
  const { items } = projected(agentVersionsProjection, [created, ...events]).get('a1')!
  expect(items).toHaveLength(20)
  expect(items[0]?.version).toBe(25)
  expect(items.at(-1)?.version).toBe(6)
})

test('a restored version is a new version', () => {
  const restored = {
    type: 'AgentVersionRestored',
    data: {
      agentId: 'a1',
      version: 3,
      restoredFrom: 1,
      changed: ['description'],
      document: { title: 'Ada' },
      lastModified: 40,
    },
  } satisfies AgentEvent
  const versions = projected(agentVersionsProjection, [created, published('B'), backup(2), restored])
  expect(versions.get('a1')).toMatchObject({
    pending: [],
    items: [{ version: 3, restoredFrom: 1, changed: ['description'] }, { version: 2 }, { version: 1 }],
  })
})

test('a canary is a version, and the published one stays the current one until it is promoted', () => {
  const started = {
    type: 'CanaryStarted',
    data: {
      ...{ agentId: 'a1', version: 3, controlVersion: 2, share: 10 },
      ...{ at: '2026-11-21T12:00:00.000Z', changed: ['lang'], document: { title: 'Ada', lang: 'de' } },
    },
  } satisfies AgentEvent
  const promoted = [
    { type: 'CanaryPromoted', data: { agentId: 'a1', version: 3 } },
    {
      type: 'AgentPublished',
      data: { agentId: 'a1', changes: { lang: 'de' }, lastModified: 40, canary: 3 },
    },
  ] satisfies AgentEvent[]
  const events = [created, published('B'), started]
  const items = [
    { version: 3, changed: ['lang'] },
    { version: 2, changed: ['description'] },
    { version: 1, changed: [] },
  ]
  const versions = projected(agentVersionsProjection, events)
  expect(versions.get('a1')).toMatchObject({ current: 2, pending: [], items })
  const after = projected(agentVersionsProjection, [...events, ...promoted])
  expect(after.get('a1')).toMatchObject({ current: 3, pending: [], items })
  const later = projected(agentVersionsProjection, [...events, ...promoted, published('C')])
  expect(later.get('a1')).not.toHaveProperty('current')
})
