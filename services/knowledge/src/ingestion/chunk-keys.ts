/** The key of a chunk, derived from its text, so that a change to the chunk survives if the same text is read again. */
import { createHash } from 'node:crypto'

export function chunkKeysOf(chunks: readonly string[]): string[] {
  return chunks.map((text) => createHash('sha256').update(text).digest('base64url').slice(0, 16))
}
