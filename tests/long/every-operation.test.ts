/**
 * Every operation × every credential × own and foreign ids × sizes, encodings and depths, generated from the endpoints,
 * so that new ones are covered automatically. A sample of it is part of the ordinary tests.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Besieged, inOrder, startBesieged } from '../src/besieged.ts'

let besieged: Besieged
beforeAll(async () => {
  besieged = await startBesieged()
})
afterAll(() => besieged?.stop())

const AT_ONCE = 8

describe('every call, by every caller', () => {
  test.each(inOrder)('$name', async (endpoint) => {
    const attempts = besieged.attemptsOn(endpoint)
    expect(attempts.length).toBeGreaterThan(0)
    const next = attempts.values()
    const worker = async () => {
      for (const attempt of next) await besieged.attempt(attempt)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  })

  test('leaves other tenants unchanged, and the server responsive and low on memory', () =>
    besieged.expectUnharmed())
})
