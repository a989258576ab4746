import { expect, test, vi } from 'vitest'
import { createLeases, leaseStoreInMemory } from './leases.ts'

test('keeps a lease that is being taken while others are renewed', async () => {
  const store = leaseStoreInMemory()
  const answer = Promise.withResolvers<void>()
  const renewed = vi.fn()
  const leases = createLeases(
    {
      ...store,
      async take(name, ...rest) {
        if (name === 'slow') await answer.promise
        return store.take(name, ...rest)
      },
      async renew(names, ...rest) {
        const still = await store.renew(names, ...rest)
        renewed(still)
        return still
      },
    },
    { renewEveryMs: 1 },
  )
  await leases.take('other')
  const taking = leases.take('slow')
  await vi.waitFor(() => expect(renewed.mock.calls.length).toBeGreaterThan(2))
  answer.resolve()
  const lease = await taking
  expect(lease?.lost.aborted).toBe(false)
  await vi.waitFor(() => expect(renewed).toHaveBeenLastCalledWith(['other', 'slow']))
  expect(await leases.take('slow')).toBeUndefined()
  await leases.close()
})
