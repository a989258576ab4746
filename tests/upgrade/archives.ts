/** The recorded data folders: `data-<version>.tar.gz`, each with a file of what was recorded. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Recorded } from './history.ts'

/** What was recorded, in the data folder itself. */
export const NOTES = 'recorded.json'

export function archiveOf(version: string): string {
  return join(import.meta.dirname, `data-${version}.tar.gz`)
}

/** The versions of which a data folder was recorded. */
export function recordedVersions(): string[] {
  return readdirSync(import.meta.dirname)
    .flatMap((name) => /^data-(.+)\.tar\.gz$/.exec(name)?.[1] ?? [])
    .toSorted()
}

/** Unpacks a copy into a new folder. */
export async function unpack(version: string): Promise<{ folder: string; recorded: Recorded }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-upgrade-'))
  await promisify(execFile)('tar', ['-xzf', archiveOf(version), '-C', folder])
  return { folder, recorded: JSON.parse(await readFile(join(folder, NOTES), 'utf8')) }
}
