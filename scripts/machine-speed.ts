/** How fast this machine is now, for tests that are sampled more sparsely on a slow one. */

/** What the rounds take on the machine that the samples were chosen for while it is quiet, in ms. */
const USUAL_MS = 333
const ROUNDS = 280
/** The best of so many tries counts, so that a moment of other work leaves nothing out. */
const TRIES = 3

/** Times as long as usual, up to which no file of journeys and fault tests is left out. */
const USUAL_UP_TO = 1.25
const MOST_LEFT_OUT = 0.5

/** The share of the files of journeys and fault tests to leave out at the moment, from 0 to 0.5; says so where it is some. */
export function shareLeftOut(): number {
  const times = slowness()
  const share = leftOutAt(times)
  if (share > 0)
    console.error(
      `This machine takes ${times.toFixed(1)} times as long as usual: ${(100 * share).toFixed(0)} % of the journeys and fault tests are left out`,
    )
  return share
}

/** What is left out where this takes so many times as long as usual, so that all takes as long as on the usual machine. */
export const leftOutAt = (times: number): number =>
  Math.min(MOST_LEFT_OUT, Math.max(0, 1 - USUAL_UP_TO / times))

/** How many times longer than usual this machine takes, with all that runs on it and on its host at the moment. */
export function slowness(): number {
  return Math.min(...Array.from({ length: TRIES }, tookMs)) / USUAL_MS
}

function tookMs(): number {
  const started = performance.now()
  for (let round = 0; round < ROUNDS; round++) work(round)
  return performance.now() - started
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
