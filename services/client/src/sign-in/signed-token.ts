/**
 * Tokens that an agency's own server signs to sign its clients in: JSON Web Tokens (RFC 7519) with HMAC-SHA256, and no
 * other algorithm whatever a token says of itself.
 */
import {
  type SignedTokenClaims,
  signedTokenAudience,
  signedTokenClaims,
  signedTokenSeconds,
} from '@parley/contracts/client/signed-token.ts'

/** How far the clocks of the signer and this server may be apart. */
const SKEW_SECONDS = 5
const MOST_CHARACTERS = 4_000

// Loaded when it is needed: most processes never read such a token.
const library = () => import('jose')

/** The agency that a token says it is of, which proves nothing. */
export async function issuerOf(token: string): Promise<string | undefined> {
  if (token.length > MOST_CHARACTERS) return undefined
  const { decodeJwt } = await library()
  try {
    return signedTokenClaims.safeParse(decodeJwt(token)).data?.iss
  } catch {
    return undefined
  }
}

/** The claims of a token that was signed with the secret to sign a client in, and is valid now for a minute at most. */
export async function readSignedToken(
  token: string,
  { secret, now = Date.now() }: { secret: string; now?: number },
): Promise<SignedTokenClaims | undefined> {
  if (token.length > MOST_CHARACTERS) return undefined
  const { jwtVerify } = await library()
  const verified = await jwtVerify(token, new TextEncoder().encode(secret), {
    algorithms: ['HS256'],
    audience: signedTokenAudience,
    clockTolerance: SKEW_SECONDS,
    currentDate: new Date(now),
  }).catch(() => undefined)
  if (!verified || !isJwt(verified.protectedHeader.typ)) return undefined
  const { data } = signedTokenClaims.safeParse(verified.payload)
  return data && isShort(data, now / 1000) ? data : undefined
}

const isJwt = (type = 'JWT') => type.toUpperCase() === 'JWT'

/** Whether it was made now, or earlier, to be valid for a minute at most. */
function isShort({ exp, iat = exp - signedTokenSeconds }: SignedTokenClaims, seconds: number): boolean {
  return (
    exp <= seconds + signedTokenSeconds + SKEW_SECONDS &&
    iat <= seconds + SKEW_SECONDS &&
    exp - iat <= signedTokenSeconds
  )
}
