/** The hold of one reply when the balance is too small for the longest one. */
import { expect, it } from 'vitest'
import { createTestCredits, eventsOf, openConversationRegion } from '../../conversation.test-setup.ts'
import type { Credits } from './credits.ts'
import { openReplyHold } from './reply-hold.ts'

/** A credit for 100 tokens. */
const price: Credits['estimateMaxCost'] = ({ promptTokens, maxTokens }) => (promptTokens + maxTokens) / 100

function holdWith(balance: number) {
  const credits = { ...createTestCredits(balance), estimateMaxCost: price }
  return { credits, hold: openReplyHold(credits, 'w1', { holdId: 'h1', agentId: 'a1' }) }
}
const request = { modelId: 'gpt-4o', promptTokens: 1_000, maxTokens: 128_000 }

it('is for the longest reply if the balance allows it', async () => {
  const { credits, hold } = holdWith(2_000)
  expect(await hold.take(request, {})).toEqual({})
  expect(credits.holds.get('h1')).toBe(1_290)
})

it('is for a shorter reply if the balance allows no longer one', async () => {
  const { credits, hold } = holdWith(852)
  expect(await hold.take(request, {})).toEqual({ maxTokens: 84_200 })
  expect(credits.holds.get('h1')).toBe(852)
})

it('is refused if the balance does not even allow a short reply', async () => {
  const { credits, hold } = holdWith(10)
  expect(await hold.take(request, {})).toBe(false)
  expect(credits.holds.size).toBe(0)
  expect(hold.isOverLimit()).toBe(false)
})

it('the model is asked for the shorter reply', async () => {
  const region = await openConversationRegion({
    balance: 852,
    document: { vg_maxTokens: 128_000 },
    deps: {},
  })
  Object.assign(region.credits, { estimateMaxCost: price })
  const id = await region.begin()
  await eventsOf(await region.say(id, 'm1'))
  const { max_tokens: maxTokens } = region.double.requests[0]?.body ?? {}
  expect(Number(maxTokens)).toBeGreaterThan(64)
  expect(Number(maxTokens)).toBeLessThan(85_200)
})

it.each([['ok'], ['thanks a lot']])('without a model, %j needs no credits', async (text) => {
  const region = await openConversationRegion({ balance: 0, model: false })
  const id = await region.begin()
  await eventsOf(await region.say(id, 'm1', text))
  const last = (await region.stateOf(id)).messages.at(-1)!
  expect(last.failed).toBeUndefined()
  expect([region.credits.balance, region.credits.holds.size]).toEqual([0, 0])
})
