/** The key that hashes addresses and one-time codes, derived from the master key. */
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'

export function identityKey(masterKey: Buffer): Buffer {
  return derivedKey(masterKey, 'identity hashes')
}
