import { describe, expect, it } from 'vitest'
import { againAfter, type Tried, withRetries } from './retries.ts'

const called = (more: Partial<Tried> = {}): Tried => ({
  ...{ name: 'Orders', outcome: 'ok', tookMs: 10, request: '', response: '', result: '' },
  ...more,
})
const passing = (afterMs?: number) =>
  called({ outcome: 'error', status: 503, again: afterMs === undefined ? {} : { afterMs } })

/** Tries with these outcomes, the last of which repeats; every try takes `tryMs`. */
async function run(retries: number, outcomes: Tried[], tryMs = 10) {
  let time = 0
  let tries = 0
  const pauses: number[] = []
  const result = await withRetries(
    retries,
    async () => {
      time += tryMs
      return outcomes[Math.min(tries++, outcomes.length - 1)]!
    },
    {
      now: () => time,
      async wait(ms) {
        pauses.push(ms)
        time += ms
      },
    },
  )
  return { result, tries, pauses }
}

describe('a call that fails for a time', () => {
  it('is made again until it succeeds, with growing pauses, and tells the time of all', async () => {
    const { result, tries, pauses } = await run(3, [passing(), passing(), called()])
    expect({ tries, pauses }).toEqual({ tries: 3, pauses: [300, 900] })
    expect(result).toEqual(called({ tookMs: 1_230 }))
  })

  it('is made again no oftener than the function says', async () => {
    expect((await run(0, [passing()])).tries).toBe(1)
    const { result, tries } = await run(2, [passing()])
    expect(tries).toBe(3)
    expect(result).toMatchObject({ outcome: 'error', status: 503 })
    expect(result).not.toHaveProperty('again')
  })

  it('waits as long as the server asks, unless that is too long for who waits for the reply', async () => {
    expect((await run(1, [passing(2_000), called()])).pauses).toEqual([2_000])
    expect((await run(1, [passing(4_000), called()])).tries).toBe(1)
  })

  it('is not made again once nobody waits for it any more', async () => {
    const gone = new AbortController()
    let tries = 0
    const tried = withRetries(
      3,
      async () => {
        tries++
        return passing()
      },
      { signal: gone.signal, wait: async () => gone.abort() },
    )
    expect(await tried).toMatchObject({ outcome: 'error', status: 503 })
    expect(tries).toBe(1)
  })

  it('is not made again late', async () => {
    expect((await run(3, [passing()], 15_000)).tries).toBe(2)
  })
})

it('a call that failed for good is made once', async () => {
  expect((await run(3, [called({ outcome: 'error', status: 404 })])).tries).toBe(1)
})

it.each([
  [200, {}, undefined],
  [404, {}, undefined],
  [408, {}, {}],
  [429, { 'retry-after': '2' }, { afterMs: 2_000 }],
  [429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, { afterMs: 3_600_000 }],
  [429, { 'retry-after': 'Wed, 21 Oct 2026 05:00:00 GMT' }, {}],
  [429, { 'retry-after': '3600, 3600' }, { afterMs: 3_600_000 }],
  [429, { 'retry-after': 'soon' }, {}],
  [500, {}, {}],
  [503, { 'retry-after': '-1' }, {}],
])('%i with %o says of another try %o', (status, headers, again) => {
  expect(againAfter(status, headers, () => Date.parse('2026-10-21T06:28:00Z'))).toEqual(again)
})
