/** Verifies an exported history independently: with SHA-256 and the export alone. */
import { createHash } from 'node:crypto'

export type ExportedEvent = {
  id: string
  type: string
  data: unknown
  stream: string
  revision: number
  previousHash: string
  hash: string
  tenant: string
  subject?: string
  actor: unknown
  cause: unknown
  at: string
  version: number
}

/** The events of a JSON Lines export and the faults in their chains. */
export function checkExport(text: string): { events: ExportedEvent[]; faults: string[] } {
  const events: ExportedEvent[] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const faults: string[] = []
  const lastOf = new Map<string, ExportedEvent>()
  for (const event of events) {
    const { type, data, stream, revision, hash } = event
    const { tenant, subject, actor, cause, at, version, previousHash } = event
    const before = lastOf.get(stream)
    if (revision !== (before?.revision ?? -1) + 1) faults.push(`${stream} misses one before ${revision}`)
    if (previousHash !== (before?.hash ?? '')) faults.push(`${stream} ${revision} follows another event`)
    const metadata = JSON.stringify({ tenant, subject, actor, cause, at, version, previousHash })
    const own = [type, stream, revision, JSON.stringify(data), metadata].join('\n')
    if (createHash('sha256').update(own).digest('base64url') !== hash)
      faults.push(`${stream} ${revision} was changed`)
    lastOf.set(stream, event)
  }
  return { events, faults }
}
