/**
 * The address that a mail is returned to if it can't be delivered: `bounces+<region><workspace><mark><signature>@host`. The
 * mark is of the address that the mail goes to, so that what comes back tells of that address alone, and the signature is
 * over all of it: whoever was mailed can pretend that their own address bounced, and nobody's else. It consists of
 * lower-case letters and digits, since mail servers may change the case, and is within the 64 characters that a local part
 * may have.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Region, regions } from '@parley/contracts/endpoint.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'

/** What a return path says, proven to be issued here. */
export type ReturnPath = { region: Region; tenant: string; mark: string }

export type ReturnPaths = {
  /** The local part; undefined for a workspace whose id does not fit into one. */
  localOf(of: { region: Region; tenant: string; email: string }): string | undefined
  /** Reads an address or a local part; undefined if it was not issued here. */
  read(address: string): ReturnPath | undefined
  /** Whether the mail with this return path went to an address. */
  isTo(path: ReturnPath, email: string): boolean
  /** The id of an address in the mails of a workspace. */
  addressIdOf(tenant: string, email: string): string
}

const PREFIX = 'bounces+'
const [TENANT, MARK, SIGNATURE] = [28, 9, 16]
const LOCAL = new RegExp(
  `^bounces\\+([a-z])([0-9a-z]{${TENANT}})([0-9a-z]{${MARK}})([0-9a-z]{${SIGNATURE}})$`,
)
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Letters and digits of a workspace's id. */
const TENANT_LENGTH = 24

export const normalAddress = (email: string): string => email.trim().toLowerCase()

export function createReturnPaths(masterKey: Buffer): ReturnPaths {
  const key = derivedKey(masterKey, 'return paths')
  const digest = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex')
  const short = (length: number, ...parts: string[]) =>
    (BigInt(`0x${digest(...parts)}`) % 36n ** BigInt(length)).toString(36).padStart(length, '0')
  const markOf = (region: Region, tenant: string, email: string) =>
    short(MARK, 'to', region, tenant, normalAddress(email))
  const signatureOf = (region: Region, tenant: string, mark: string) =>
    short(SIGNATURE, 'path', region, tenant, mark)

  return {
    localOf({ region, tenant, email }) {
      const packed = packedTenant(tenant)
      if (packed === undefined) return undefined
      const mark = markOf(region, tenant, email)
      return `${PREFIX}${region[0]}${packed}${mark}${signatureOf(region, tenant, mark)}`
    },

    read(address) {
      const [local = ''] = normalAddress(address).split('@')
      const [, initial, packed = '', mark = '', signature = ''] = LOCAL.exec(local) ?? []
      const region = regions.find((name) => name[0] === initial)
      const tenant = unpackedTenant(packed)
      if (!region || tenant === undefined) return undefined
      return isSame(signature, signatureOf(region, tenant, mark)) ? { region, tenant, mark } : undefined
    },

    isTo: ({ region, tenant, mark }, email) => isSame(mark, markOf(region, tenant, email)),

    addressIdOf: (tenant, email) => digest('address', tenant, normalAddress(email)).slice(0, 32),
  }
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

function packedTenant(tenant: string): string | undefined {
  if (!/^[A-Za-z0-9]+$/.test(tenant) || tenant.length !== TENANT_LENGTH) return undefined
  let number = 0n
  for (const letter of tenant) number = number * 62n + BigInt(LETTERS.indexOf(letter))
  return number.toString(36).padStart(TENANT, '0')
}

function unpackedTenant(packed: string): string | undefined {
  if (packed === '') return undefined
  let number = 0n
  for (const digit of packed) number = number * 36n + BigInt(Number.parseInt(digit, 36))
  let tenant = ''
  for (let nth = 0; nth < TENANT_LENGTH; nth++) {
    tenant = LETTERS[Number(number % 62n)] + tenant
    number /= 62n
  }
  return number === 0n ? tenant : undefined
}
