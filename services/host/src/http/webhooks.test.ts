import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import type { WebhookPlace } from '@parley/kernel/modules/module.ts'
import { leasesInMemory } from '@parley/kernel/running/leases.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type SignedRegion, webhooksOf } from './webhooks.ts'

async function region(name: string): Promise<SignedRegion & { asked: WebhookPlace[] }> {
  const state = await openSqliteReadStore({ file: ':memory:' })
  const leases = leasesInMemory()
  onTestFinished(async () => {
    await leases.close()
    await state.close()
  })
  const asked: WebhookPlace[] = []
  return {
    asked,
    engines: { leases, state },
    webhookSecrets: {
      'payments.deliver': async () => `operator ${name}`,
      async 'channels.deliver'(place) {
        asked.push(place)
        return place.tenant === 'w1' ? `channel ${name}` : undefined
      },
    },
  }
}

const raw = Buffer.from('{}')

test('asks the module of the endpoint, in the region that the path names, and tells it what else it names', async () => {
  const [na, eu] = [await region('na'), await region('eu')]
  const webhooks = webhooksOf(
    new Map([
      ['na', na],
      ['eu', eu],
    ]),
  )
  const named = { agentId: 'a1', channelId: 'c1' }
  const secretOf = (tenant: string) =>
    webhooks.secretOf('channels.deliver', { region: 'eu', tenant, named, raw })
  expect(await secretOf('w1')).toBe('channel eu')
  expect(await secretOf('w2')).toBeUndefined()
  expect([na.asked, eu.asked]).toEqual([[], ['w1', 'w2'].map((tenant) => ({ tenant, named, raw }))])
})

test('asks in the first region, and remembers deliveries there, where the path names none', async () => {
  const [eu, na] = [await region('eu'), await region('na')]
  const webhooks = webhooksOf(
    new Map([
      ['eu', eu],
      ['na', na],
    ]),
  )
  const nothing = { region: undefined, tenant: '', named: {}, raw }
  expect(await webhooks.secretOf('payments.deliver', nothing)).toBe('operator eu')
  expect(webhooks.deliveriesOf(undefined)).toBe(webhooks.deliveriesOf('eu'))
  expect(webhooks.deliveriesOf(undefined)).not.toBe(webhooks.deliveriesOf('na'))
})

test('knows no secret of an unknown endpoint, or in a region that this process does not serve', async () => {
  const webhooks = webhooksOf(new Map([['na', await region('na')]]))
  const place = { tenant: 'w1', named: {}, raw }
  expect(await webhooks.secretOf('other.deliver', { region: 'na', ...place })).toBeUndefined()
  expect(await webhooks.secretOf('channels.deliver', { region: 'eu', ...place })).toBeUndefined()
  expect(webhooks.deliveriesOf('eu')).toBeUndefined()
  expect(await webhooksOf(new Map()).secretOf('payments.deliver', { region: undefined, ...place })).toBe(
    undefined,
  )
})
