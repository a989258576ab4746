/** Channels are set up at a provider and removed there, whatever it answers and whenever a process ends. */
import { type AgentEvent, agentEvents } from '@parley/contracts/agent/events.ts'
import type { SetupInput } from '@parley/contracts/channel/setup-events.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import type { RunningProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type ChannelCommand, channel } from '../channel.decider.ts'
import { disconnectChannels } from '../disconnect-channels.policy.ts'
import { setUpChannels } from './set-up-channels.policy.ts'
import { runSetup } from './setup.ts'
import { startTestProvider } from './test-provider.ts'

/** Appends the events of agents that it is given. */
const anyAgent: Aggregate<null, AgentEvent, AgentEvent> = {
  category: 'agent',
  events: agentEvents,
  decider: { initialState: null, evolve: () => null, decide: (event) => accept(event) },
}

const secretOf = (name: string) => ({ secret: `${name}-of-sixteen-letters` })
const connect: ChannelCommand = {
  type: 'ConnectChannel',
  channel: {
    channelId: 'c1',
    agentId: 'a1',
    kind: 'webhook',
    name: 'Orders',
    account: { url: 'https://shop.example/' },
    credentials: secretOf('first'),
  },
  needsSetup: true,
  limit: { maxChannels: 1, channels: 0 },
}
const disconnect: ChannelCommand = { type: 'DisconnectChannel', agentId: 'a1', reason: 'person' }
const replace = (secret: string): ChannelCommand => ({
  ...{ type: 'ChangeCredentials', agentId: 'a1' },
  credentials: secretOf(secret),
})

async function openSetup() {
  const provider = await startTestProvider()
  const state = await openSqliteReadStore({ file: ':memory:' })
  const deadlines = createDeadlines(state)
  /** How many outcomes are lost, as when the process is killed between the call and its record. */
  const killed = { outcomes: 0 }
  let running: RunningProcess<SetupInput> | undefined
  const region = await openTestRegion({
    policies({ handle, load, commands }) {
      running = runSetup({
        async handle(aggregate, id, command, context) {
          if (context.cause.command.startsWith('outcome/') && killed.outcomes-- > 0) throw new Error('killed')
          return handle(aggregate, id, command, context)
        },
        ...{ load, refresh: commands.refresh, deadlines },
        adapters: {
          webhook: { provider: provider.provider },
          telegram: {},
          whatsapp: {},
          discord: {},
          messenger: {},
          instagram: {},
        },
      })
      return [
        setUpChannels({ take: running.take }),
        running.policy,
        disconnectChannels({ handle, channelIdsOf: async () => ['c1'] }),
      ]
    },
  })
  onTestFinished(async () => {
    await region.close()
    await state.close()
    await provider.stop()
  })
  let commands = 0
  const contextOf = (): CommandContext => ({
    tenant: 'w1',
    actor: { kind: 'user', id: 'u1' },
    cause: { via: 'dashboard', command: `k${++commands}`, correlation: 'c' },
  })
  async function issue(...given: ChannelCommand[]) {
    for (const command of given)
      expect(await region.handle(channel, 'c1', command, contextOf())).toMatchObject({ ok: true })
  }
  return {
    ...{ region, provider, killed, issue },
    /** Handles commands, and waits until everything that follows from them has happened. */
    async run(...given: ChannelCommand[]) {
      await issue(...given)
      await region.settled()
    },
    async deleteAgent() {
      const data = { agentId: 'a1', title: 'Shop', formerKeyHash: '' }
      await region.handle(anyAgent, 'a1', { type: 'AgentDeleted', data }, contextOf())
      await region.settled()
    },
    async order(input: SetupInput) {
      await running?.take({ tenant: 'w1', instance: 'c1' }, input, `order ${++commands}`)
      await region.settled()
    },
    /** Lets a deadline pass. */
    async pass(name: string) {
      const open = await deadlines.due('setup', Number.MAX_SAFE_INTEGER, 10)
      for (const one of open.filter(({ key }) => key === `c1/${name}`)) {
        await running?.deadlineWork.carryOut(one, new AbortController().signal)
        await deadlines.done(one)
      }
      await region.settled()
    },
    setup: async () => {
      const found = (await region.load(channel, 'c1'))?.state
      return found?.status === 'connected' ? found.setup : found
    },
    recorded: async () => (await region.eventStore.readStream('channel-c1')).map(({ type }) => type),
    openDeadlines: async () =>
      (await deadlines.due('setup', Number.MAX_SAFE_INTEGER, 10)).map(({ key }) => key),
  }
}

