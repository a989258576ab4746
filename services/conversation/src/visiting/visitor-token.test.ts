import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createVisitorTokens, type VisitorSession } from './visitor-token.ts'

const session: VisitorSession = {
  region: 'eu',
  tenant: 'w1',
  agentId: 'a1',
  conversationId: 'c1',
  visitorId: 'v1',
}

describe('a visitor token', () => {
  it('gives access to the conversation it was issued for', () => {
    const tokens = createVisitorTokens(randomBytes(32))
    expect(tokens.verify(tokens.issue(session))).toEqual(session)
  })

  it('lasts for visitors who come back within 60 days', () => {
    let now = 1_000_000_000_000
    const tokens = createVisitorTokens(randomBytes(32), () => now)
    const token = tokens.issue(session)
    now += 60 * 86_400_000 - 1_000
    expect(tokens.verify(token)).toEqual(session)
    now += 1_000
    expect(tokens.verify(token)).toBeUndefined()
  })

  it('is refused when forged, damaged, signed by another key or not a token at all', () => {
    const tokens = createVisitorTokens(randomBytes(32))
    const token = tokens.issue(session)
    const [prefix, payload, signature] = token.split('.') as [string, string, string]
    const forged = Buffer.from(JSON.stringify({ ...session, tenant: 'w2', exp: Date.now() })).toString(
      'base64url',
    )
    for (const bad of [
      '',
      prefix,
      `${prefix}.`,
      `${prefix}.${payload}`,
      `${prefix}.${payload}.`,
      `${prefix}.${forged}.${signature}`,
      `${prefix}.${payload}.${signature.slice(0, -2)}`,
      `${prefix}.${payload}.${signature}.more`,
      `${token}=`,
      `${prefix}.bm9uc2Vuc2U.${signature}`,
      'a'.repeat(5_000),
      createVisitorTokens(randomBytes(32)).issue(session),
    ])
      expect(tokens.verify(bad), bad).toBeUndefined()
    // Changing any single character invalidates it.
    for (let at = prefix.length + 1; at < token.length; at += 7) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
      expect(tokens.verify(changed), changed).toBeUndefined()
    }
  })
})
