/**
 * Signed addresses of files. Whoever has one may open the file until it expires, without further credentials, as
 * pictures in a page require. `<tenant>.<owner>.<id>.<end>.<HMAC-SHA256>` under a key derived from MASTER_KEY.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { FileKey } from '@parley/kernel/files/file-store.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'

const HOUR_MS = 3_600_000
/** Addresses issued within the same five minutes are equal, so that browsers load a picture once. */
const STEP_MS = 300_000

export type FileAddresses = {
  /** Valid for an hour unless told until when. `name` is for people, and for downloads. */
  issue(key: FileKey, name: string, until?: Date | 'forever'): string
  /** The file of a token; undefined if it is forged or expired. */
  verify(token: string): { key: FileKey; forever: boolean } | undefined
}

/** `now` in ms. */
export function createFileAddresses(
  region: Region,
  masterKey: Buffer,
  now: () => number = Date.now,
): FileAddresses {
  const secret = derivedKey(masterKey, `file address ${region}`)
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest().subarray(0, 18)

  return {
    issue({ tenant, owner, id }, name, until = new Date(Math.floor(now() / STEP_MS) * STEP_MS + HOUR_MS)) {
      const end = until === 'forever' ? 0 : Math.floor(until.getTime() / 1000)
      const text = `${tenant}.${owner}.${id}.${end.toString(36)}`
      const token = `${text}.${sign(text).toString('base64url')}`
      return `/api/${region}/public/files/${token}/${id.slice(0, 8)}-${plainName(name)}`
    },

    verify(token) {
      const parts = token.split('.')
      const [tenant = '', owner = '', id = '', end = '', signature = ''] = parts
      if (parts.length !== 5) return undefined
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(parts.slice(0, 4).join('.'))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      if (given.toString('base64url') !== signature) return undefined
      const until = Number.parseInt(end, 36)
      if (until !== 0 && until * 1000 <= now()) return undefined
      return { key: { tenant, owner, id }, forever: until === 0 }
    },
  }
}

/** A name that needs no escaping anywhere; keeps the extension. */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/\.{2,}/g, '.')
    .slice(-60)
  return /[A-Za-z0-9]/.test(plain) ? plain : 'file'
}
