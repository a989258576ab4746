import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { expect, it } from 'vitest'
import { conversation, textOf } from '../conversation.decider.ts'
import { AGENT, contextOf, newId, openConversationRegion, TENANT } from '../conversation.test-setup.ts'
import { handBackInTime } from './hand-back-in-time.ts'

const MINUTE = 60_000
const REPLY = 'We are open from nine to five, Monday to Friday.'

async function open(minutes: number) {
  const region = await openConversationRegion({
    document: { enableHumanHandoff: true, handoffTimeoutMinutes: minutes },
  })
  const { handle, load, turns, deps } = region
  const id = await region.begin()
  let now = Date.now()
  const watch = () =>
    handBackInTime({
      handle,
      load,
      turns,
      agentDocument: deps.agentDocument,
      awaited: async function* () {
        yield { tenant: TENANT, conversationId: id, agentId: AGENT }
      },
      now: () => now,
    })
  const run = (command: Parameters<typeof conversation.decider.decide>[0], context?: CommandContext) =>
    handle(conversation, id, command, context ?? contextOf())
  const runOnceAfter = async (afterMs: number) => {
    now = Date.now() + afterMs
    await watch()()
  }
  return { region, id, run, look: runOnceAfter }
}

const person = { userId: 'u1', displayName: 'Ada' }
const request = { type: 'RequestHandoff', by: 'visitor', offline: false, silencesAgent: true } as const

it('hands the conversation back to the agent when nobody came in time, and answers what was said meanwhile', async () => {
  const { region, id, run, look } = await open(5)
  await run(request)
  await (await region.say(id, 'm1')).finished
  await look(5 * MINUTE - 1_000)
  expect((await region.stateOf(id)).owner).toBe('nobody')
  // As after a restart: the state is read from the log.
  region.commands.evict('conversation', id)
  await look(5 * MINUTE)
  const state = await region.stateOf(id)
  expect(state.owner).toBe('agent')
  expect(state.messages.map(({ role }) => role)).toEqual(['system', 'visitor', 'system', 'agent'])
  expect(textOf(state.messages.at(-1)!)).toBe(REPLY)
  await look(20 * MINUTE)
  expect((await region.stateOf(id)).messages).toHaveLength(4)
})

it('counts from when the visitor started to wait, whoever took over, and stops with each human reply', async () => {
  const { region, id, run, look } = await open(5)
  await run({ type: 'TakeOver', person })
  await look(60 * MINUTE)
  expect((await region.stateOf(id)).owner).toBe('human')
  await (await region.say(id, 'm1')).finished
  const blocks = [{ type: 'text', text: 'Hello' } as const]
  await run({ type: 'ReplyAsPerson', messageId: newId(), blocks, person })
  await look(60 * MINUTE)
  expect((await region.stateOf(id)).owner).toBe('human')
  await (await region.say(id, 'm2')).finished
  await look(6 * MINUTE)
  expect((await region.stateOf(id)).owner).toBe('agent')
  expect(region.double.requests).toHaveLength(1)
  expect(JSON.stringify(region.double.requests[0]?.body)).toContain('Hello')
})

it('waits indefinitely if the agent’s timeout is 0', async () => {
  const { region, id, run, look } = await open(0)
  await run(request)
  await look(1_000 * MINUTE)
  expect((await region.stateOf(id)).owner).toBe('nobody')
})
