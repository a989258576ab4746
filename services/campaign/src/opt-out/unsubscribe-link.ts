/**
 * The link in a mail by which its recipient ends campaigns. It is proven by a signature and has no end, since an old mail
 * must work, too; it says nothing that could be read.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Region } from '@parley/contracts/endpoint.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'

export const UNSUBSCRIBE_PATH = '/unsubscribe'

export type UnsubscribeLinks = {
  /** Below the address of whoever the mail comes from. */
  pathOf(of: { tenant: string; contactKey: string }): string
  /** Undefined for a link that was not made here. */
  read(code: string): { tenant: string; contactKey: string } | undefined
}

const LONGEST = 400
const SIGNATURE = 32

export function unsubscribeLinks(options: { masterKey: Buffer; region: Region }): UnsubscribeLinks {
  const { masterKey, region } = options
  const key = derivedKey(masterKey, 'unsubscribe links')
  const sign = (payload: string) =>
    createHmac('sha256', key).update(`${region}.${payload}`).digest('base64url').slice(0, SIGNATURE)
  return {
    pathOf({ tenant, contactKey }) {
      const payload = Buffer.from(JSON.stringify([tenant, contactKey])).toString('base64url')
      return `${UNSUBSCRIBE_PATH}/${region}/${payload}${sign(payload)}`
    },
    read(code) {
      if (code.length > LONGEST || code.length <= SIGNATURE) return undefined
      const payload = code.slice(0, -SIGNATURE)
      const given = Buffer.from(code.slice(-SIGNATURE))
      const expected = Buffer.from(sign(payload))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const [tenant, contactKey] = JSON.parse(Buffer.from(payload, 'base64url').toString())
      return { tenant: String(tenant), contactKey: String(contactKey) }
    },
  }
}
