/** Creates and compares passwords, tokens and codes. None is stored in the clear. */
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { type Algorithm, hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2'

const ARGON2ID = 2 satisfies Algorithm.Argon2id
/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const parameters = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Compared against if there is no such account, so that both cases take the same time. */
const nobodysHash = argon2Hash(randomBytes(16).toString('hex'), parameters)

export function hashPassword(password: string): Promise<string> {
  return argon2Hash(password, parameters)
}

export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await argon2Verify(passwordHash ?? (await nobodysHash), password).catch(() => false)
  return matches && passwordHash !== undefined
}

/** Whether a hash was made with weaker parameters than the present ones. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** Six digits. */
export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}

/** A code is short, so its hash is keyed, and bound to the request and the address it is for. */
export function codeHash(key: Buffer, requestId: string, email: string, code: string): string {
  return createHmac('sha256', key).update(`code\n${requestId}\n${email}\n${code}`).digest('base64url')
}

/** The name of an address's reservation; without the key it reveals nothing about the address. */
export function emailHash(key: Buffer, email: string): string {
  return createHmac('sha256', key).update(`email\n${email}`).digest('hex').slice(0, 40)
}
