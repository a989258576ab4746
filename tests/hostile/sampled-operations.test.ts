/** A sample of what `npm run test:long` tries on every operation; HOSTILE_SEED selects another one. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Besieged, inOrder, startBesieged } from '../src/besieged.ts'

let besieged: Besieged
beforeAll(async () => {
  besieged = await startBesieged()
})
afterAll(() => besieged?.stop())

/** For each operation. */
const TRIED = 8
const seed = process.env.HOSTILE_SEED ?? 'parley'

test(`a sample of hostile calls of every operation (HOSTILE_SEED=${seed})`, async () => {
  for (const endpoint of inOrder) {
    const chosen = besieged
      .attemptsOn(endpoint)
      .map((attempt, at) => ({ attempt, rank: hash(`${seed} ${endpoint.name} ${at}`) }))
      .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
      .slice(0, TRIED)
    expect(chosen.length).toBeGreaterThan(0)
    for (const { attempt } of chosen) await besieged.attempt(attempt)
  }
  await besieged.expectUnharmed()
})

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
