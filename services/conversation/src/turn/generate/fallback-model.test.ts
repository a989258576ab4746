/** What follows a provider's failure: a retry, the fallback model, or a notice. */
import { expect, it } from 'vitest'
import { textOf } from '../../conversation.decider.ts'
import { deltaText, eventsOf, openConversationRegion, type Setup } from '../../conversation.test-setup.ts'
import type { DoubleBehaviour, DoubleRequest } from '../../models/model-double.ts'
import { phrases } from '../../phrases.ts'

const REPLY = 'We are open from nine to five, Monday to Friday.'
const document = { vg_defaultModel: 'gpt-4o', vg_fallbackModel: 'gpt-4o-mini' }
const modelOf = (request: DoubleRequest | undefined) => String(request?.body.model)

async function open(first: DoubleBehaviour, second: DoubleBehaviour = 'normal', more: Setup = {}) {
  const behaviour = (request: DoubleRequest) => (modelOf(request) === 'gpt-4o' ? first : second)
  const region = await openConversationRegion({ document, model: { behaviour }, silenceMs: 2_000, ...more })
  const id = await region.begin()
  const events = await eventsOf(await region.say(id, 'm1'))
  const stored = await region.eventStore.readStream(`conversation-${id}`)
  return { region, id, events, last: JSON.parse(stored.at(-1)?.data ?? ''), type: stored.at(-1)?.type }
}

it.each([
  ['hang'],
  [429],
  [{ status: 429, headers: { 'retry-after': '600' } }],
  [500],
  [401],
  ['garbage'],
  ['empty'],
] as const)('the fallback model answers when the first fails with %j', async (behaviour) => {
  const { region, events, last, type } = await open(behaviour)
  expect(deltaText(events)).toBe(REPLY)
  expect([type, last.modelId]).toEqual(['AgentReplied', 'gpt-4o-mini'])
  expect(modelOf(region.double.requests.at(-1))).toBe('gpt-4o-mini')
  expect([region.credits.balance, region.credits.holds.size]).toEqual([999, 0])
})

it.each([['hang-midway'], ['cut']] as const)(
  'after the first output, a failure (%s) ends in a notice, and no text is sent twice',
  async (behaviour) => {
    const { region, events, type } = await open(behaviour)
    expect(deltaText(events)).toBe('We ')
    expect(type).toBe('ReplyFailed')
    expect(region.double.requests.map(modelOf)).toEqual(['gpt-4o'])
    expect([region.credits.balance, region.credits.holds.size]).toEqual([1_000, 0])
  },
)

it('the fallback model is not called when the first refuses the content', async () => {
  const { region, type } = await open('refuse')
  expect(type).toBe('ReplyFailed')
  expect(region.double.requests.map(modelOf)).toEqual(['gpt-4o'])
})

it('when both fail, the notice names the failure of the second', async () => {
  const { region, id, type } = await open(500, 429)
  expect(type).toBe('ReplyFailed')
  expect(textOf((await region.stateOf(id)).messages.at(-1)!)).toBe(phrases.en.notice['rate-limited'])
  expect(region.double.requests.map(modelOf)).toEqual([
    ...Array.from({ length: 3 }, () => 'gpt-4o'),
    ...Array.from({ length: 3 }, () => 'gpt-4o-mini'),
  ])
  expect([region.credits.balance, region.credits.holds.size]).toEqual([1_000, 0])
})

it('holds enough credits for the more expensive of the two', async () => {
  const held: number[] = []
  const { region } = await open('normal', 'normal', {
    deps: {
      credits: {
        holdCredits: async ({ amount }) => {
          held.push(amount)
          return { ok: true }
        },
        reservationOf: async () => undefined,
        endHold: () => undefined,
        chargeReplies: async () => ({ ok: true }),
        chargeTranslation: async () => ({ ok: true }),
        costOf: () => 1,
        estimateMaxCost: ({ modelId }) => (modelId === 'gpt-4o-mini' ? 7 : 5),
      },
    },
  })
  expect(held).toEqual([7])
  expect(region.faults).toEqual([])
})
