/** Faults of a network, chosen at random from a seed, for tests that disturb what runs over it. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Network } from './network.double.ts'

/** The longest fault, in ms. */
const LONGEST_MS = 200

/** Disturbs a network for a moment, in one of several ways, and mends it. Returns what it did. */
export async function disturb(network: Network, random: () => number): Promise<string> {
  const names = Object.keys(disturbances)
  const name = names[Math.floor(random() * names.length)]!
  disturbances[name]?.(network, random)
  await delay(random() * LONGEST_MS)
  network.mend()
  return name
}

const disturbances: Record<string, (network: Network, random: () => number) => void> = {
  cut: (network) => network.cut(),
  'cut after some bytes': (network, random) => network.cut(1 + Math.floor(random() * 3_000)),
  delay: (network, random) => network.delay(random() * 100),
  narrow: (network, random) => network.narrow(5_000 + random() * 100_000),
  freeze: (network) => network.freeze(),
  refuse: (network) => network.refuse(),
  'lose silently': (network) => network.loseSilently(),
}

/** Returns numbers from 0 to 1 that follow from a seed: the same faults in the same order. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
