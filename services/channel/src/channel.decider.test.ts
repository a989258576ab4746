import type { ChannelEvent } from '@parley/contracts/channel/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { type Channel, type ChannelCommand, channel } from './channel.decider.ts'

const own: Channel = {
  channelId: 'c1',
  agentId: 'a1',
  kind: 'webhook',
  name: 'Orders',
  account: { url: 'https://shop.example/' },
  credentials: { secret: 'sixteen letters!' },
}
const connect: ChannelCommand = {
  type: 'ConnectChannel',
  channel: own,
  limit: { maxChannels: 2, channels: 1 },
}
const at = '2026-11-21T12:00:00.000Z'
const connected: ChannelEvent = { type: 'ChannelConnected', data: { ...own, at } }
const dated = { channelId: 'c1', agentId: 'a1', at }
const where = { channelId: 'c1', agentId: 'a1', at: expect.any(String) }

test('is connected once, up to the limit of the plan', () => {
  const [event] = given(channel).when(connect).events()
  expect(event).toEqual({ type: 'ChannelConnected', data: { ...own, at: expect.any(String) } })
  given(channel, connected).when(connect).thenNothing()
  given(channel)
    .when({ ...connect, limit: { maxChannels: 2, channels: 2 } })
    .thenRejected('channel-limit-reached')
})

test('records the credentials that were replaced, and no others', () => {
  const replace = (credentials: Channel['credentials']) =>
    given(channel, connected).when({ type: 'ChangeCredentials', agentId: 'a1', credentials })
  replace({ secret: own.credentials.secret ?? '' }).thenNothing()
  const [changed] = replace({ secret: 'another of sixteen' }).events()
  expect(changed).toEqual({
    type: 'ChannelCredentialsChanged',
    data: { ...where, credentials: { secret: 'another of sixteen' } },
  })
  expect(given(channel, connected, changed!).state).toMatchObject({
    channel: { credentials: { secret: 'another of sixteen' } },
  })
})

test('is renamed without its credentials, and only if something differs', () => {
  const change = (name: string): ChannelCommand => ({
    type: 'ChangeChannel',
    agentId: 'a1',
    name,
    account: own.account,
  })
  given(channel, connected).when(change('Orders')).thenNothing()
  const [changed] = given(channel, connected).when(change('Returns')).events()
  expect(changed).toEqual({
    type: 'ChannelChanged',
    data: { ...where, name: 'Returns', account: own.account },
  })
})

test('stays disconnected', () => {
  const disconnect: ChannelCommand = { type: 'DisconnectChannel', agentId: 'a1', reason: 'person' }
  const [over] = given(channel, connected).when(disconnect).events()
  expect(over).toEqual({ type: 'ChannelDisconnected', data: { ...where, reason: 'person' } })
  for (const command of [disconnect, { type: 'ChangeCredentials', agentId: 'a1', credentials: {} } as const])
    given(channel, connected, over!).when(command).thenRejected('not-found')
  given(channel).when(disconnect).thenRejected('not-found')
  given(channel, connected, over!).when(connect).thenNothing()
})

test('that the provider has to be told of is set up again when its account or credentials change', () => {
  const [first] = given(channel)
    .when({ ...connect, needsSetup: true })
    .events()
  expect(first).toMatchObject({ data: { needsSetup: true } })
  const setup = (...events: ChannelEvent[]) => {
    const { state } = given(channel, first!, ...events)
    return state.status === 'connected' ? state.setup : state
  }
  const ready: ChannelEvent = { type: 'ChannelSetUp', data: dated }
  expect(setup()).toEqual({ version: 1, state: 'pending' })
  const change = (command: ChannelCommand) => {
    const [event] = given(channel, first!, ready).when(command).events()
    return setup(ready, event!)
  }
  const renamed = { type: 'ChangeChannel', agentId: 'a1', name: 'Returns' } as const
  expect(change({ ...renamed, account: own.account })).toEqual({ version: 1, state: 'ready' })
  const pending = { version: 2, state: 'pending', former: own }
  expect(change({ ...renamed, account: { url: 'https://other.example/' } })).toEqual(pending)
  const credentials = { secret: 'another of sixteen' }
  expect(change({ type: 'ChangeCredentials', agentId: 'a1', credentials })).toEqual(pending)
  const gone = change({ type: 'DisconnectChannel', agentId: 'a1', reason: 'person' })
  expect(gone).toEqual({ status: 'disconnected', toTearDown: own })
  expect(given(channel, connected).state).not.toHaveProperty('setup')
})

