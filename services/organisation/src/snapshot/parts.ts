/** The file of a snapshot as it is stored and uploaded: in parts, of which one at a time is in memory. */
import { mostSnapshotParts } from '@parley/contracts/organisation/snapshot/limits.ts'
import type { SnapshotParts } from './snapshots.decider.ts'

/** Undefined once it has expired. */
export type OpenFile = (of: { tenant: string; id: string }) => Promise<Buffer | undefined>

/** A part of a file is not there: it has expired, or was never uploaded. */
export class PartMissing extends Error {}

export const partId = (id: string, part: number): string => `${id}-${part}`

/** Yields the parts of a file, in order. Throws `PartMissing`. `ownId`: of what it belongs to. */
export async function* partsOf(
  openFile: OpenFile,
  tenant: string,
  ownId: string,
  file: SnapshotParts,
): AsyncGenerator<Buffer> {
  const ids = file
    ? Array.from({ length: Math.min(file.parts, mostSnapshotParts) }, (_, part) => partId(file.id, part))
    : [ownId]
  for (const id of ids) {
    const bytes = await openFile({ tenant, id })
    if (!bytes) throw new PartMissing(`There is no file ${id}`)
    yield bytes
  }
}
