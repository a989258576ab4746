/** What a token says by which an agency's own server signs a client in: a JSON Web Token (RFC 7519), signed by HMAC-SHA256. */
import { z } from 'zod'

/** What a token is for, wherever the agency's sign-in page is. */
export const signedTokenAudience = 'client-login'

/** How long a token may be valid. */
export const signedTokenSeconds = 60

export const signedTokenClaims = z.object({
  /** The agency's ID. */
  iss: z.string().min(1),
  /** `signedTokenAudience`, or several with it. */
  aud: z.union([z.string(), z.array(z.string()).min(1)]),
  /** The client's ID. */
  sub: z.string().min(1),
  /** The client's address. */
  email: z.string().min(1),
  /** Seconds since 1970, as `iat` and `nbf`. */
  exp: z.number(),
  iat: z.number().optional(),
  nbf: z.number().optional(),
  /** Another one for each token: it signs in once. */
  jti: z.string().min(1).max(200),
})
export type SignedTokenClaims = z.infer<typeof signedTokenClaims>
