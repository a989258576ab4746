/** Makes an embedded engine of a running platform unavailable. */
import { DatabaseSync } from 'node:sqlite'

/** Locks a file, so that nothing can be written to it; returns a function that unlocks it. */
export function takeAway(file: string): () => void {
  const other = new DatabaseSync(file, { timeout: 10_000 })
  other.exec('begin immediate')
  return () => {
    other.exec('rollback')
    other.close()
  }
}
