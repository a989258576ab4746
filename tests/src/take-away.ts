/** Takes an embedded engine away from a running platform. */
import { DatabaseSync } from 'node:sqlite'

/** Nothing can be written to a file that another program has locked; gives what ends it. */
export function takeAway(file: string): () => void {
  const other = new DatabaseSync(file, { timeout: 10_000 })
  other.exec('begin immediate')
  return () => {
    other.exec('rollback')
    other.close()
  }
}