test('is set up once it is connected, again with replaced credentials, and removed once it is disconnected', async () => {
  const { run, setup, provider, openDeadlines } = await openSetup()
  await run(connect)
  expect(provider.calls).toEqual(['setWebhook first'])
  expect(await setup()).toEqual({ version: 1, state: 'ready' })
  await run(replace('second'))
  expect(await setup()).toEqual({ version: 2, state: 'ready' })
  await run(disconnect)
  expect(provider.calls).toEqual([
    'setWebhook first',
    'deleteWebhook first',
    'setWebhook second',
    'deleteWebhook second',
  ])
  expect([...provider.set]).toEqual([])
  expect(await setup()).toEqual({ status: 'disconnected' })
  expect(await openDeadlines()).toEqual([])
})

test('is set up with replaced credentials though the former ones are refused, and not while they can not be removed', async () => {
  const { run, setup, pass, provider } = await openSetup()
  await run(connect)
  provider.answer('nonsense')
  await run(replace('second'))
  expect([...provider.set]).toEqual(['first'])
  provider.answer({ status: 401 })
  await pass('retry')
  expect(provider.calls.slice(1)).toEqual(['deleteWebhook first', 'deleteWebhook first', 'setWebhook second'])
  expect(await setup()).toEqual({ version: 2, state: 'ready' })
})

test('removes the former webhook too if it is disconnected before it is set up anew', async () => {
  const { run, provider } = await openSetup()
  await run(connect)
  provider.answer('nonsense')
  await run(replace('second'))
  await run(disconnect)
  expect(provider.calls.slice(1)).toEqual([
    'deleteWebhook first',
    'deleteWebhook first',
    'deleteWebhook second',
  ])
  expect([...provider.set]).toEqual([])
})

test('is not set up again because it was renamed', async () => {
  const { run, provider } = await openSetup()
  const renamed = { type: 'ChangeChannel', agentId: 'a1', name: 'Returns' } as const
  await run(connect, { ...renamed, account: { url: 'https://shop.example/' } })
  expect(provider.calls).toEqual(['setWebhook first'])
  await run({ ...renamed, account: { url: 'https://other.example/' } })
  expect(provider.calls).toEqual(['setWebhook first', 'deleteWebhook first', 'setWebhook first'])
})

test('that is ready is not told to the provider again by a repeated order', async () => {
  const { run, order, setup, provider } = await openSetup()
  await run(connect)
  await order({ type: 'SetupWanted' })
  expect(provider.calls).toEqual(['setWebhook first'])
  expect(await setup()).toEqual({ version: 1, state: 'ready' })
})

test('is removed at the provider with its agent', async () => {
  const { run, deleteAgent, provider, recorded } = await openSetup()
  await run(connect)
  await deleteAgent()
  expect(provider.calls).toEqual(['setWebhook first', 'deleteWebhook first'])
  expect((await recorded()).slice(-2)).toEqual(['ChannelDisconnected', 'ChannelTornDown'])
})

