/** How long, in ms, work that waits for nothing goes on before the event loop handles what is due. */
const SLICE_MS = 5

/** Of this iteration of the event loop; all work of the process shares it. */
let endsAt: number | undefined

/**
 * Called before each piece of background work. Resolves at once while the process has used little of this iteration of the
 * event loop, else in the next one. Work that reads only what this process holds, as the embedded engines do, never leaves
 * the queue of microtasks: however many pieces follow each other, no request and no timer is handled in between.
 */
export async function nextSlice(): Promise<void> {
  const now = performance.now()
  if (endsAt === undefined) {
    endsAt = now + SLICE_MS
    setImmediate(() => {
      endsAt = undefined
    })
  } else if (now > endsAt) await new Promise((resolve) => setImmediate(resolve))
}
