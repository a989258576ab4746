import { expect, test } from 'vitest'
import { textOf } from '../../conversation.decider.ts'
import { openConversationRegion, type Setup } from '../../conversation.test-setup.ts'

const optOutReply: NonNullable<NonNullable<Setup['deps']>['optOutReply']> = async (_, { text }) =>
  text === 'STOP' ? 'No more messages.' : undefined

async function open({ deps, ...setup }: Setup = {}) {
  const region = await openConversationRegion({ ...setup, deps: { optOutReply, ...deps } })
  const id = await region.begin()
  return {
    ...region,
    async reply(messageId: string, text: string) {
      const { message } = await (await region.say(id, messageId, text)).finished
      return textOf(message!)
    },
    stateOf: () => region.stateOf(id),
  }
}

test('an opt-out is confirmed without a model, and for nothing', async () => {
  const { reply, double, credits } = await open({ balance: 0 })
  expect(await reply('m1', 'STOP')).toBe('No more messages.')
  expect([double.requests, credits.holds.size, credits.settled.size]).toEqual([[], 0, 0])
})

test('also beyond the limit of messages, and by an agent that is gone', async () => {
  const limited = await open({ document: { messagesLimit: 1 } })
  await limited.reply('m1', 'Hello there')
  expect(await limited.reply('m2', 'STOP')).toBe('No more messages.')
  const gone = await open({ deps: { agentDocument: async () => undefined } })
  expect(await gone.reply('m1', 'STOP')).toBe('No more messages.')
})

test('also with a message before it that is answered together with it', async () => {
  const { reply, stateOf } = await open({ document: { delayBeforeSubmit: 300 } })
  const said = ['What is this?', 'STOP'].map((text, nth) => reply(`m${nth}`, text))
  expect(await Promise.all(said)).toEqual(['No more messages.', 'No more messages.'])
  expect((await stateOf()).messages.map(({ role }) => role)).toEqual(['visitor', 'visitor', 'agent'])
})
