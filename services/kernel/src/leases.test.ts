import { expect, test } from 'vitest'
import { createLeases, leaseStoreInMemory, leasesInMemory } from './leases.ts'

test('in memory a lease is held by one user at a time, too', async () => {
  const leases = leasesInMemory()
  const lease = await leases.take('turn/1')
  expect(await leases.take('turn/1')).toBeUndefined()
  await lease?.release()
  expect((await leases.take('turn/1'))?.heldBefore).toBe(true)
  await leases.close()
})

test('a lease that a process was given without knowing, as the answer was lost, ends by itself', async () => {
  const store = leaseStoreInMemory()
  let clock = 0
  let renewedAt = 0
  const options = { now: () => clock, renewEveryMs: 1 }
  const deaf = createLeases(
    {
      ...store,
      async take(...of) {
        await store.take(...of)
        if (of[0] === 'turn/2') throw new Error('the answer was lost')
        return { taken: true, last: undefined }
      },
      async renew(names, holder, until) {
        const renewed = await store.renew(names, holder, until)
        renewedAt = clock
        return renewed
      },
    },
    options,
  )
  const other = createLeases(store, options)
  const known = await deaf.take('turn/1')
  await expect(deaf.take('turn/2')).rejects.toThrow('lost')
  for (let second = 0; second < 6; second++) {
    expect(await other.take('turn/2')).toBeUndefined()
    clock += 1_000
    await expect.poll(() => renewedAt, { interval: 1 }).toBe(clock)
  }
  expect(await other.take('turn/2')).toBeDefined()
  expect(known?.lost.aborted).toBe(false)
  await Promise.all([deaf.close(), other.close()])
})

test('releasing where the store is away tells of it and throws nothing', async () => {
  const store = leaseStoreInMemory()
  const faults: unknown[] = []
  const away = {
    ...store,
    async release() {
      throw new Error('away')
    },
  }
  const leases = createLeases(away, { onFault: (error) => faults.push(error) })
  await (await leases.take('turn/1'))?.release()
  await leases.take('turn/2')
  await leases.close()
  expect(faults.map(String)).toEqual(['Error: away', 'Error: away'])
})
