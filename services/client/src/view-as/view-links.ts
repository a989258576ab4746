/**
 * What leads one of the agency's team from the product's own host into a view of a client at the agency's domain: a signed
 * token for 60 seconds. It names the view that it begins, which begins once, and the host at which alone it does.
 */
import { regionSchema } from '@parley/contracts/endpoint.ts'
import { createTokenSigner, type TokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import { z } from 'zod'

const LIFETIME_SECONDS = 60
const PREFIX = 'cv1.'

const viewLinkClaims = z.object({
  region: regionSchema,
  agencyId: z.string(),
  clientId: z.string(),
  viewId: z.string(),
  viewerId: z.string(),
  viewerSessionId: z.string(),
  /** The agency's domain. */
  host: z.string(),
})
export type ViewLinkClaims = z.infer<typeof viewLinkClaims>
export type ViewLinks = Pick<TokenSigner<ViewLinkClaims>, 'issue' | 'verify'>

export function viewLinks(masterKey: Buffer, now = () => Date.now()): ViewLinks {
  return createTokenSigner<ViewLinkClaims>({
    ...{ masterKey, purpose: 'client view link', prefix: PREFIX, lifetimeSeconds: LIFETIME_SECONDS },
    read: (said) => viewLinkClaims.safeParse(said).data,
    now,
  })
}