test('records what became of telling the provider once, and only of its present version', () => {
  const told: ChannelEvent = { type: 'ChannelConnected', data: { ...own, needsSetup: true, at } }
  const ready: ChannelEvent = { type: 'ChannelSetUp', data: dated }
  const record: ChannelCommand = { type: 'RecordSetup', version: 1 }
  const recorded = (command: ChannelCommand, ...events: ChannelEvent[]) =>
    given(channel, told, ...events)
      .when(command)
      .events()
  expect(recorded(record)).toEqual([{ type: 'ChannelSetUp', data: where }])
  expect(recorded({ ...record, reason: 'refused' })).toEqual([
    { type: 'ChannelSetupFailed', data: { ...where, reason: 'refused' } },
  ])
  const credentials = { secret: 'another of sixteen' }
  const replaced: ChannelEvent = {
    type: 'ChannelCredentialsChanged',
    data: { ...dated, credentials, needsSetup: true },
  }
  given(channel, told, replaced).when(record).thenNothing()
  given(channel, told, ready).when(record).thenNothing()
  given(channel, connected).when(record).thenNothing()
  const over = (needsTeardown?: boolean): ChannelEvent => ({
    type: 'ChannelDisconnected',
    data: { ...dated, reason: 'person', ...(needsTeardown ? { needsTeardown } : {}) },
  })
  given(channel, told, over(true)).when(record).thenNothing()
  const removed: ChannelEvent = { type: 'ChannelTornDown', data: dated }
  const recordRemoved: ChannelCommand = { type: 'RecordTeardown' }
  expect(recorded(recordRemoved, over(true))).toEqual([{ type: 'ChannelTornDown', data: where }])
  expect(recorded({ ...recordRemoved, reason: 'expired' }, over(true))).toEqual([
    { type: 'ChannelTeardownFailed', data: { ...where, reason: 'expired' } },
  ])
  given(channel, told, over(true), removed).when(recordRemoved).thenNothing()
  given(channel, connected, over()).when(recordRemoved).thenNothing()
  given(channel, told).when(recordRemoved).thenNothing()
})

test('is not found by another agent, and takes no fields of another kind of channel', () => {
  const refuses = (command: ChannelCommand, code: string) =>
    given(channel, connected).when(command).thenRejected(code)
  const [name, account] = ['Orders', { phone: '1' }]
  const credentials = { token: 'token' }
  refuses({ type: 'DisconnectChannel', agentId: 'a2', reason: 'person' }, 'not-found')
  refuses({ type: 'ChangeCredentials', agentId: 'a2', credentials: {} }, 'not-found')
  refuses({ type: 'ChangeChannel', agentId: 'a2', name, account: own.account }, 'not-found')
  refuses({ type: 'ChangeChannel', agentId: 'a1', name, account }, 'invalid-input')
  refuses({ type: 'ChangeCredentials', agentId: 'a1', credentials }, 'invalid-input')
})

test('a set-up that failed is tried again when the channel is saved, changed or not', () => {
  const told: ChannelEvent = { type: 'ChannelConnected', data: { ...own, needsSetup: true, at } }
  const failed: ChannelEvent = { type: 'ChannelSetupFailed', data: { ...dated, reason: 'expired' } }
  const { credentials, account, name } = own
  for (const command of [
    { type: 'ChangeCredentials', agentId: 'a1', credentials },
    { type: 'ChangeChannel', agentId: 'a1', name, account },
  ] as const) {
    given(channel, told).when(command).thenNothing()
    const [event] = given(channel, told, failed).when(command).events()
    expect(given(channel, told, failed, event!).state).toMatchObject({
      setup: { version: 2, state: 'pending' },
    })
  }
})

