import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { DeliveryInput } from '@parley/contracts/delivery-events.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import type { RunningProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type Channel, channel } from '../channel.decider.ts'
import type { ChannelAdapter, Outgoing, SendResult } from '../channel-adapter.ts'
import { runDelivery } from './delivery.ts'
import { MOST_PARTS } from './parts.ts'

const text = (words: string): Block[] => [{ type: 'text', text: words }]
const context: CommandContext = {
  tenant: 'w1',
  actor: { kind: 'user', id: 'u1' },
  cause: { via: 'dashboard', command: 'k', correlation: 'c' },
}
const DAY_MS = 86_400_000

/** A region with a channel, in which each conversation has one message. */
async function openDelivery(
  messages: Record<string, Partial<MessageView> & { contactWroteAt?: string }>,
  results: SendResult[] = [],
  replyWindowMs?: number,
  personReplyWindowMs?: number,
) {
  const state = await openSqliteReadStore({ file: ':memory:' })
  const deadlines = createDeadlines(state)
  const sent: Outgoing[] = []
  const recorded: unknown[] = []
  const clock = { now: 0 }
  const adapter: ChannelAdapter = {
    kind: 'webhook',
    capabilities: {
      ...{ textLength: 20, retryForMs: DAY_MS },
      ...(replyWindowMs === undefined ? {} : { replyWindowMs }),
      ...(personReplyWindowMs === undefined ? {} : { personReplyWindowMs }),
    },
    async send(_channel, outgoing) {
      sent.push(outgoing)
      return results.shift() ?? { ok: true }
    },
  }
  let running: RunningProcess<DeliveryInput> | undefined
  const region = await openTestRegion({
    policies({ handle, load, commands }) {
      running = runDelivery({
        ...{ handle, load, refresh: commands.refresh, deadlines, now: () => clock.now },
        adapters: {
          ...{ webhook: adapter, telegram: adapter, whatsapp: adapter, discord: adapter },
          ...{ messenger: adapter, instagram: adapter },
        },
        async channelFailed(_tenant, { channelId }, reason) {
          recorded.push([channelId, reason])
        },
        async messageOf(_tenant, conversationId, id) {
          const { contactWroteAt, ...message } = messages[conversationId] ?? {}
          const whole = { id, index: 1, role: 'agent' as const, blocks: text('Hello'), at: '', ...message }
          if (!messages[conversationId]) return undefined
          return {
            ...{ channelId: 'c1', contactId: 'grace', message: whole },
            ...(contactWroteAt === undefined ? {} : { contactWroteAt }),
          }
        },
        async record(_context, of, became) {
          recorded.push([of.conversationId, of.messageId, became])
          return { ok: true }
        },
      })
      return [running.policy]
    },
  })
  onTestFinished(async () => {
    await region.close()
    await state.close()
  })
  const own: Channel = {
    channelId: 'c1',
    agentId: 'a1',
    kind: 'webhook',
    name: 'Orders',
    account: { url: 'https://shop.example/' },
    credentials: { secret: 'sixteen letters!' },
  }
  const limit = { maxChannels: 1, channels: 0 }
  await region.handle(channel, 'c1', { type: 'ConnectChannel', channel: own, limit }, context)
  return {
    ...{ region, deadlines, sent, recorded, clock },
    async write(instance: string, messageId = 'm1') {
      const input = { type: 'MessageWritten', messageId, retryForMs: DAY_MS } as const
      await running?.take({ tenant: 'w1', instance }, input, `written ${messageId}`)
      await region.settled()
    },
  }
}

const failed = (reason: string) => ({ state: 'failed', reason })

test('sends a message once under its own id and records that it was sent', async () => {
  const { sent, recorded, write } = await openDelivery({ conv1: {} })
  await write('conv1')
  await write('conv1')
  expect(sent).toMatchObject([{ conversationId: 'conv1', contactId: 'grace', key: 'm1' }])
  expect(recorded).toEqual([['conv1', 'm1', { state: 'sent' }]])
})

test('sends a message that is too long for the channel in parts, each under a key of its own', async () => {
  const blocks = text('We open at nine. We close at five. Bye.')
  // A report of its first part says nothing about the others.
  const { sent, recorded, write } = await openDelivery({ conv1: { blocks, deliveryState: 'read' } })
  await write('conv1')
  expect(sent.map(({ message, key, part }) => [message.blocks, key, part])).toEqual([
    [text('We open at nine.'), 'm1', { number: 1, of: 3 }],
    [text('We close at five.'), 'm1.2', { number: 2, of: 3 }],
    [text('Bye.'), 'm1.3', { number: 3, of: 3 }],
  ])
  expect(recorded).toEqual([['conv1', 'm1', { state: 'sent' }]])
})

