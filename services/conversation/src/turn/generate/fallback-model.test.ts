/** What follows a provider's failure: a retry, the fallback model, or a notice. */
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { textOf } from '../../conversation.decider.ts'
import { deltaText, eventsOf, openConversationRegion, type Setup } from '../../conversation.test-setup.ts'
import type { DoubleBehaviour, DoubleRequest } from '../../models/model-double.ts'
import { phrases } from '../../phrases.ts'

const REPLY = 'We are open from nine to five, Monday to Friday.'
const document = { vg_defaultModel: 'gpt-4o', vg_fallbackModel: 'gpt-4o-mini' }
const modelOf = (request: DoubleRequest | undefined) => String(request?.body.model)

const hours = {
  sourceId: 's1',
  sourceName: 'Hours',
  chunk: 0,
  text: 'Opening hours are nine to five.',
  score: 0.9,
}
const knowing = { retrieval: { items: [hours], threshold: 0.35 } }

/** What a listener shows at the end: the text since the last time it was told to discard. */
function shownAtLast(events: ReplyStreamEvent[]): string {
  return deltaText(events.slice(events.findLastIndex((event) => event.type === 'discarded') + 1))
}

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
  'after the first output, a failure (%s) makes the fallback model begin again: what was shown is taken back',
  async (behaviour) => {
    const { region, events, last, type } = await open(behaviour)
    expect(events.findIndex((event) => event.type === 'discarded')).toBeGreaterThan(0)
    expect(shownAtLast(events)).toBe(REPLY)
    expect([type, last.modelId]).toEqual(['AgentReplied', 'gpt-4o-mini'])
    expect(last.modelFault).toMatchObject({ modelId: 'gpt-4o' })
    expect(region.double.requests.map(modelOf)).toEqual(['gpt-4o', 'gpt-4o-mini'])
    expect([region.credits.balance, region.credits.holds.size]).toEqual([999, 0])
  },
)

describe.each([['hang-midway'], ['cut']] as const)(
  'without a fallback model, a reply that ends midway (%s)',
  (behaviour) => {
    const alone = { document: { vg_defaultModel: 'gpt-4o' } }
    const saying = (text: string) => ({ model: { behaviour: () => behaviour, reply: () => [text, 'never'] } })

    it('is kept with what says so, if it is worth reading', async () => {
      const begun = 'We are open from nine to five. On Sat'
      const { region, id, events, last, type } = await open('normal', 'normal', {
        ...alone,
        ...saying(begun),
      })
      const text = textOf((await region.stateOf(id)).messages.at(-1)!)
      expect(type).toBe('AgentReplied')
      expect(text).toBe(`${begun}\n\n${phrases.en.brokenOff}`)
      expect(shownAtLast(events)).toBe(`${begun}\n\n${phrases.en.brokenOff}`)
      expect(last.outputTokens).toBe(Math.ceil(begun.length / 4))
      expect(region.credits.holds.size).toBe(0)
    })

    it('is a failure, if it is no more than a word', async () => {
      const { region, events, type } = await open('normal', 'normal', { ...alone, ...saying('We ') })
      expect(type).toBe('ReplyFailed')
      expect(shownAtLast(events)).toBe('')
      expect([region.credits.balance, region.credits.holds.size]).toEqual([1_000, 0])
    })

    it('gives way to the knowledge, if it is no more than a word and the knowledge answers', async () => {
      const { region, events, last } = await open('normal', 'normal', {
        ...alone,
        ...saying('We '),
        ...knowing,
      })
      expect(shownAtLast(events)).toContain('Opening hours are nine to five.')
      expect(last.modelId).toBe('built-in')
      expect(region.credits.holds.size).toBe(0)
    })
  },
)

it.each([
  [402, 'quota'],
  [401, 'wrong-key'],
  [404, 'model-not-found'],
  [500, 'server-error'],
  [{ status: 429, headers: { 'retry-after': '600' } }, 'rate-limited'],
] as const)(
  'without a fallback model, after %j the knowledge answers, and the owner can read why',
  async (behaviour, fault) => {
    const { last, type } = await open(behaviour, 'normal', {
      document: { vg_defaultModel: 'gpt-4o' },
      ...knowing,
    })
    expect([type, last.modelId]).toEqual(['AgentReplied', 'built-in'])
    expect(last.modelFault).toMatchObject({ modelId: 'gpt-4o', fault })
  },
)

it.each([
  [402, 'no-credits'],
  [401, 'no-credits'],
  [404, 'no-credits'],
  [500, 'provider-error'],
  [{ status: 429, headers: { 'retry-after': '600' } }, 'rate-limited'],
] as const)(
  'without knowledge either, after %j the visitor reads the notice %s',
  async (behaviour, notice) => {
    const { region, id, type, last } = await open(behaviour, 'normal', {
      document: { vg_defaultModel: 'gpt-4o' },
    })
    expect(textOf((await region.stateOf(id)).messages.at(-1)!)).toBe(phrases.en.notice[notice])
    expect([type, last.modelFault.modelId]).toEqual(['ReplyFailed', 'gpt-4o'])
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
        chargeOutsideTurn: async () => ({ ok: true }),
        spendable: async () => 1_000,
        costOf: () => 1,
        estimateMaxCost: ({ modelId }) => (modelId === 'gpt-4o-mini' ? 7 : 5),
      },
    },
  })
  expect(held).toEqual([7])
  expect(region.faults).toEqual([])
})