const bot = {
  ...own,
  kind: 'telegram' as const,
  account: { botId: '4711', username: 'shop_bot' },
  credentials: { token: '4711:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
}

test('stays with its account at the provider, and takes another name', () => {
  const told: ChannelEvent = { type: 'ChannelConnected', data: { ...bot, needsSetup: true, at } }
  const { account } = bot
  const change = (name: string, of: typeof account): ChannelCommand => ({
    ...{ type: 'ChangeChannel', agentId: 'a1', name, account: of },
  })
  given(channel, told)
    .when(change('Lamps', { ...account, botId: '4712' }))
    .thenRejected('invalid-input')
  const [renamed] = given(channel, told).when(change('Lamps', account)).events()
  expect(renamed?.data).not.toHaveProperty('needsSetup')
})

test('fails once its provider refuses the credentials that it has, and no others', () => {
  const told: ChannelEvent = { type: 'ChannelConnected', data: { ...bot, needsSetup: true, at } }
  const ready: ChannelEvent = { type: 'ChannelSetUp', data: dated }
  const refusal = (credentials: Record<string, string>): ChannelCommand => ({
    ...{ type: 'RecordRefusal', credentials, reason: 'credentials-refused' },
  })
  const refused = { type: 'ChannelSetupFailed', data: { ...dated, reason: 'credentials-refused' } } as const
  given(channel, told, ready).when(refusal(bot.credentials)).then(refused)
  given(channel, told, ready)
    .when(refusal({ token: 'former' }))
    .thenNothing()
  given(channel, told, ready, refused).when(refusal(bot.credentials)).thenNothing()
  given(channel, told).when(refusal(bot.credentials)).thenNothing()
})

test('is not connected once the reservation of its account is over', () => {
  const limit = { maxChannels: 1, channels: 0 }
  const connect: ChannelCommand = { type: 'ConnectChannel', channel: bot, limit, usableUntil: 0 }
  given(channel).when(connect).thenRejected('conflict')
})

test('records what it ignores of each kind once an hour', () => {
  // When a specification takes place.
  const now = Date.parse(at)
  const before = (minutes: number): ChannelEvent => ({
    type: 'ChannelDeliveryIgnored',
    data: { ...dated, at: new Date(now - minutes * 60_000).toISOString(), what: 'group' },
  })
  const ignore = (what: 'group' | 'bot', ...past: ChannelEvent[]) =>
    given(channel, ...past)
      .when({ type: 'RecordIgnored', what })
      .events()
  const recorded = (what: string) => [{ type: 'ChannelDeliveryIgnored', data: { ...where, what } }]
  expect(ignore('group', connected)).toEqual(recorded('group'))
  expect(ignore('group', connected, before(50))).toEqual([])
  expect(ignore('bot', connected, before(50))).toEqual(recorded('bot'))
  expect(ignore('group', connected, before(61))).toEqual(recorded('group'))
  expect(ignore('group')).toEqual([])
})

test('records that what was set up works no more, unless it has changed since', () => {
  const ready: ChannelEvent[] = [
    { type: 'ChannelConnected', data: { ...own, needsSetup: true, at } },
    { type: 'ChannelSetUp', data: dated },
  ]
  const fail = (version: number, ...past: ChannelEvent[]) =>
    given(channel, ...past)
      .when({ type: 'RecordFailure', version, reason: 'credentials-refused' })
      .events()
  expect(fail(1, ...ready)).toEqual([
    { type: 'ChannelSetupFailed', data: { ...where, reason: 'credentials-refused' } },
  ])
  expect(fail(2, ...ready)).toEqual([])
  const replaced: ChannelEvent = {
    type: 'ChannelCredentialsChanged',
    data: { ...dated, credentials: { secret: 'another of sixteen' }, needsSetup: true },
  }
  expect(fail(1, ...ready, replaced)).toEqual([])
  expect(fail(2, ...ready, replaced, { type: 'ChannelSetUp', data: dated })).toHaveLength(1)
  expect(fail(1)).toEqual([])
})

test('the end of a token is recorded once, until there is another token', () => {
  const endsAt = '2026-08-01T12:00:00.000Z'
  const ready: ChannelEvent[] = [
    { type: 'ChannelConnected', data: { ...own, needsSetup: true, at } },
    { type: 'ChannelSetUp', data: dated },
  ]
  const ending: ChannelEvent = { type: 'ChannelTokenEnding', data: { ...dated, endsAt } }
  const record = (version: number, ...past: ChannelEvent[]) =>
    given(channel, ...past)
      .when({ type: 'RecordTokenEnd', version, endsAt })
      .events()
  const recorded = [{ type: 'ChannelTokenEnding', data: { ...where, endsAt } }]
  expect(record(1, ...ready)).toEqual(recorded)
  expect(record(2, ...ready)).toEqual([])
  expect(record(1, ...ready, ending)).toEqual([])
  const replaced: ChannelEvent = {
    type: 'ChannelCredentialsChanged',
    data: { ...dated, credentials: { secret: 'another of sixteen' }, needsSetup: true },
  }
  expect(record(2, ...ready, ending, replaced, { type: 'ChannelSetUp', data: dated })).toEqual(recorded)
})
