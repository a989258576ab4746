import type { toolEvents } from '@parley/contracts/integration/events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { toolsProjection } from './tools.projection.ts'

type ToolEvent = SealedEventOf<typeof toolEvents>

const settings = {
  name: 'Orders',
  description: 'Finds orders.',
  fields: 'sealed fields',
  serverUrl: 'https://a.example/',
  method: 'POST',
} as const
const created: ToolEvent = {
  type: 'ToolCreated',
  data: { id: 't1', userId: 'u1', at: '2026-11-21T12:00:00.000Z', ...settings, serverUrlSecret: 'sealed' },
}
const changed = (more: object): ToolEvent => ({
  type: 'ToolChanged',
  data: { id: 't1', at: '2026-11-22T12:00:00.000Z', ...settings, name: 'Order', ...more },
})

const saved = { savedAt: expect.any(String), savedBy: { kind: expect.any(String), id: expect.any(String) } }

test('contains a tool without its secret', () => {
  const document = projected(toolsProjection, [created, changed({})]).get('t1')
  expect(document).toEqual({
    id: 't1',
    userId: 'u1',
    ...settings,
    name: 'Order',
    signed: true,
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-22T12:00:00.000Z',
    versions: [
      { version: 2, ...saved },
      { version: 1, ...saved },
    ],
  })
})

test('contains its newest versions with who saved them, and what changed', () => {
  const restored = changed({ changed: ['name'], restoredFrom: 1 })
  const document = projected(toolsProjection, [created, changed({ changed: ['name'] }), restored]).get('t1')
  expect(document?.versions).toEqual([
    { version: 3, ...saved, changed: ['name'], restoredFrom: 1 },
    { version: 2, ...saved, changed: ['name'] },
    { version: 1, ...saved },
  ])
  expect(document).not.toHaveProperty('changed')
  const often = Array.from({ length: 30 }, () => changed({}))
  const kept = projected(toolsProjection, [created, ...often]).get('t1')?.versions
  expect(kept?.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, nth) => 31 - nth))
})

test('contains whether the tool signs requests, and is removed with the tool', () => {
  const unsigned = changed({ serverUrlSecret: 'sealed nothing', signed: false })
  expect(projected(toolsProjection, [created, unsigned]).get('t1')?.signed).toBe(false)
  const deleted: ToolEvent = { type: 'ToolDeleted', data: { id: 't1', at: '', name: 'Orders' } }
  expect(projected(toolsProjection, [created, deleted]).size).toBe(0)
})
