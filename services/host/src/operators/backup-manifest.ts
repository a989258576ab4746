/** What a back-up holds, so that a half or a damaged one is found before it is restored. */
import { createHash, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { regionSchema } from '@parley/contracts/endpoint.ts'
import { z } from 'zod'
import { StartUpError } from '../start-up-error.ts'

export const MANIFEST = 'manifest.json'
/** What the name of a folder ends with until its back-up is complete. */
export const UNFINISHED = '.unfinished'

const manifestSchema = z.object({
  layout: z.literal(1),
  /** When it began (ISO 8601): what was accepted before is in it. */
  at: z.iso.datetime(),
  /** Tells master keys apart without saying anything of them. */
  masterKey: z.string(),
  /** By path, with slashes. */
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
  /** By region: how many subjects have or had a key, erased ones included. They never become fewer. */
  keys: z.partialRecord(regionSchema, z.number()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Throws a `StartUpError` if the folder holds no complete back-up. */
export async function readManifest(folder: string): Promise<Manifest> {
  const refuse = (why: string) => new StartUpError(`${folder} is not a complete back-up: ${why}`)
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) throw refuse(`it has no ${MANIFEST}`)
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw refuse(`its ${MANIFEST} is damaged, or of a newer version of Parley`)
  }
}

/** Size and hash of every file of a folder but the manifest. */
export async function filesOf(folder: string): Promise<Manifest['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files: Manifest['files'] = {}
  for (const path of paths.toSorted()) {
    const name = relative(folder, path).replaceAll(sep, '/')
    if (name !== MANIFEST) files[name] = await measured(path)
  }
  return files
}

/** Says what differs from the manifest; undefined if nothing does. Files that it does not name are ignored. */
export async function damageOf(folder: string, { files }: Manifest): Promise<string | undefined> {
  for (const [name, { bytes, sha256 }] of Object.entries(files)) {
    const found = await measured(join(folder, name)).catch(() => undefined)
    if (!found) return `${name} is missing`
    if (found.bytes !== bytes || found.sha256 !== sha256) return `${name} is damaged`
  }
  return undefined
}

async function measured(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      bytes += chunk.length
      hash.update(chunk)
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

/** Opens a file that nobody writes to, so that nothing is created beside it. */
export function openStill(file: string): DatabaseSync {
  return new DatabaseSync(new URL(`${pathToFileURL(file)}?immutable=1`), { readOnly: true })
}

/** Says what SQLite finds wrong in a database that nobody writes to; undefined if nothing. */
export function faultOf(file: string): string | undefined {
  let database: DatabaseSync | undefined
  try {
    database = openStill(file)
    const [first] = database.prepare('PRAGMA quick_check(1)').all()
    const said = String(first?.quick_check)
    return said === 'ok' ? undefined : said
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    database?.close()
  }
}

/** How many subjects the keys of a back-up know. Throws if the file is not one of keys. */
export function keysIn(file: string): number {
  const database = openStill(file)
  try {
    return Number(database.prepare('SELECT count(*) AS count FROM key').get()?.count)
  } finally {
    database.close()
  }
}

export function fingerprintOf(masterKey: Buffer): string {
  return createHmac('sha256', masterKey).update('parley back-up').digest('base64url').slice(0, 16)
}
