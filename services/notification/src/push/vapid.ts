/**
 * The key pair with which push services recognise this server (VAPID, RFC 8292). The private key is derived from the
 * master key, so that all processes have the same one from the first start on, unless the configuration names one.
 */
import { createECDH } from 'node:crypto'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'

/** Both as base64url, as browsers and push services take them. */
export type VapidKeys = { publicKey: string; privateKey: string }

export type VapidSettings = { masterKey: Buffer; VAPID_PRIVATE_KEY?: string | undefined }

export function vapidKeys({ masterKey, VAPID_PRIVATE_KEY }: VapidSettings): VapidKeys {
  if (VAPID_PRIVATE_KEY !== undefined) return pairOf(Buffer.from(VAPID_PRIVATE_KEY, 'base64url'))
  for (let nth = 0; ; nth++) {
    try {
      return pairOf(derivedKey(masterKey, nth === 0 ? 'vapid' : `vapid ${nth}`))
    } catch {
      // About one number of 2^32 is not a key of the curve.
    }
  }
}

/** Throws if the number is not a private key of the curve P-256. */
function pairOf(privateKey: Buffer): VapidKeys {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  return {
    publicKey: ecdh.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}

/** Whom a push service may write to: the address of the server, or of its mails if it has no https address. */
export function vapidSubject({ publicUrl, MAIL_FROM }: { publicUrl: string; MAIL_FROM: string }): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/<([^<>]{1,320})>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM.trim()}`
}
