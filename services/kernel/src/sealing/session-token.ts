/** The tokens of sessions: `<region>.<session>.<secret>`. Events have the hash of the secret alone. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'

/** 20 random hexadecimal digits. */
export function newId(): string {
  return randomBytes(10).toString('hex')
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

/** SHA-256 in hex, by which the secret of a workspace, an agency or an agent is recognised (`bearers`). */
export function secretHash(secret: string): string {
  return hash('sha256', secret, 'hex')
}

export function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
