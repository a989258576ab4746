/** Keys of 32 bytes for single purposes, derived from the master key. */
import { hkdfSync } from 'node:crypto'

/** Keys the hashes of addresses and one-time codes. */
export const identityKey = (masterKey: Buffer): Buffer => derived(masterKey, 'identity hashes')

/** Seals the mails of the embedded outbox. */
export const outboxKey = (masterKey: Buffer): Buffer => derived(masterKey, 'outbox')

function derived(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `parley ${purpose}`, 32))
}
