/** The links of invitations: a signed token behind the `#`, which browsers don't send to servers. */
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import { createTokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import { INVITE_LASTS_MS } from './membership.ts'

export type InviteClaims = { region: Region; workspaceId: string; inviteId: string; sending: number }

export type InviteLinks = {
  linkOf(claims: InviteClaims): string
  /** What a token is for; undefined if it is forged, expired or of another region. */
  read(token: string, region: Region): InviteClaims | undefined
}

export function inviteLinks({ masterKey, publicUrl }: { masterKey: Buffer; publicUrl: string }): InviteLinks {
  const tokens = createTokenSigner<InviteClaims>({
    masterKey,
    purpose: 'invitations',
    prefix: 'iv_',
    read: readClaims,
    lifetimeSeconds: INVITE_LASTS_MS / 1000,
  })
  return {
    linkOf: (claims) => `${publicUrl}/app/join#${claims.region}.${tokens.issue(claims)}`,
    read(token, region) {
      const claims = tokens.verify(token)
      return claims?.region === region ? claims : undefined
    },
  }
}

function readClaims(said: unknown): InviteClaims | undefined {
  const { region, workspaceId, inviteId, sending } = Object(said)
  const served = regionSchema.safeParse(region).data
  const texts = typeof workspaceId === 'string' && typeof inviteId === 'string'
  if (!served || !texts || typeof sending !== 'number') return undefined
  return { region: served, workspaceId, inviteId, sending }
}
