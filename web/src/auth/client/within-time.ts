/** How long signing in may take before the form is back (part 2 §9), in ms. */
const timeOutMs = 10_000

/** Rejects where there is no answer in that time; what comes later has no effect. */
export async function withinTime<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('time-out')), timeOutMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
