import { createHmac } from 'node:crypto'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'

/**
 * Returns what gives the PIN of two-step verification with which a number is registered at Meta: six digits that follow
 * from the number and the master key, so that registering it again takes the same one, and none is stored.
 */
export function registrationPins(masterKey: Buffer): (phoneNumberId: string) => string {
  const key = derivedKey(masterKey, 'whatsapp registration')
  return (phoneNumberId) => {
    const digest = createHmac('sha256', key).update(phoneNumberId).digest()
    return String(digest.readUInt32BE() % 1_000_000).padStart(6, '0')
  }
}
