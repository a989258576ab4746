import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openRegion } from '../region.ts'
import { grantCredits } from './credit-grant.ts'

const region = 'na' as const
let folder: string
let engines: RegionEngines
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-credits-'))
  engines = await openRegion(readConfig({ DATA_DIR: folder, NODE_ENV: 'test', REGIONS: region }), region)
  const created = await engines.commands.handle(
    workspace,
    'w1',
    {
      type: 'CreateWorkspace',
      workspaceId: 'w1',
      ownerId: 'u1',
      email: 'ada@example.com',
      workspaceName: 'Shop',
      workspaceSecret: 'ws_abcdefghijklmnopqrst',
      region,
      personal: true,
    },
    {
      tenant: 'w1',
      actor: { kind: 'system', id: 'test' },
      cause: { via: 'system', command: 'create', correlation: 'create' },
    },
  )
  if (!created.ok) throw new Error('The workspace could not be created')
})
afterEach(async () => {
  await engines.close()
  await rm(folder, { recursive: true, force: true })
})

const asked = { workspaceId: 'w1', amount: 250.5, operator: 'Ada', note: 'Outage on Friday' }

test('grants credits once a command, and records who and why sealed', async () => {
  const granted = { ok: true, workspaceName: 'Shop', balance: 250.5 }
  expect(await grantCredits(engines, asked, 'one')).toEqual(granted)
  expect(await grantCredits(engines, asked, 'one')).toEqual(granted)
  expect(await grantCredits(engines, asked, 'two')).toMatchObject({ balance: 501 })
  const [event] = await engines.eventStore.readStream('credits-w1')
  expect(event).toMatchObject({ type: 'CreditsGranted' })
  expect(`${event?.data}${event?.metadata}`).not.toMatch(/Ada|Friday/)
  const { operator, note } = JSON.parse(event!.data)
  expect(await engines.keyring.open('w1', [operator, note])).toEqual(['Ada', 'Outage on Friday'])
})

test('refuses unknown workspaces, amounts that are none, and grants without a reason', async () => {
  const refusal = async (given: Partial<typeof asked>) => {
    const granted = await grantCredits(engines, { ...asked, ...given }, 'one')
    return granted.ok ? undefined : granted.rejection.code
  }
  expect(await refusal({ workspaceId: 'w2' })).toBe('not-found')
  for (const amount of [0, -1, Number.NaN, 0.0001, 2e9])
    expect(await refusal({ amount })).toBe('invalid-input')
  expect(await refusal({ note: ' ' })).toBe('invalid-input')
  expect(await refusal({ operator: 'x'.repeat(101) })).toBe('invalid-input')
})
