/** By what a chunk is known: its text, so that a change to it outlives another reading of the same text. */
import { createHash } from 'node:crypto'

export function chunkKeysOf(chunks: readonly string[]): string[] {
  return chunks.map((text) => createHash('sha256').update(text).digest('base64url').slice(0, 16))
}
