import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bounces, createBounces } from './bounces.ts'
import { createReturnPaths } from './return-path.ts'

const tenant = 'Zz9AbcdefGhijKlmnoPqrst0'
const email = 'cleo@example.com'
const paths = createReturnPaths(Buffer.alloc(32, 1))

let region: TestRegion
beforeEach(async () => {
  region = await openTestRegion()
})
afterEach(() => region.close())

/** Of a process of its own, on the log that all share. */
function ofProcess(): Bounces {
  const { eventStore, keyring } = region
  const commands = createCommandHandler({ eventStore, keyring })
  return createBounces({ region: 'na', commands, paths, subjectAt: async () => undefined })
}

const bounced = (of: { region: 'na' | 'eu' }, status = '5.1.1') => ({
  returnPath: paths.localOf({ ...of, tenant, email }) ?? '',
  ...{ addresses: [email], report: { kind: 'bounce', status } as const, reportId: status, by: 'mail' },
})
const context = () => ({
  ...{ tenant, actor: { kind: 'user', id: 'ada' } as const },
  cause: { via: 'dashboard', command: 'clear', correlation: 'clear' } as const,
})

test('a process knows what another one recorded, though it asked before', async () => {
  const [one, other] = [ofProcess(), ofProcess()]
  expect(await other.isSuppressed(tenant, email)).toBe(false)
  expect(await one.record(bounced({ region: 'na' }))).toBe('recorded')
  expect(await other.isSuppressed(tenant, email)).toBe(true)
  expect(await other.clear(tenant, paths.addressIdOf(tenant, email), context())).toMatchObject({ ok: true })
  expect(await one.record(bounced({ region: 'na' }, '5.1.2'))).toBe('recorded')
  expect(await other.isSuppressed(tenant, email)).toBe(true)
})

test('what came back of a mail of another region is not recorded here', async () => {
  const bounces = ofProcess()
  expect(await bounces.record(bounced({ region: 'eu' }))).toBe('ignored')
  expect(await bounces.isSuppressed(tenant, email)).toBe(false)
})
