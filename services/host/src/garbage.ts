/**
 * Keeps the garbage of a process small. V8 lets the heap grow to four times what is in use before it collects, and does
 * not collect at rest at all.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How much the heap may grow above what is in use before a collection, in percent. */
const GROWTH = 60
const LOOK_EVERY_MS = 15_000
/** A process at rest uses less of a core than this. */
const REST_CORES = 0.1
/** Below this, in bytes, a collection is not worth its time. */
const WORTH_BYTES = 20_000_000

/**
 * Collects what starting left, a sixth of an idle process, and after that whenever the process came to rest with garbage
 * in its heap. A collection takes less than a tenth of a second.
 */
export function boundGarbage(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  const collect = () => {
    gc({ execution: 'sync', type: 'major', flavor: 'last-resort' })
    return process.memoryUsage().heapTotal
  }

  let used = process.cpuUsage()
  let left = collect()
  setInterval(() => {
    const { user, system } = process.cpuUsage(used)
    used = process.cpuUsage()
    const isAtRest = (user + system) / 1000 < REST_CORES * LOOK_EVERY_MS
    if (isAtRest && process.memoryUsage().heapTotal > left + WORTH_BYTES) left = collect()
  }, LOOK_EVERY_MS).unref()
}
