import { type SimulatedKind, simulatedKindNames } from '@parley/contracts/channel/names.ts'
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { DeliveryInput } from '@parley/contracts/delivery-events.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import type { RunningProcess } from '@parley/kernel/process-managers/process-manager.ts'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answered } from '../adapter.conformance.ts'
import { type Channel, channel } from '../channel.decider.ts'
import type { ChannelAdapter } from '../channel-adapter.ts'
import { runDelivery } from '../delivery/delivery.ts'
import { discordAdapter } from '../discord/discord-adapter.ts'
import { discordApi } from '../discord/discord-api.ts'
import { graphApi } from '../meta/graph-api.ts'
import { pageAdapter } from '../pages/page-adapter.ts'
import { randomBlocks } from '../random-blocks.ts'
import { telegramAdapter } from '../telegram/telegram-adapter.ts'
import { telegramApi } from '../telegram/telegram-api.ts'
import { whatsAppAdapter } from '../whatsapp/whatsapp-adapter.ts'
import { allowanceOf, simulate } from './simulate.ts'

const own = { publicUrl: 'https://parley.example', region: 'na' }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The ids that a simulation has in place of those of a conversation and its contact. */
const contactId = '15550100'
const conversation = 'simulated'

const account = { phoneNumberId: '1', pageId: '1', discordChannelId: '1' }
const credentials = {
  ...{ token: '1:token', appSecret: 'secret' },
  webhookUrl: 'https://discord.com/api/webhooks/3234567890123456/the-token-of-this-webhook',
}

function adapterOn(kind: SimulatedKind, fetch: SafeFetch): ChannelAdapter {
  const api = graphApi({ apiUrl: 'https://graph.facebook.com', version: 'v18.0', fetch })
  switch (kind) {
    case 'telegram':
      return telegramAdapter({ api: telegramApi({ apiUrl: 'https://api.telegram.org', fetch }), ...own })
    case 'whatsapp':
      return whatsAppAdapter({ api, ...own })
    case 'discord': {
      const { publicUrl } = own
      const discord = discordApi({
        ...{ apiUrl: 'https://discord.com/api/v10', botToken: 't', publicUrl, fetch },
      })
      return discordAdapter({ api: discord, publicUrl, isOffered: true })
    }
    default:
      return pageAdapter({ kind, api, publicUrl: own.publicUrl, isUsed: async () => false })
  }
}

/** What the delivery of a connected channel sends over the network, and whether it failed, for one message. */
async function openDelivery(kind: SimulatedKind) {
  const state = await openSqliteReadStore({ file: ':memory:' })
  let bodies: unknown[] = []
  let failure: string | undefined
  let message: MessageView
  let contactWroteAt = ''
  const clock = { now: 400 * DAY_MS }
  const taken =
    kind === 'telegram'
      ? '{"ok":true,"result":{"message_id":5}}'
      : '{"id":"5","message_id":"5","messages":[{"id":"5"}]}'
  const adapter = adapterOn(kind, async (_address, options) => {
    bodies.push(JSON.parse(String(options?.body)))
    return answered(200, taken)
  })
  let running: RunningProcess<DeliveryInput> | undefined
  const region = await openTestRegion({
    policies({ handle, load, commands }) {
      running = runDelivery({
        ...{ handle, load, refresh: commands.refresh, deadlines: createDeadlines(state) },
        now: () => clock.now,
        adapters: Object.fromEntries([[kind, adapter]]) as Record<string, ChannelAdapter> as never,
        channelFailed: async () => undefined,
        messageOf: async () => ({ channelId: 'c1', contactId, message, contactWroteAt }),
        async record(_context, _of, became) {
          failure = became.reason
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
  const connected: Channel = { channelId: 'c1', agentId: 'a1', kind, name: 'Shop', account, credentials }
  const context: CommandContext = {
    ...{ tenant: 'w1', actor: { kind: 'user', id: 'u1' } },
    cause: { via: 'dashboard', command: 'k', correlation: 'c' },
  }
  const limit = { maxChannels: 1, channels: 0 }
  await region.handle(channel, 'c1', { type: 'ConnectChannel', channel: connected, limit }, context)

  let nth = 0
  return async (blocks: Block[], role: 'agent' | 'human', ageMs: number) => {
    const id = `m${nth++}`
    bodies = []
    failure = undefined
    message = { id, index: 0, role, blocks, at: '' }
    contactWroteAt = new Date(clock.now - ageMs).toISOString()
    const input = { type: 'MessageWritten', messageId: id, retryForMs: DAY_MS } as const
    await running?.take({ tenant: 'w1', instance: conversation }, input, `written ${id}`)
    await region.settled()
    return { id, bodies, failure }
  }
}

describe.each(simulatedKindNames)('on %s', (kind) => {
  test('what is simulated is what the delivery sends, whatever an agent or a person says', async () => {
    const deliver = await openDelivery(kind)
    const ageMs = fc.constantFrom(0, HOUR_MS, 25 * HOUR_MS, 8 * DAY_MS)
    const role = fc.constantFrom('agent' as const, 'human' as const)
    await fc.assert(
      fc.asyncProperty(randomBlocks, role, ageMs, async (blocks, by, age) => {
        const { id, bodies, failure } = await deliver(blocks, by, age)
        const simulated = await simulate(own, kind, { id, role: by, blocks, ageMs: age })
        expect(JSON.parse(JSON.stringify(simulated.requests.map(({ body }) => body)))).toEqual(bodies)
        expect(simulated.notSent).toBe(failure)
      }),
      { numRuns: 25 },
    )
  })
})

test('says who may write, by how long ago the contact wrote', () => {
  const at = (kind: SimulatedKind, ageMs: number) => allowanceOf(own, kind, ageMs)
  for (const kind of simulatedKindNames) expect(at(kind, DAY_MS)).toEqual({ agent: 'free', person: 'free' })
  const late = DAY_MS + 1
  expect(at('whatsapp', late)).toEqual({ agent: 'none', person: 'template' })
  for (const kind of ['messenger', 'instagram'] as const) {
    expect(at(kind, late)).toEqual({ agent: 'none', person: 'tagged' })
    expect(at(kind, 7 * DAY_MS + 1)).toEqual({ agent: 'none', person: 'none' })
  }
  for (const kind of ['telegram', 'discord'] as const)
    expect(at(kind, 300 * DAY_MS)).toEqual({ agent: 'free', person: 'free' })
})
