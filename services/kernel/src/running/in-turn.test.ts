import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../log/event-store.ts'
import { createInTurn, type InTurn } from './in-turn.ts'
import { leasesInMemory } from './leases.ts'

/** Counts and then adds one, as a command does that is decided by a count. */
function counter() {
  const made = new Map<string, number>()
  return {
    made,
    async create(inTurn: InTurn, tenant: string, what: string, most: number) {
      return inTurn(tenant, what, async () => {
        const key = `${tenant} ${what}`
        const count = made.get(key) ?? 0
        await new Promise(setImmediate)
        if (count >= most) return 'refused'
        made.set(key, count + 1)
        return 'made'
      })
    },
  }
}

describe('in turn', () => {
  it('never more is created than the limit, by whatever process, and others are not held up', async () => {
    const store = leasesInMemory()
    const processes = [createInTurn(store), createInTurn(store), createInTurn(store)]
    const { made, create } = counter()
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, nth) =>
        create(processes[nth % 3]!, nth % 2 === 0 ? 'w1' : 'w2', 'tools', 10),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(20)
    expect([...made.values()]).toEqual([10, 10])
  })

  it('goes on after work that fails', async () => {
    const inTurn = createInTurn(leasesInMemory())
    const failing = inTurn('w1', 'tools', () => Promise.reject(new Error('no')))
    const next = inTurn('w1', 'tools', async () => 'made')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('made')
  })

  it('does not wait for ever while another process has the turn', async () => {
    const store = leasesInMemory()
    const lease = await store.take('in-turn/w1/tools')
    const inTurn = createInTurn(store, { patienceMs: 40 })
    await expect(inTurn('w1', 'tools', async () => 'made')).rejects.toThrow(StoreUnavailable)
    await lease?.release()
    expect(await inTurn('w1', 'tools', async () => 'made')).toBe('made')
  })
})
