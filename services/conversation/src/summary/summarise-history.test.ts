import { testAttempt } from '@parley/kernel/process-managers/test-attempt.ts'
import { expect, it } from 'vitest'
import type { Channel } from '../conversation.decider.ts'
import { newId, openConversationRegion, type Setup, TENANT } from '../conversation.test-setup.ts'
import type { DoubleRequest } from '../models/model-double.ts'
import { createSummarising, type SummariseDeps, type Summarising } from './summarise-history.policy.ts'

const isSummarising = ({ body }: DoubleRequest) => JSON.stringify(body).includes('You keep notes')

/** A model that keeps the names that it reads. */
const reply = (request: DoubleRequest) => {
  if (!isSummarising(request)) return ['Noted.']
  const names = JSON.stringify(request.body).match(/name is \w+/g) ?? []
  return [`The visitor's ${names[0] ?? 'name is unknown'}.`]
}

async function open(setup: Setup & { instances?: number; channel?: Channel } = {}) {
  const all: Summarising[] = []
  const region = await openConversationRegion({
    model: { reply, ...setup.model },
    ...setup,
    policies: ({ deps }) =>
      Array.from({ length: setup.instances ?? 1 }, (_, nth) => {
        const made = createSummarising({ ...deps, refresh: deps.refresh })
        all.push(made)
        return { ...made.policy, name: `summarise-${nth}` }
      }),
  })
  const id = await region.begin(newId(), setup.channel)
  const say = async (text: string) => {
    await (await region.say(id, newId(), text)).finished
    await region.settled()
    for (const one of all) await one.idle()
  }
  const eventsOf = async (wanted: string) => {
    const stored = await region.eventStore.readStream(`conversation-${id}`)
    return stored.flatMap(({ type, data }) => (type === wanted ? [JSON.parse(data)] : []))
  }
  const summaries = () => eventsOf('ConversationSummarised')
  const replies = () => eventsOf('AgentReplied')
  return { region, id, say, summaries, replies }
}

it('lets a model know in turn 50 the name from turn 1, in requests that stay bounded', async () => {
  const { region, id, say, summaries } = await open()
  await say('Hello, my name is Ada')
  for (let turn = 2; turn <= 50; turn++) await say(`Tell me more about article number ${turn} please`)
  const requests = region.double.requests.filter((request) => !isSummarising(request))
  expect(requests).toHaveLength(50)
  const last = JSON.stringify(requests.at(-1)?.body)
  expect(last).not.toContain('Hello, my name is Ada')
  expect(last).toContain("The visitor's name is Ada.")
  const sizes = requests.map(({ body }) => JSON.stringify(body).length)
  expect(Math.max(...sizes)).toBeLessThan(8_000)

  const made = await summaries()
  expect(region.double.requests.filter(isSummarising)).toHaveLength(made.length)
  expect(made.map(({ upTo }) => upTo)).toEqual(
    [...new Set(made.map(({ upTo }) => upTo))].sort((a, b) => a - b),
  )
  expect(JSON.stringify(made), 'sealed').not.toContain('Ada')
  expect(made[0]).toMatchObject({ modelId: 'gpt-4o', reservationId: 'r1', cost: 1 })
  expect([region.credits.balance, region.credits.holds.size]).toEqual([1_000 - 50 - made.length, 0])

  await region.keyring.erase({ tenant: TENANT, subject: `conversation-${id}` })
  region.commands.evict('conversation', id)
  expect(JSON.stringify(await region.stateOf(id))).not.toContain('Ada')
})

it('is tried again after a later reply if it failed, and costs nothing until then', async () => {
  let broken = true
  const behaviour = (request: DoubleRequest) => (isSummarising(request) && broken ? 'garbage' : 'normal')
  const { region, id, say, summaries } = await open({ model: { reply, behaviour } })
  await say('Hello, my name is Ada')
  for (let turn = 2; turn <= 7; turn++) await say(`Tell me more about article number ${turn} please`)
  expect(region.double.requests.filter(isSummarising).length).toBeGreaterThan(0)
  expect(await summaries()).toEqual([])
  expect([region.credits.balance, region.credits.holds.size]).toEqual([1_000 - 7, 0])
  broken = false
  await say('Tell me more about article number 8 please')
  expect((await region.stateOf(id)).summary?.text).toBe("The visitor's name is Ada.")
  expect([region.credits.balance, region.credits.holds.size]).toEqual([1_000 - 9, 0])
})

it('is recorded and charged once, though two processes make it', async () => {
  const { region, say, summaries } = await open({ instances: 2 })
  await say('Hello, my name is Ada')
  for (let turn = 2; turn <= 7; turn++) await say(`Tell me more about article number ${turn} please`)
  expect(await summaries()).toHaveLength(1)
  expect([region.credits.balance, region.credits.holds.size]).toEqual([1_000 - 8, 0])
})

it.each([
  ['web-chat', 'o1'],
  ['test-panel', undefined],
] as const)('is paid, like the replies of the %s, by %s', async (channel, payer) => {
  const { region, say, summaries, replies } = await open({ channel })
  region.credits.organisation = 'o1'
  await say('Hello, my name is Ada')
  for (let turn = 2; turn <= 7; turn++) await say(`Tell me more about article number ${turn} please`)
  const payers = [...(await replies()), ...(await summaries())].map((one) => one.payingOrganisationId)
  expect(payers).toEqual(Array.from({ length: 8 }, () => payer))
})

it('is made of no conversation without a model, nor without credits', async () => {
  const { region, say, summaries } = await open({ model: false })
  for (let turn = 1; turn <= 10; turn++) await say(`Tell me more about article number ${turn} please`)
  expect([region.double.requests, await summaries()]).toEqual([[], []])
})

it('of one tenant whose model hangs delays those of no other', async () => {
  const hanging: ((found: undefined) => void)[] = []
  const begun: string[] = []
  const { policy, idle } = createSummarising({
    async load(_: unknown, id: string, tenant: string) {
      if (tenant === 'slow') return new Promise((resolve) => hanging.push(resolve))
      begun.push(id)
      return undefined
    },
  } as unknown as SummariseDeps)
  const reply = (tenant: string, id: string) =>
    policy.react({ tenant, stream: `conversation-${id}`, data: { outputTokens: 1 } } as never, testAttempt)
  const slow = Array.from({ length: 30 }, (_, nth) => reply('slow', `s${nth}`))
  await reply('other', 'o1')
  expect(begun).toEqual(['o1'])
  while (hanging.length > 0) {
    for (const resolve of hanging.splice(0)) resolve(undefined)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(slow)
  await idle()
})
