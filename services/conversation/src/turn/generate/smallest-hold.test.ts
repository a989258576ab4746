import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { expect, test } from 'vitest'
import { defaultModelId } from '../../models/models.ts'
import { BUILT_IN } from './built-in-answerer.ts'
import { smallestHold } from './smallest-hold.ts'

/** Prices per token by model; fixed ones per reply. */
const prices: Record<string, number> = { [defaultModelId]: 10, cheap: 1, dear: 100, 'no-key': 50 }
const fixed: Record<string, number> = { [BUILT_IN]: 700, vf: 300 }

const smallest = (document: AgentDocument) =>
  smallestHold(
    {
      models: { describe: (modelId) => ({ modelId, configured: modelId !== 'no-key' }) },
      credits: {
        estimateMaxCost: ({ modelId, promptTokens, maxTokens }) =>
          fixed[modelId] ?? (prices[modelId] ?? 0) * (promptTokens + maxTokens),
      },
    },
    document,
  )
const position = { x: 0, y: 0 }
const flow = (...nodes: NonNullable<AgentDocument['nodes']>): AgentDocument => ({
  vg_maxTokens: 100,
  enableNodes: true,
  nodes: [{ id: 's', type: 'start', position }, ...nodes],
})

test('an agent holds at least for the shortest reply that is of use, by its model', () => {
  expect(smallest({ vg_maxTokens: 5 })).toBe(50)
  expect(smallest({})).toBe(640)
  expect(smallest({ vg_maxTokens: 5, vg_defaultModel: 'dear' })).toBe(500)
  expect(smallest({ vg_maxTokens: 5, vg_fallbackModel: 'dear' })).toBe(500)
  expect(smallest({ vg_maxTokens: 5, vg_defaultModel: 'dear', vg_fallbackModel: 'cheap' })).toBe(500)
})

test('without a key of the model the built-in answerer replies, and a dialog has its own price', () => {
  expect(smallest({ vg_defaultModel: 'no-key' })).toBe(700)
  expect(smallest({ agentPlatform: 'vf' })).toBe(300)
})

test('a flow may need no model, or only that of one of its nodes', () => {
  const ai = (modelId?: string) => ({
    id: 'a',
    type: 'ai' as const,
    position,
    ...(modelId ? { modelId } : {}),
  })
  expect(smallest(flow())).toBe(640)
  expect(smallest({ ...flow(ai()), vg_maxTokens: 100, vg_defaultModel: 'dear' })).toBe(700)
  expect(smallest(flow(ai('cheap')))).toBe(64)
  expect(smallest({ ...flow(ai()), vg_defaultModel: 'cheap' })).toBe(64)
  expect(smallest({ ...flow(ai('cheap')), enableNodes: false })).toBe(640)
})
