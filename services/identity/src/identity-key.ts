/** The key that hashes addresses and one-time codes, derived from the master key. */
import { hkdfSync } from 'node:crypto'

export function identityKey(masterKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'parley identity hashes', 32))
}
