/**
 * Codes of authenticator apps: TOTP (RFC 6238) with SHA-1, steps of 30 seconds and six digits, the only parameters that
 * every app supports. A few lines of our own: libraries for it add base32 and clocks of their own.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { sameHash } from '@parley/kernel/sealing/session-token.ts'

const STEP_MS = 30_000
/** RFC 4226 asks for at least 128 bits and recommends 160. */
const SECRET_BYTES = 20
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A random secret in base32. */
export function newTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES))
}

/**
 * Returns the time step of a valid code; undefined for any other. Codes of the step before and after the present one
 * (`now` in ms) are valid too, for slow fingers and clocks. Steps up to `after` are used up.
 */
export function stepOfCode(secret: string, code: string, now: number, after = 0): number | undefined {
  const present = Math.floor(now / STEP_MS)
  const key = fromBase32(secret)
  const matching = [present, present - 1, present + 1].filter((step) => sameHash(codeAt(key, step), code))
  return matching.find((step) => step > after)
}

/** The code of a time step. */
export function codeAt(key: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  // Dynamic truncation (RFC 4226 §5.3).
  const offset = mac.readUInt8(mac.length - 1) & 15
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The address in the QR code that authenticator apps scan. `issuer` and `account` are shown in the app. */
export function totpUri(about: { secret: string; issuer: string; account: string }): string {
  const label = [about.issuer, about.account].map(encodeURIComponent).join(':')
  return `otpauth://totp/${label}?secret=${about.secret}&issuer=${encodeURIComponent(about.issuer)}`
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)]).join('')
}

/** The bytes of a text in base32, without padding. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
