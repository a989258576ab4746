/**
 * Brings back a back-up of the embedded engines into an empty DATA_DIR, and erases again who was erased since. At scale,
 * where the engines' own tools bring back the stores, it only erases again.
 */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { Config } from '../config.ts'
import { type Erasure, recordedErasures, repeatErasures } from '../erasure-record.ts'
import { openRegion } from '../region.ts'
import { StartUpError } from '../start-up-error.ts'
import { KEYS } from './backup.ts'
import {
  damageOf,
  faultOf,
  fingerprintOf,
  keysIn,
  type Manifest,
  readManifest,
  UNFINISHED,
} from './backup-manifest.ts'

export type Restored = { at: string; folder: string; events: Map<Region, number>; erasures: number }

/**
 * `from` holds back-ups. Restores the newest complete one, or the one that is named. Leaves DATA_DIR as it was and
 * throws a `StartUpError` unless the back-up is complete, whole and of this master key, and DATA_DIR is empty.
 */
export async function restoreBackup(
  config: Config,
  from: string,
  { name, erasuresFile }: { name?: string | undefined; erasuresFile?: string | undefined } = {},
): Promise<Restored> {
  const folder = join(from, name ?? (await newestIn(from)))
  if (basename(folder).endsWith(UNFINISHED))
    throw new StartUpError(`${folder} is not a complete back-up: it was interrupted`)
  const manifest = await readManifest(folder)
  const erasures = erasuresFile === undefined ? [] : await recordedErasures(erasuresFile)
  await refuseNonEmpty(config)
  refuseOtherKeys(config, from, folder, manifest)
  // The list of folders that are new, for the case that it can't be completed.
  const made = Object.keys(manifest.keys).map((region) => join(config.dataDir, region))
  try {
    for (const [file] of Object.entries(manifest.files)) await copyInto(folder, config.dataDir, file)
    for (const region of Object.keys(manifest.keys))
      await copyInto(join(from, KEYS), config.dataDir, `${region}/keys.db`)
    // Read again where it will be used, so that neither the back-up nor the copy can be damaged.
    const damage = await damageOf(config.dataDir, manifest)
    if (damage !== undefined) throw new StartUpError(`${folder} can't be restored: ${damage}`)
    return { at: manifest.at, folder, ...(await opened(config, erasures)) }
  } catch (error) {
    for (const each of made) await rm(each, { recursive: true, force: true })
    throw error
  }
}

/** For engines that were brought back by their own tools. Returns how many erasures were repeated. */
export async function eraseAgain(config: Config, file: string): Promise<number> {
  return (await opened(config, await recordedErasures(file))).erasures
}

/** Opens each region, which checks that log, keys and state belong together, and erases again. */
async function opened(
  config: Config,
  erasures: readonly Erasure[],
): Promise<Pick<Restored, 'events' | 'erasures'>> {
  const events = new Map<Region, number>()
  let repeated = 0
  for (const region of config.regions) {
    const engines = await openRegion(config, region, { readOnly: true })
    try {
      repeated += await repeatErasures(engines.keyStore, region, erasures)
      events.set(region, (await engines.eventStore.head()) + 1)
    } finally {
      await engines.close()
    }
  }
  return { events, erasures: repeated }
}

async function newestIn(from: string): Promise<string> {
  const names = await readdir(from).catch(() => [])
  const complete = names.filter((name) => /^\d{4}-\d\d-\d\dT/.test(name) && !name.endsWith(UNFINISHED))
  const newest = complete.toSorted().at(-1)
  if (newest === undefined) throw new StartUpError(`${from} holds no complete back-up`)
  return newest
}

/** The master key is put there first, and the record of erasures may be there. */
async function refuseNonEmpty({ dataDir, erasuresFile }: Config): Promise<void> {
  const kept = ['master.key', ...(dirname(erasuresFile) === dataDir ? [basename(erasuresFile)] : [])]
  const found = (await readdir(dataDir).catch(() => [])).filter((name) => !kept.includes(name))
  if (found.length > 0)
    throw new StartUpError(`DATA_DIR=${dataDir} is not empty (${found[0]}): restore into an empty folder`)
}

function refuseOtherKeys(
  { masterKey, regions, dataDir }: Config,
  from: string,
  folder: string,
  manifest: Manifest,
) {
  if (manifest.masterKey !== fingerprintOf(masterKey))
    throw new StartUpError(
      `${folder} was made with another master key: set MASTER_KEY to it, or put it into ${join(dataDir, 'master.key')}`,
    )
  for (const [region, count] of Object.entries(manifest.keys)) {
    const file = join(from, KEYS, region, 'keys.db')
    if (!existsSync(file)) throw new StartUpError(`${file} is missing: ${folder} can't be read without it`)
    const fault = faultOf(file)
    if (fault !== undefined) throw new StartUpError(`${file} is damaged: ${fault}`)
    if (keysIn(file) < count)
      throw new StartUpError(`${file} is older than ${folder}, whose newest texts it can't open`)
  }
  const missing = Object.keys(manifest.keys).filter((region) => !regions.some((served) => served === region))
  if (missing.length > 0)
    throw new StartUpError(`${folder} also holds the region ${missing.join()}: expected it in REGIONS`)
}

async function copyInto(from: string, to: string, file: string): Promise<void> {
  await mkdir(dirname(join(to, file)), { recursive: true, mode: 0o700 })
  await copyFile(join(from, file), join(to, file)).catch((error: NodeJS.ErrnoException) => {
    // What is missing is named with the rest that is damaged.
    if (error.code !== 'ENOENT') throw error
  })
}
