/**
 * Tokens that an agency's own server signs to sign its clients in: JSON Web Tokens (RFC 7519) with HMAC-SHA256, and no
 * other algorithm whatever a token says of itself.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type SignedTokenClaims,
  signedTokenAudience,
  signedTokenClaims,
  signedTokenHeader,
  signedTokenSeconds,
} from '@parley/contracts/client/signed-token.ts'

/** How far the clocks of the signer and this server may be apart. */
const SKEW_SECONDS = 5
const MOST_CHARACTERS = 4_000

/** The agency that a token says it is of, which proves nothing. */
export function issuerOf(token: string): string | undefined {
  return signedTokenClaims.safeParse(partsOf(token)?.claims).data?.iss
}

/** The claims of a token that was signed with the secret to sign a client in, and is valid now for a minute at most. */
export function readSignedToken(
  token: string,
  { secret, now = Date.now() }: { secret: string; now?: number },
): SignedTokenClaims | undefined {
  const parts = partsOf(token)
  if (!parts || !signedTokenHeader.safeParse(parts.header).success) return undefined
  const expected = createHmac('sha256', secret).update(parts.signed).digest()
  const { signature } = parts
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined
  const { data } = signedTokenClaims.safeParse(parts.claims)
  return data && [data.aud].flat().includes(signedTokenAudience) && isValid(data, now / 1000)
    ? data
    : undefined
}

function isValid({ exp, iat, nbf }: SignedTokenClaims, seconds: number): boolean {
  if (exp <= seconds - SKEW_SECONDS || exp > seconds + signedTokenSeconds + SKEW_SECONDS) return false
  if (iat !== undefined && (iat > seconds + SKEW_SECONDS || exp - iat > signedTokenSeconds)) return false
  return nbf === undefined || nbf <= seconds + SKEW_SECONDS
}

function partsOf(token: string) {
  if (token.length > MOST_CHARACTERS) return undefined
  const [header = '', claims = '', signature = '', ...rest] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  // Of the spellings of the same bytes, only the canonical one is accepted.
  if (rest.length > 0 || given.toString('base64url') !== signature) return undefined
  return {
    header: jsonOf(header),
    claims: jsonOf(claims),
    signature: given,
    signed: `${header}.${claims}`,
  }
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}
