import { creditsPerBuiltInReply } from '@parley/contracts/credits/prices.ts'
import { expect, test } from 'vitest'
import { costOf, estimateMaxCost } from './reply-cost.ts'

test('tokens cost their model’s price, rounded up to three decimals', () => {
  expect(costOf({ modelId: 'gpt-4o', inputTokens: 1_000, outputTokens: 100 })).toBe(3.5)
  expect(costOf({ modelId: 'gpt-4o-mini', inputTokens: 1, outputTokens: 0 })).toBe(0.001)
  expect(costOf({ modelId: 'gpt-4o', inputTokens: 0, outputTokens: 0 })).toBe(0)
})

test('dated and prefixed names have the price of their model, others, such as a larger one of the same family, have none', () => {
  const used = { inputTokens: 2_000, outputTokens: 1_000 }
  const mini = costOf({ modelId: 'gpt-4o-mini', ...used })
  expect(costOf({ modelId: 'gpt-4o-mini-2024-07-18', ...used })).toBe(mini)
  expect(costOf({ modelId: 'openai/gpt-4o-mini', ...used })).toBe(mini)
  expect(costOf({ modelId: 'llama', ...used })).toBe(0)
  expect(costOf({ modelId: 'gpt-4o-realtime', ...used })).toBe(0)
})

test('the built-in answerer costs the same for any reply', () => {
  expect(costOf({ modelId: 'built-in', inputTokens: 9, outputTokens: 9 })).toBe(creditsPerBuiltInReply)
  expect(estimateMaxCost({ modelId: 'gpt-4o', promptTokens: 1_000, maxTokens: 1_000 })).toBe(12.5)
})

test('transcribed audio costs its model’s price per minute, by the second', () => {
  const none = { inputTokens: 0, outputTokens: 0 }
  expect(costOf({ modelId: 'gpt-transcribe', ...none, seconds: 60 })).toBe(4.5)
  expect(costOf({ modelId: 'whisper-1', ...none, seconds: 10 })).toBe(1)
  expect(costOf({ modelId: 'whisper-1', ...none })).toBe(0)
  expect(costOf({ modelId: 'gpt-4o', ...none, seconds: 60 })).toBe(0)
})
