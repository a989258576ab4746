/**
 * Files in a folder: `<folder>/<tenant>/<owner>/<id>`. Each contains the length of its text, the text, and the bytes. A
 * file is written in `<folder>/.unfinished`, synced and linked into its place, so that it exists completely or not at
 * all. What a killed process leaves there is removed after an hour.
 */
import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import {
  checkFileKey,
  type FileKey,
  type FileOwner,
  type FileStore,
  MAX_FILE_BYTES,
} from '@parley/kernel/files/file-store.ts'

const LENGTH_BYTES = 4
/** No tenant has this name. */
const UNFINISHED = '.unfinished'
const HOUR_MS = 3_600_000

/** Opens a folder, which several processes may share. Only the owner of the folder can read it. */
export async function openFolderFileStore({ folder }: { folder: string }): Promise<FileStore> {
  const unfinished = join(folder, UNFINISHED)
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  let lookedAt = 0

  const ownerFolder = ({ tenant, owner }: FileOwner) => {
    checkFileKey(tenant, owner)
    return join(folder, tenant, owner)
  }
  const place = (key: FileKey) => {
    checkFileKey(key.id)
    return join(ownerFolder(key), key.id)
  }

  return {
    async put(key, { about, bytes }) {
      if (bytes.length > MAX_FILE_BYTES)
        throw new Error(`a file of ${bytes.length} bytes is too large to keep`)
      const target = place(key)
      const text = Buffer.from(about)
      const head = Buffer.alloc(LENGTH_BYTES)
      head.writeUInt32BE(text.length)
      await mkdir(ownerFolder(key), { recursive: true, mode: 0o700 })
      await removeAbandoned()
      const draft = join(unfinished, randomBytes(16).toString('hex'))
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writev([head, text, bytes])
        await file.sync()
      } finally {
        await file.close()
      }
      await link(draft, target).catch(unlessCode('EEXIST'))
      await unlink(draft)
      await syncFolder(ownerFolder(key))
    },

    async get(key) {
      const file = await open(place(key), 'r').catch(unlessCode('ENOENT'))
      if (!file) return undefined
      try {
        const whole = await file.readFile()
        const start = LENGTH_BYTES + whole.readUInt32BE()
        return { about: whole.toString('utf8', LENGTH_BYTES, start), bytes: whole.subarray(start) }
      } finally {
        await file.close()
      }
    },

    async about(key) {
      const file = await open(place(key), 'r').catch(unlessCode('ENOENT'))
      if (!file) return undefined
      try {
        const head = Buffer.alloc(LENGTH_BYTES)
        await file.read(head, 0, LENGTH_BYTES, 0)
        const text = Buffer.alloc(head.readUInt32BE())
        await file.read(text, 0, text.length, LENGTH_BYTES)
        return text.toString('utf8')
      } finally {
        await file.close()
      }
    },

    async remove(owner) {
      await rm(ownerFolder(owner), { recursive: true, force: true })
    },

    async removeTenant(tenant) {
      checkFileKey(tenant)
      await rm(join(folder, tenant), { recursive: true, force: true })
    },

    async usedBy(tenant) {
      checkFileKey(tenant)
      const root = join(folder, tenant)
      let bytes = 0
      for (const owner of (await readdir(root).catch(unlessCode('ENOENT'))) ?? []) {
        const names = (await readdir(join(root, owner)).catch(unlessCode('ENOENT'))) ?? []
        for (const name of names)
          bytes += (await stat(join(root, owner, name)).catch(unlessCode('ENOENT')))?.size ?? 0
      }
      return bytes
    },

    async owners(beginning) {
      const tenants = (await readdir(folder)).filter((name) => name !== UNFINISHED)
      const found = await Promise.all(
        tenants.map(async (tenant) =>
          ((await readdir(join(folder, tenant)).catch(unlessCode('ENOENT'))) ?? [])
            .filter((owner) => owner.startsWith(beginning))
            .map((owner) => ({ tenant, owner })),
        ),
      )
      return found.flat()
    },

    async close() {},
  }

  /** At most once an hour. No file takes so long to write. */
  async function removeAbandoned(): Promise<void> {
    const now = Date.now()
    if (now - lookedAt < HOUR_MS) return
    lookedAt = now
    for (const name of await readdir(unfinished)) {
      const path = join(unfinished, name)
      const since = (await stat(path).catch(unlessCode('ENOENT')))?.mtimeMs ?? now
      if (now - since >= HOUR_MS) await rm(path, { force: true })
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(unlessCode('ENOENT'))
  if (!folder) return
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function unlessCode(code: string) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error
    return undefined
  }
}
