/**
 * The process that the test of long messages kills: in each of ten conversations a message of five parts and then a
 * short one. Every part is written to the file of the third argument when it starts to be sent. Prints `over` when what
 * became of all messages is recorded.
 */
import { appendFileSync } from 'node:fs'
import { channel } from '@parley/channel/channel.decider.ts'
import type { ChannelAdapter } from '@parley/channel/channel-adapter.ts'
import { runDelivery } from '@parley/channel/delivery/delivery.ts'
import { readConfig } from '@parley/host/config.ts'
import { openRegion } from '@parley/host/region.ts'
import { startPolicies } from '@parley/kernel/policies/policy-runner.ts'
import { startDeadlines } from '@parley/kernel/process-managers/deadline-runner.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { leasesInMemory } from '@parley/kernel/running/leases.ts'
import { createSupervision } from '@parley/kernel/running/supervised.ts'
import { contextOf, notes } from './notes.ts'

const CONVERSATIONS = 10
const texts: Record<string, string> = { long: 'One two. '.repeat(5).trim(), short: 'Bye.' }

const [, , dataDir, sentFile = ''] = process.argv
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', NODE_ENV: 'test', REGIONS: 'na' })
const { eventStore, state, keyring, commands } = await openRegion(config, 'na')
const { handle, load, refresh } = commands
const deadlines = createDeadlines(state)
// In memory, because leases of the killed process would expire too late for a test.
const leases = leasesInMemory()
const supervision = createSupervision({ backOffMs: 5 })

await handle(
  channel,
  'c1',
  {
    type: 'ConnectChannel',
    channel: {
      ...{ channelId: 'c1', agentId: 'a1', kind: 'webhook', name: 'Orders' },
      account: { url: 'https://shop.example/' },
      credentials: { secret: 'sixteen letters!' },
    },
    limit: { maxChannels: 1, channels: 0 },
  },
  contextOf('connected'),
)
const adapter: ChannelAdapter = {
  kind: 'webhook',
  capabilities: { textLength: 9, retryForMs: 86_400_000 },
  async send(_channel, { conversationId, key }) {
    appendFileSync(sentFile, `${conversationId} ${key}\n`)
    // Takes longer than the time until a kill, so that kills hit parts in progress and come between all of them.
    await new Promise((resolve) => setTimeout(resolve, 60))
    return { ok: true }
  },
}
const running = runDelivery({
  ...{ handle, load, refresh, deadlines },
  adapters: {
    ...{ webhook: adapter, telegram: adapter, whatsapp: adapter, discord: adapter },
    ...{ messenger: adapter, instagram: adapter },
  },
  async channelFailed() {},
  async messageOf(_tenant, _conversationId, id) {
    const blocks = [{ type: 'text' as const, text: texts[id] ?? '' }]
    const message = { id, index: 1, role: 'agent' as const, blocks, at: '' }
    return { channelId: 'c1', contactId: 'grace', message }
  },
  async record({ cause }, { conversationId, messageId }, { state: became }) {
    const text = `${conversationId} ${messageId} ${became}`
    await handle(notes, 'recorded', { type: 'TakeNote', text }, contextOf(cause.command))
    return { ok: true }
  },
})
await startPolicies({ eventStore, state, keyring, leases, supervision, policies: [running.policy] })
startDeadlines({ deadlines, leases, supervision, work: [running.deadlineWork], lookEveryMs: 5 })
process.stdout.write('ready\n')
for (let nth = 0; nth < CONVERSATIONS; nth++)
  for (const messageId of Object.keys(texts)) {
    const input = { type: 'MessageWritten', messageId, retryForMs: 86_400_000 } as const
    await running.take({ tenant: 'w1', instance: `x${nth}` }, input, `written ${messageId}`)
  }
while ((await load(notes, 'recorded'))?.state !== CONVERSATIONS * 2)
  await new Promise((resolve) => setTimeout(resolve, 5))
process.stdout.write('over\n')
