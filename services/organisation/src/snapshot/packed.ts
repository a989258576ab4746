/** The file of a snapshot: JSON, compressed. What is uploaded is hostile until it has passed the schema. */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type SnapshotFile, snapshotFile } from '@parley/contracts/organisation/snapshot/file.ts'
import { maxSnapshotMB, maxUnpackedMB } from '@parley/contracts/organisation/snapshot/limits.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'

const MB = 1_000_000

/** Undefined if it is too large. */
export async function packed(file: SnapshotFile): Promise<Buffer | undefined> {
  const json = Buffer.from(JSON.stringify(file))
  if (json.length > maxUnpackedMB * MB) return undefined
  const bytes = await promisify(gzip)(json)
  return bytes.length > maxSnapshotMB * MB ? undefined : bytes
}

type Unpacked = { ok: true; file: SnapshotFile } | { ok: false; rejection: Rejection }

const notASnapshot = refuse('not-a-snapshot', 'This file is no snapshot of an organization.', 'base64Payload')

/** Refuses with `not-a-snapshot` what is no such file, is of another version, or unpacks to too much. */
export async function unpacked(bytes: Buffer): Promise<Unpacked> {
  if (bytes.length > maxSnapshotMB * MB) return notASnapshot
  let given: unknown
  try {
    const json = await promisify(gunzip)(bytes, { maxOutputLength: maxUnpackedMB * MB })
    given = JSON.parse(json.toString())
  } catch {
    return notASnapshot
  }
  const read = snapshotFile.safeParse(given)
  if (!read.success) return notASnapshot
  const ids = read.data.agents.map(({ id }) => id)
  return new Set(ids).size === ids.length ? { ok: true, file: read.data } : notASnapshot
}