test('sends nothing more of a message after a part that was refused, and says how many were sent', async () => {
  const blocks = text('We open at nine. We close at five. Bye.')
  const { sent, recorded, write } = await openDelivery({ conv1: { blocks } }, [
    { ok: true },
    { ok: false, final: true, reason: 'refused' },
  ])
  await write('conv1')
  expect(sent.map(({ key }) => key)).toEqual(['m1', 'm1.2'])
  expect(recorded).toEqual([['conv1', 'm1', { ...failed('refused'), partsSent: 1 }]])
})

test('does not send what the provider has reported already', async () => {
  const { sent, recorded, write } = await openDelivery({ conv1: { deliveryState: 'read' } })
  await write('conv1')
  expect(sent).toEqual([])
  expect(recorded).toEqual([['conv1', 'm1', { state: 'sent' }]])
})

test('fails at once where sending again can’t help', async () => {
  const { region, sent, recorded, write } = await openDelivery(
    { long: { blocks: text('x'.repeat(20 * MOST_PARTS + 1)) }, refused: {}, late: {} },
    [{ ok: false, final: true, reason: 'refused' }],
  )
  await write('long')
  await write('gone')
  await write('refused')
  await region.handle(
    channel,
    'c1',
    { type: 'DisconnectChannel', agentId: 'a1', reason: 'person' },
    { ...context, cause: { ...context.cause, command: 'k2' } },
  )
  await write('late')
  expect(sent).toHaveLength(1)
  expect(recorded).toEqual([
    ['long', 'm1', failed('too-long')],
    ['gone', 'm1', failed('refused')],
    ['refused', 'm1', failed('refused')],
    ['late', 'm1', failed('disconnected')],
  ])
})

test('leaves a provider that can’t be reached alone for a while, in all conversations of the channel', async () => {
  const away = { ok: false, final: false, away: true } as const
  const { deadlines, sent, recorded, clock, write } = await openDelivery({ a: {}, b: {}, c: {} }, [away])
  await write('a')
  await write('b')
  expect(sent.map(({ conversationId }) => conversationId)).toEqual(['a'])
  expect(recorded).toEqual([])
  const due = await deadlines.due('delivery', Number.MAX_SAFE_INTEGER, 10)
  expect(due.map(({ key }) => key).toSorted()).toEqual(['a/give-up', 'a/retry', 'b/give-up', 'b/retry'])
  clock.now += 10_000
  await write('c')
  expect(recorded).toEqual([['c', 'm1', { state: 'sent' }]])
})

test('does not leave a provider alone that asks for patience in one conversation', async () => {
  const patience = { ok: false, final: false, away: false, afterMs: 60_000 } as const
  const { recorded, write } = await openDelivery({ a: {}, b: {} }, [patience])
  await write('a')
  await write('b')
  expect(recorded).toEqual([['b', 'm1', { state: 'sent' }]])
})

test('sends a message again once a channel is repaired whose credentials were refused, and says that it failed', async () => {
  const refused = { ok: false, final: false, away: true, channelFailed: 'credentials-refused' } as const
  const { deadlines, recorded, write } = await openDelivery({ a: {} }, [refused])
  await write('a')
  expect(recorded).toEqual([['c1', 'credentials-refused']])
  const due = await deadlines.due('delivery', Number.MAX_SAFE_INTEGER, 10)
  expect(due.map(({ key }) => key).toSorted()).toEqual(['a/give-up', 'a/retry'])
})

test('says nothing once the contact wrote too long ago for the channel, and does not ask the provider', async () => {
  const wroteAt = (ms: number) => ({ contactWroteAt: new Date(ms).toISOString() })
  const window = 24 * 3_600_000
  const { sent, recorded, clock, write } = await openDelivery(
    { late: wroteAt(0), inTime: wroteAt(1), unknown: {} },
    [],
    window,
  )
  clock.now = window + 1
  await write('late')
  expect(sent).toEqual([])
  await write('inTime')
  await write('unknown')
  expect(recorded).toEqual([
    ['late', 'm1', failed('window-closed')],
    ['inTime', 'm1', { state: 'sent' }],
    ['unknown', 'm1', { state: 'sent' }],
  ])
})

test('a person of the team may answer later than the agent where the channel allows it, which the adapter is told', async () => {
  const contactWroteAt = new Date(0).toISOString()
  const [day, week] = [24 * 3_600_000, 7 * 24 * 3_600_000]
  const human = { contactWroteAt, role: 'human' as const }
  const { sent, recorded, clock, write } = await openDelivery(
    { soon: human, agent: { contactWroteAt }, late: human, over: human },
    [],
    day,
    week,
  )
  clock.now = day
  await write('soon')
  clock.now = day + 1
  await write('agent')
  await write('late')
  clock.now = week + 1
  await write('over')
  expect(sent.map(({ conversationId, isLate }) => [conversationId, isLate])).toEqual([
    ['soon', undefined],
    ['late', true],
  ])
  expect(recorded).toEqual([
    ['soon', 'm1', { state: 'sent' }],
    ['agent', 'm1', failed('window-closed')],
    ['late', 'm1', { state: 'sent' }],
    ['over', 'm1', failed('window-closed')],
  ])
})
