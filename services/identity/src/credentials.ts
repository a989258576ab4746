/** Creates and compares passwords, tokens and codes. None is stored in the clear. */
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Algorithm, hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2'
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'

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

/** 20 random hexadecimal digits. */
export function newId(): string {
  return randomBytes(10).toString('hex')
}

/** The name of an address's reservation; without the key it reveals nothing about the address. */
export function emailHash(key: Buffer, email: string): string {
  return createHmac('sha256', key).update(`email\n${email}`).digest('hex').slice(0, 40)
}

export type SessionToken = { region: Region; sessionId: string; secret: string }

export function newSessionToken(region: Region): SessionToken {
  return {
    region,
    sessionId: newId(),
    secret: randomBytes(32).toString('base64url'),
  }
}

export function writeToken({ region, sessionId, secret }: SessionToken): string {
  return `${region}.${sessionId}.${secret}`
}

export function readToken(token: string): SessionToken | undefined {
  const [region, sessionId, secret, ...rest] = token.split('.')
  const served = regionSchema.safeParse(region)
  if (!served.success || !sessionId || !secret || rest.length > 0 || !/^[a-z0-9]{20}$/.test(sessionId))
    return undefined
  return { region: served.data, sessionId, secret }
}

export function tokenHash(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

export function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
