import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { expect, test } from 'vitest'
import { leasesInMemory } from './leases.ts'
import { afterMidnight, startRegularWork } from './regular-work.ts'
import { createSupervision } from './supervised.ts'

test('a day is anchored one minute after its end', () => {
  const at = (time: string) => new Date(afterMidnight(Date.parse(time))).toISOString()
  expect(at('2026-11-22T00:00:00.000Z')).toBe('2026-11-23T00:01:00.000Z')
  expect(at('2026-11-22T23:59:59.999Z')).toBe('2026-11-23T00:01:00.000Z')
  expect(at('2026-11-23T00:01:00.000Z')).toBe('2026-11-24T00:01:00.000Z')
})

test('work that was done is due again at its time, also after a restart, and not before', async () => {
  const state = await openSqliteReadStore({ file: ':memory:' })
  const leases = leasesInMemory({ askEveryMs: 1 })
  const rounds = { often: 0, daily: 0 }
  const start = () =>
    startRegularWork({
      state,
      leases,
      supervision: createSupervision(),
      work: [],
      jobs: {
        often: { everyMs: 1, work: async () => void rounds.often++ },
        daily: { next: afterMidnight, work: async () => void rounds.daily++ },
      },
    })
  const first = await start()
  await expect.poll(() => rounds.often).toBeGreaterThan(2)
  await expect.poll(() => rounds.daily).toBe(1)
  await first.stop()
  const before = rounds.often
  const second = await start()
  await expect.poll(() => rounds.often).toBeGreaterThan(before + 2)
  expect(rounds.daily).toBe(1)
  await second.stop()
  await leases.close()
  await state.close()
})
