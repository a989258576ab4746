import { hkdfSync } from 'node:crypto'

/** A key for one purpose, derived from the master key: 32 bytes, which tell nothing of those for other purposes. */
export function derivedKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `parley ${purpose}`, 32))
}
