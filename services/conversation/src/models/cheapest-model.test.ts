import { expect, test } from 'vitest'
import { cheapestModel } from './cheapest-model.ts'

const prices: Record<string, number> = { 'gpt-4o': 5, 'gpt-4o-mini': 1, 'claude-haiku': 2 }
const costOf = ({ modelId }: { modelId: string }) => prices[modelId] ?? 0
const models = { describe: (modelId: string) => ({ modelId, configured: !modelId.startsWith('gemini') }) }

test('is the cheapest of the agent’s own models that is configured', () => {
  const document = { vg_defaultModel: 'gpt-4o', vg_fallbackModel: 'gemini-flash' }
  expect(cheapestModel(document, { models, costOf })).toBe('gpt-4o')
  const answers = { vg_kb_llm: { modelId: 'gpt-4o-mini' } }
  expect(cheapestModel({ ...document, ...answers }, { models, costOf })).toBe('gpt-4o-mini')
  expect(cheapestModel({ ...document, vg_fallbackModel: 'claude-haiku' }, { models, costOf })).toBe(
    'claude-haiku',
  )
  expect(cheapestModel({ ...document, ...answers }, { models })).toBe('gpt-4o')
  expect(cheapestModel({ vg_defaultModel: 'gemini-pro' }, { models, costOf })).toBeUndefined()
})