test.each([
  ['does not answer', 'hangs'],
  ['breaks the connection after it did what was asked', 'cut'],
  ['answers something else', 'nonsense'],
  ['fails', { status: 500 }],
  ['asks for patience', { status: 429, retryAfter: 60 }],
] as const)('tries again while the provider %s', async (_what, answer) => {
  const { run, pass, setup, provider, openDeadlines } = await openSetup()
  provider.answer(answer, answer)
  await run(connect)
  expect(await setup()).toMatchObject({ state: 'pending' })
  await pass('retry')
  expect(await setup()).toMatchObject({ state: 'pending' })
  await pass('retry')
  expect(provider.calls).toHaveLength(3)
  expect(await setup()).toMatchObject({ state: 'ready' })
  provider.answer(answer)
  await run(disconnect)
  expect(await setup()).toMatchObject({ status: 'disconnected', toTearDown: { channelId: 'c1' } })
  await pass('retry')
  expect([...provider.set]).toEqual([])
  expect(await setup()).toEqual({ status: 'disconnected' })
  expect(await openDeadlines()).toEqual([])
})

test('fails at once with credentials that the provider does not accept, and is ready with others', async () => {
  const { region, run, setup, provider, recorded } = await openSetup()
  provider.answer({ status: 401 })
  await run(connect)
  expect(await setup()).toEqual({ version: 1, state: 'failed' })
  const [, failed] = await region.eventStore.readStream('channel-c1')
  expect(JSON.parse(String(failed?.data))).toMatchObject({ reason: 'credentials-refused' })
  await run(replace('second'))
  expect(await setup()).toEqual({ version: 2, state: 'ready' })
  expect(await recorded()).toEqual([
    ...['ChannelConnected', 'ChannelSetupFailed', 'ChannelCredentialsChanged', 'ChannelSetUp'],
  ])
})

test('is asked about once a day, and fails once its credentials are refused, whoever has ended them', async () => {
  const { run, pass, setup, provider, recorded, openDeadlines } = await openSetup()
  await run(connect)
  await pass('watch')
  expect(provider.calls).toEqual(['setWebhook first', 'getWebhookInfo first'])
  // That the provider is away passes.
  provider.answer({ status: 500 })
  await pass('watch')
  expect(await setup()).toMatchObject({ state: 'ready' })
  provider.answer({ status: 401 })
  await pass('watch')
  expect(await setup()).toMatchObject({ state: 'failed' })
  await pass('watch')
  expect(provider.calls).toHaveLength(4)
  await run(replace('second'))
  expect(await setup()).toMatchObject({ state: 'ready' })
  expect(await openDeadlines()).toEqual(['c1/watch'])
  expect(await recorded()).toEqual([
    ...['ChannelConnected', 'ChannelSetUp', 'ChannelSetupFailed', 'ChannelCredentialsChanged'],
    'ChannelSetUp',
  ])
})

test('fails after a day without a proper answer', async () => {
  const { run, pass, setup, provider, openDeadlines } = await openSetup()
  provider.answer({ status: 500 }, { status: 500 })
  await run(connect)
  await pass('give-up')
  expect(await setup()).toMatchObject({ state: 'failed' })
  expect(await openDeadlines()).toEqual([])
})

test('is told to the provider again, and recorded once, after a kill between the call and its record', async () => {
  const { issue, killed, setup, provider, recorded } = await openSetup()
  killed.outcomes = 1
  await issue(connect)
  await expect.poll(setup).toMatchObject({ state: 'ready' })
  expect(provider.calls).toEqual(['setWebhook first', 'setWebhook first'])
  killed.outcomes = 1
  await issue(disconnect)
  await expect.poll(setup).toEqual({ status: 'disconnected' })
  expect(provider.calls.slice(2)).toEqual(['deleteWebhook first', 'deleteWebhook first'])
  expect(await recorded()).toEqual([
    ...['ChannelConnected', 'ChannelSetUp', 'ChannelDisconnected', 'ChannelTornDown'],
  ])
})

test('ends as the last command says, however quickly commands follow each other', async () => {
  const { run, setup, provider } = await openSetup()
  await run(connect, replace('second'), replace('third'))
  expect(await setup()).toEqual({ version: 3, state: 'ready' })
  expect(provider.calls.at(-1)).toBe('setWebhook third')
  await run(replace('fourth'), disconnect)
  expect(provider.calls.at(-1)).toBe('deleteWebhook fourth')
  expect(provider.set.has('fourth')).toBe(false)
  expect(await setup()).toEqual({ status: 'disconnected' })
})
