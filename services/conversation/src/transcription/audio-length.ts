/** How long a recording is, by what its container says. */

/** Of any recording that a person sends: 16 bits in stereo at 96 kHz, and the least that speech is recorded with. */
const MOST_BYTES_OF_SECOND = 400_000
const FEWEST_BYTES_OF_SECOND = 300

/**
 * Returns the seconds of a recording, rounded up; undefined if its container doesn't say, or says what its bytes can't be. The library
 * is loaded with the first recording.
 */
export async function audioSeconds(bytes: Uint8Array, mimeType: string): Promise<number | undefined> {
  const { parseBuffer } = await import('music-metadata')
  try {
    const options = { duration: true, skipCovers: true, skipPostHeaders: true }
    const { format } = await parseBuffer(bytes, { mimeType, size: bytes.length }, options)
    const { duration = 0 } = format
    const seconds = Math.ceil(duration)
    const isPlausible =
      seconds > 0 &&
      bytes.length >= (seconds - 1) * FEWEST_BYTES_OF_SECOND &&
      bytes.length <= (seconds + 1) * MOST_BYTES_OF_SECOND
    return isPlausible ? seconds : undefined
  } catch {
    return undefined
  }
}
