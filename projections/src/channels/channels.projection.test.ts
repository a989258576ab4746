import type { ChannelEvent } from '@parley/contracts/channel/events.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { channelsProjection } from './channels.projection.ts'

const ids = { channelId: 'c1', agentId: 'a1' }
const connected: ChannelEvent = {
  type: 'ChannelConnected',
  data: {
    ...ids,
    at: '2026-11-21T12:00:00.000Z',
    kind: 'webhook',
    name: 'sealed name',
    account: { url: 'sealed url' },
    credentials: { secret: 'sealed', token: 'sealed too' },
  },
}
const at = '2026-11-22T12:00:00.000Z'

test('contains a channel as it was changed last, with what is sealed as in the events', () => {
  const changed: ChannelEvent = {
    type: 'ChannelChanged',
    data: { ...ids, at, name: 'other', account: { url: 'elsewhere' } },
  }
  const replaced: ChannelEvent = {
    type: 'ChannelCredentialsChanged',
    data: { ...ids, at, credentials: { secret: 'sealed anew' } },
  }
  expect(projected(channelsProjection, [connected, changed, replaced]).get('c1')).toEqual({
    ...ids,
    kind: 'webhook',
    name: 'other',
    account: { url: 'elsewhere' },
    credentials: { secret: 'sealed anew', token: 'sealed too' },
    setup: { state: 'ready' },
    connectedAt: '2026-11-21T12:00:00.000Z',
    updatedAt: at,
  })
})

test('says whether the provider knows the channel', () => {
  const told: ChannelEvent = { type: 'ChannelConnected', data: { ...connected.data, needsSetup: true } }
  const ready: ChannelEvent = { type: 'ChannelSetUp', data: { ...ids, at } }
  const failed: ChannelEvent = { type: 'ChannelSetupFailed', data: { ...ids, at, reason: 'refused' } }
  const replaced: ChannelEvent = {
    type: 'ChannelCredentialsChanged',
    data: { ...ids, at, credentials: {}, needsSetup: true },
  }
  const setup = (...events: ChannelEvent[]) =>
    projected(channelsProjection, [told, ...events]).get('c1')?.setup
  expect(setup()).toEqual({ state: 'pending' })
  expect(setup(failed)).toEqual({ state: 'failed', reason: 'refused' })
  expect(setup(failed, replaced)).toEqual({ state: 'pending' })
  expect(setup(failed, replaced, ready)).toEqual({ state: 'ready' })
})

test('is removed when the channel is disconnected', () => {
  const over: ChannelEvent = { type: 'ChannelDisconnected', data: { ...ids, at, reason: 'person' } }
  expect(projected(channelsProjection, [connected, over]).size).toBe(0)
  const told: ChannelEvent = { type: 'ChannelTornDown', data: { ...ids, at } }
  expect(projected(channelsProjection, [connected, over, told]).size).toBe(0)
})
