/** Settings with an entry in the table and no other code, in every input and output of an agent's document. */

import { publicAgentsProjection } from '@parley/projections/public-agents/public-agents.projection.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { openAgentCalls } from './src/agent-calls.ts'

// Workers keep modules from file to file: what is replaced here is for this file alone.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

vi.mock('@parley/contracts/agent/fields.ts', async (original) => {
  const { field } = await import('@parley/contracts/agent/field.ts')
  const { z } = await import('zod')
  const { agentFields } = await original<typeof import('@parley/contracts/agent/fields.ts')>()
  const added = {
    launcherSize: field(z.number().int().max(80), {
      label: 'Launcher size',
      place: 'ui',
      default: 60,
      fallback: 56,
      public: true,
      exported: true,
    }),
    quietHours: field(z.string(), { label: 'Quiet hours', place: 'handoff', default: '22-7' }),
    seats: field(z.number(), { label: 'Seats', setByServer: true }),
  }
  return { agentFields: { ...agentFields, ...added } }
})

test('a setting follows from its entry', async () => {
  const { region, ask } = await openAgentCalls()
  const seen = async () => (await region.reader.getPublic(publicAgentsProjection, 'a1'))?.agent

  await ask('agents.save', { body: { title: 'Ada' } })
  expect(await ask('agents.get')).toMatchObject({ data: { launcherSize: 60, quietHours: '22-7' } })

  await ask('agents.save', { body: { launcherSize: 64, quietHours: '20-8', seats: 9 } })
  expect(await ask('agents.get')).toMatchObject({ data: { launcherSize: 64, quietHours: '20-8' } })
  expect(await ask('agents.get')).not.toHaveProperty('data.seats')
  expect(await seen()).toMatchObject({ launcherSize: 64 })
  expect(await seen()).not.toHaveProperty('quietHours')

  const exported = await ask('rpc.exportAgentToJson', { body: { agentId: 'a1' } })
  expect(exported).toHaveProperty('agentTemplate.template.launcherSize', 64)
  expect(exported).not.toHaveProperty('agentTemplate.template.quietHours')

  const { agentDocumentSchema } = await import('@parley/contracts/agent/document.ts')
  expect(agentDocumentSchema.safeParse({ launcherSize: 81 }).success).toBe(false)
  const { agentFields } = await import('@parley/contracts/agent/fields.ts')
  const { fieldTextsOf } = await import('@parley/contracts/agent/field-texts.ts')
  expect(fieldTextsOf(agentFields).quietHours).toMatchObject({ name: 'Quiet hours', place: 'handoff' })
  await region.close()
})
