import { agentDefaultsWithoutNodes, newAgentDefaults } from '@parley/contracts/agent/defaults.ts'
import { publicAgentSchema } from '@parley/contracts/agent/document.ts'
import type { AgentEvent } from '@parley/contracts/agent/events.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { publicAgentsProjection } from './public-agents.projection.ts'

const created = {
  type: 'AgentCreated',
  data: {
    agentId: 'a1',
    document: {
      ...newAgentDefaults({
        ID: 'a1',
        ownerID: 'w1',
        region: 'eu',
        SECRET_API_KEY: 'vg_secretsecretsecret12',
        lastModified: 10,
      }),
      ...agentDefaultsWithoutNodes,
      title: 'Ada',
      vfSettings: { apiKey: 'dialog secret' },
    },
    keyHash: 'h',
  },
} satisfies AgentEvent

test('contains exactly the public fields with defaults, and never a secret', () => {
  const stored = projected(publicAgentsProjection, [created]).get('a1')!
  expect(publicAgentSchema.strict().parse(stored.agent)).toEqual(stored.agent)
  expect(stored.agent).toMatchObject({
    lang: 'en',
    fontFamily: 'DM Sans',
    theme: 'blue-light',
    ownerID: 'w1',
  })
  expect(JSON.stringify(stored)).not.toMatch(/secret|vg_|system/i)
})

test("stores the square picture beside the widget's fields", () => {
  const published = (changes: { squareImageURL?: string; title?: string }) =>
    ({
      type: 'AgentPublished',
      data: { agentId: 'a1', changes, lastModified: 20 },
    }) satisfies AgentEvent
  const events: AgentEvent[] = [created, published({ squareImageURL: 'https://a.example/1.png' })]
  const stored = () => projected(publicAgentsProjection, events).get('a1')
  expect(stored()).toMatchObject({ squareImageURL: 'https://a.example/1.png' })
  expect(stored()?.agent).not.toHaveProperty('squareImageURL')
  events.push(published({ title: 'Ben' }))
  expect(stored()).toMatchObject({ squareImageURL: 'https://a.example/1.png' })
  events.push(published({ squareImageURL: '' }))
  expect(stored()).not.toHaveProperty('squareImageURL')
})

test('is updated with the document and removed with the agent', () => {
  const published = {
    type: 'AgentPublished',
    data: {
      agentId: 'a1',
      changes: {
        theme: 'blue-dark',
        proactiveMessage: 'none',
        vg_systemPrompt: 'hidden',
        ui: { widgetType: 'modal' },
      },
      lastModified: 20,
    },
  } satisfies AgentEvent
  const stored = projected(publicAgentsProjection, [created, published]).get('a1')!
  expect(stored).toMatchObject({
    position: 1,
    agent: { title: 'Ada', theme: 'blue-dark', proactiveMessage: 'none', ui: { widgetType: 'modal' } },
  })
  expect(JSON.stringify(stored)).not.toContain('hidden')
  const deleted = {
    type: 'AgentDeleted',
    data: { agentId: 'a1', title: 'Ada', formerKeyHash: 'h' },
  } satisfies AgentEvent
  expect(projected(publicAgentsProjection, [created, deleted, published]).size).toBe(0)
})
