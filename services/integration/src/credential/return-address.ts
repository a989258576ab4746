/**
 * The way back from authorization servers to the host where connecting began. A server sends people to the one address that it
 * knows, that of the product or of a domain of an agency. Where connecting began at another host of the installation, the state
 * names that host, signed, and the page at the known address passes the answer on to it. Nothing is passed to other hosts. The
 * answer still counts once, and for the session that began.
 *
 * Whoever has a domain could move it and read there what is passed to it, so it is only sent answers for applications that its own
 * workspace has registered, which have an address of the workspace. A client that is ours, such as that of our document, acts for
 * all workspaces: its answers stay where they come, or go to the product.
 */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import {
  CLIENT_METADATA_PATH,
  CONNECTED_PATH,
  returnPathOf,
} from '@parley/contracts/integration/credential-names.ts'
import type { AgencyHost } from '@parley/kernel/commands/handler.ts'
import { isPublicAddress } from '@parley/kernel/outgoing/public-address.ts'
import { createTokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import { z } from 'zod'

export type ReturnAddresses = {
  /** For people of a workspace who are connecting at this origin and are sent back to `redirectUri`. */
  stateFor(origin: string, redirectUri: string, workspaceId: string): string
  /** The origin that a state of this installation names, and its workspace; undefined for any other state. */
  originIn(state: string): { origin: string; workspaceId: string } | undefined
}

const LIFETIME_SECONDS = 600
const claims = z.object({ origin: z.url().max(300), workspaceId: z.string(), random: z.string() })

export function returnAddresses(masterKey: Buffer): ReturnAddresses {
  const signer = createTokenSigner({
    ...{ masterKey, purpose: 'connecting elsewhere', prefix: 'cn1.', lifetimeSeconds: LIFETIME_SECONDS },
    read: (said) => claims.safeParse(said).data,
  })
  return {
    stateFor(origin, redirectUri, workspaceId) {
      const random = randomBytes(32).toString('base64url')
      return new URL(redirectUri).origin === origin ? random : signer.issue({ origin, workspaceId, random })
    },
    originIn: (state) => signer.verify(state),
  }
}

/** Where a person is who calls: at the product, or at the domain of an agency. */
export function originOf(agencyHost: AgencyHost | undefined, publicUrl: string): string {
  return agencyHost ? `https://${agencyHost.domain}` : new URL(publicUrl).origin
}

/** Of clients that are ours. */
export const redirectUriAt = (origin: string) => `${origin}${CONNECTED_PATH}`

/** Of the applications of a workspace. */
export const returnUriAt = (origin: string, workspaceId: string) => `${origin}${returnPathOf(workspaceId)}`

/** Whether what comes back to an address may be passed on to an origin. */
export function isPassedOn(
  { pathname }: Pick<URL, 'pathname'>,
  to: { origin: string; workspaceId: string },
  publicUrl: string,
): boolean {
  return to.origin === new URL(publicUrl).origin || pathname === returnPathOf(to.workspaceId)
}

/** The client ID of this origin; undefined where authorization servers elsewhere can't read its document. */
export function clientIdAt(origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin)
  const name = hostname.replace(/^\[|\]$/g, '')
  const isReachable = isIP(name) > 0 ? isPublicAddress(name) : name.includes('.')
  return protocol === 'https:' && isReachable ? `${origin}${CLIENT_METADATA_PATH}` : undefined
}

/** Who asks for access (RFC 7591 §2, OAuth Client ID Metadata Document). */
export function clientMetadata(name: string, origin: string) {
  return {
    ...{ client_name: name, client_uri: origin, redirect_uris: [redirectUriAt(origin)] },
    ...{ response_types: ['code'], grant_types: ['authorization_code', 'refresh_token'] },
    application_type: 'web' as const,
  }
}
