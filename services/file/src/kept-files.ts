/** Files of conversations and agents: sealed, stored, described, opened, deleted. */
import { maxUploadMB, tooLargeAlert, wrongTypeAlert } from '@parley/contracts/file/types.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { FileKey, FileStore } from '@parley/kernel/files/file-store.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { z } from 'zod'
import { acceptedType } from './file-content.ts'

const aboutSchema = z.object({ name: z.string(), mimeType: z.string(), size: z.number() })
export type AboutFile = z.infer<typeof aboutSchema>

export type KeptFiles = {
  /**
   * Refuses with `too-large` and `wrong-type` in the specification's wording, and with `storage-limit-reached`. Storing
   * the same key twice is one file. `mimeType`: what the caller has proven the bytes to be, if it is no type that people
   * may send.
   */
  keep(
    key: FileKey,
    subject: string,
    upload: { name: string; bytes: Buffer; mimeType?: string },
  ): Promise<{ ok: true; about: AboutFile } | { ok: false; rejection: Rejection }>
  /** Undefined if there is no such file, or its key is erased. */
  about(key: FileKey): Promise<AboutFile | undefined>
  open(key: FileKey): Promise<(AboutFile & { bytes: Buffer }) | undefined>
  /** Whether a tenant's files may take that many bytes more; counts them if so. */
  hasRoom(tenant: string, bytes: number): Promise<boolean>
}

export type KeptFilesDeps = {
  store: FileStore
  keyring: Keyring
  /** Bytes that the files of a tenant may take; unlimited by default. */
  storageOf?(tenant: string): Promise<number>
  now?: () => number
}

/**
 * How often a tenant's usage is measured, in ms; in between, new files are added to the last value. What other processes
 * store meanwhile is not counted, so a tenant may exceed its storage by what they accept within this time.
 */
const MEASURED_EVERY_MS = 60_000
const TENANTS_REMEMBERED = 1_000

export const storageLimitReached = refuse(
  'storage-limit-reached',
  'This workspace has no room for more files. Its team can delete conversations that are no longer needed, or upgrade the plan.',
)

export function createKeptFiles({
  store,
  keyring,
  storageOf = async () => Number.POSITIVE_INFINITY,
  now = Date.now,
}: KeptFilesDeps): KeptFiles {
  /** Uploads at the same time add to the same measurement. */
  const measured = createByteCache<{ used: Promise<{ bytes: number }>; at: number }>({
    maxBytes: TENANTS_REMEMBERED,
    sizeOf: () => 1,
  })

  return {
    async keep(key, subject, upload) {
      const { bytes } = upload
      if (bytes.length > maxUploadMB * 1_000_000) return refuse('too-large', tooLargeAlert)
      const mimeType = upload.mimeType ?? acceptedType(upload.name, bytes)
      if (mimeType === undefined) return refuse('wrong-type', wrongTypeAlert)
      const there = await this.about(key)
      if (there) return { ok: true, about: there }
      const about = { name: upload.name.toWellFormed(), mimeType, size: bytes.length }
      if (!(await hasRoom(key.tenant, bytes.length))) return storageLimitReached
      const owner = { tenant: key.tenant, subject }
      await keyring.prepare(key.tenant, [subject])
      const sealed = keyring.sealBytes(owner, bytes)
      if (!sealed) return refuse('not-found', 'This conversation does not exist.')
      const text = JSON.stringify({
        subject,
        about: keyring.seal(owner, JSON.stringify(about)),
      })
      await store.put(key, { about: text, bytes: sealed })
      return { ok: true, about: (await this.about(key)) ?? about }
    },

    async about(key) {
      const text = await store.about(key)
      return text === undefined ? undefined : (await opened(key.tenant, text))?.about
    },

    async open(key) {
      const file = await store.get(key)
      const known = file && (await opened(key.tenant, file.about))
      if (!known) return undefined
      const bytes = await keyring.openBytes({ tenant: key.tenant, subject: known.subject }, file.bytes)
      return bytes && { ...known.about, bytes }
    },

    hasRoom,
  }

  async function hasRoom(tenant: string, bytes: number): Promise<boolean> {
    const most = await storageOf(tenant)
    const used = await usedBy(tenant)
    if (used.bytes + bytes > most) return false
    used.bytes += bytes
    return true
  }

  async function usedBy(tenant: string): Promise<{ bytes: number }> {
    const known = measured.get(tenant)
    if (known && now() - known.at < MEASURED_EVERY_MS) return known.used
    const used = store.usedBy(tenant).then((bytes) => ({ bytes }))
    measured.set(tenant, { used, at: now() })
    used.catch(() => measured.delete(tenant))
    return used
  }

  async function opened(tenant: string, text: string) {
    const { subject, about } = z.object({ subject: z.string(), about: z.string() }).parse(JSON.parse(text))
    const [json = ''] = await keyring.open(tenant, [about])
    if (!json.startsWith('{')) return undefined
    return { subject, about: aboutSchema.parse(JSON.parse(json)) }
  }
}

/** Decodes base64, plain or as a data: address. */
export function decoded(payload: string): Buffer {
  const comma = payload.startsWith('data:') ? payload.indexOf(',') : -1
  return Buffer.from(comma < 0 ? payload : payload.slice(comma + 1), 'base64')
}
