/** How fast this machine is now, for tests that are sampled more sparsely on a slow one. */

/** What the rounds take on the machine that the samples were chosen for while it is quiet, in ms. */
const USUAL_MS = 1_000
const ROUNDS = 840

/** Times as long as usual, from which on tests are sampled more sparsely. */
const SLOW = 2

/** Whether this machine is slow at the moment; says so where it is. */
export function isSlow(): boolean {
  const times = slowness()
  if (times <= SLOW) return false
  console.error(
    `This machine takes ${times.toFixed(1)} times as long as usual: half of the journeys and fault tests run, and fewer of those generated`,
  )
  return true
}

/** How many times longer than usual this machine takes, with all that runs on it and on its host at the moment. */
export function slowness(): number {
  const started = performance.now()
  for (let round = 0; round < ROUNDS; round++) work(round)
  return (performance.now() - started) / USUAL_MS
}

function work(round: number): number {
  const items = Array.from({ length: 2_000 }, (_, nth) => ({
    id: `item ${nth * round}`,
    nth,
    tags: ['a', 'b'],
  }))
  const read: typeof items = JSON.parse(JSON.stringify(items))
  return read.toSorted((one, other) => one.id.localeCompare(other.id) || one.nth - other.nth).length
}
