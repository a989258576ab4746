/** How long a recording is, by what its container says. */
import { runBoundedWorker } from '@parley/kernel/limits/bounded-worker.ts'
import type { AudioJob } from './audio-length.worker.ts'

/** Of any recording that a person sends: 16 bits in stereo at 96 kHz, and the least that speech is recorded with. */
const MOST_BYTES_OF_SECOND = 400_000
const FEWEST_BYTES_OF_SECOND = 300
/** Ten megabytes are read in a tenth of it. */
const LIMITS = { timeoutMs: 3_000, memoryMb: 128 }

/** Returns the seconds of a recording, rounded up; undefined if its container doesn't say, or says what its bytes can't be. */
export async function audioSeconds(bytes: Uint8Array, mimeType: string): Promise<number | undefined> {
  const file = new URL('./audio-length.worker.ts', import.meta.url)
  const job: AudioJob = { bytes, mimeType }
  const duration = await runBoundedWorker<unknown>(file, job, LIMITS)
  if (typeof duration !== 'number' || !Number.isFinite(duration)) return undefined
  const seconds = Math.ceil(duration)
  const isPlausible =
    seconds > 0 &&
    bytes.length >= (seconds - 1) * FEWEST_BYTES_OF_SECOND &&
    bytes.length <= (seconds + 1) * MOST_BYTES_OF_SECOND
  return isPlausible ? seconds : undefined
}
