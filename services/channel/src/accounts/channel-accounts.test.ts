import { openTestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { expect, onTestFinished, test } from 'vitest'
import { channel } from '../channel.decider.ts'
import { channelAccounts } from './channel-accounts.ts'

let keys = 0
const context = (tenant: string): CommandContext => ({
  tenant,
  actor: { kind: 'user', id: 'u1' },
  cause: { via: 'dashboard', command: `k${++keys}`, correlation: 'c' },
})

/** Two regions, the first of which keeps the directory. */
async function openRegions() {
  const na = await openTestRegion()
  const eu = await openTestRegion()
  onTestFinished(async () => {
    await na.close()
    await eu.close()
  })
  const clock = { now: Date.now() }
  const regions = { na, eu }
  const commandsOf = (region = 'na') =>
    region in regions ? regions[region as keyof typeof regions].commands : undefined
  const accountsIn = (region: 'na' | 'eu') => channelAccounts({ region, commandsOf, now: () => clock.now })
  return {
    clock,
    async reserved(): Promise<number> {
      const log = await na.eventStore.readAll(-1, 1_000)
      return log.filter(({ type }) => type === 'ChannelAccountReserved').length
    },
    reserve: (region: 'na' | 'eu', channelId: string, tenant = `w-${channelId}`) =>
      accountsIn(region).reserve({ kind: 'telegram', accountId: '4711', channelId }, context(tenant)),
    holderOf: (accountId = '4711') => accountsIn('eu').holderOf({ kind: 'telegram', accountId }),
    async connect(region: 'na' | 'eu', channelId: string) {
      const own = {
        ...{ channelId, agentId: 'a1', kind: 'telegram' as const, name: 'Shop' },
        account: { botId: '4711', username: 'shop_bot' },
        credentials: { token: '4711:token' },
      }
      const limit = { maxChannels: 1, channels: 0 }
      const command = { type: 'ConnectChannel', channel: own, limit } as const
      await regions[region].commands.handle(channel, channelId, command, context(`w-${channelId}`))
    },
    async disconnect(region: 'na' | 'eu', channelId: string) {
      const command = { type: 'DisconnectChannel', agentId: 'a1', reason: 'person' } as const
      await regions[region].commands.handle(channel, channelId, command, context(`w-${channelId}`))
    },
  }
}

const taken = { ok: false, rejection: { code: 'account-taken' } }

test('an account belongs to one channel of all regions until that is disconnected', async () => {
  const { reserve, connect, disconnect, holderOf } = await openRegions()
  expect(await holderOf()).toBeUndefined()
  expect(await reserve('na', 'c1')).toMatchObject({ ok: true })
  expect(await holderOf()).toMatchObject({ channelId: 'c1', region: 'na', workspaceId: 'w-c1' })
  await connect('na', 'c1')
  expect(await reserve('na', 'c1')).toMatchObject({ ok: true })
  expect(await reserve('na', 'c2')).toMatchObject(taken)
  expect(await reserve('eu', 'c3')).toMatchObject(taken)
  await disconnect('na', 'c1')
  expect(await reserve('eu', 'c3')).toMatchObject({ ok: true })
  await connect('eu', 'c3')
  expect(await reserve('na', 'c2')).toMatchObject(taken)
  expect(await holderOf()).toMatchObject({ channelId: 'c3', region: 'eu' })
  expect(await holderOf('4712')).toBeUndefined()
})

test('a call that is repeated many times reserves the account once', async () => {
  const { reserve, reserved } = await openRegions()
  for (let nth = 0; nth < 10; nth++) expect(await reserve('na', 'c1')).toMatchObject({ ok: true })
  expect(await reserved()).toBe(1)
})

test('a reservation that nobody uses is taken over when its command can no longer be on its way', async () => {
  const { clock, reserve, connect } = await openRegions()
  await reserve('na', 'c1')
  expect(await reserve('eu', 'c2')).toMatchObject(taken)
  clock.now += 121_000
  expect(await reserve('eu', 'c2')).toMatchObject({ ok: true })
  await connect('eu', 'c2')
  clock.now += 121_000
  expect(await reserve('na', 'c1')).toMatchObject(taken)
})
