/**
 * From which websites visitors may reach an agent (`allowedOrigins`). The chat runs in a frame of Parley's own origin,
 * so there are three checks:
 *
 * 1. The frame's document is only sent to pages on the list: their browser names them in `Referer` (the loader sets
 *    `referrerpolicy="origin"`), and with `frame-ancestors` browsers show it in no other page.
 * 2. The document carries a signed ticket for this agent and the page it was given to, valid for a day. The chat
 *    sends it with every call; answers to an older one carry a new one in the same header.
 * 3. A call from another origin than Parley's needs an `Origin` on the list. A call without `Origin`, or with
 *    Parley's own, needs the ticket. A request with neither is refused.
 *
 * The list keeps other websites out, in every browser. Programs can send any header, so the limits of
 * `visitor-limits.ts` apply to all callers.
 */
import { frameAncestors, isOriginAllowed } from '@parley/contracts/agent/allowed-origins.ts'
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { createTokenSigner, type TokenSigner } from '@parley/kernel/sealing/signed-token.ts'

export type EmbedTicket = { region: Region; agentId: string; origin: string }

const DAY_SECONDS = 86_400
/** A ticket that expires within this many seconds is replaced. */
const RENEWED_BEFORE = DAY_SECONDS - 3_600

export function createEmbedTickets(masterKey: Buffer, now?: () => number): TokenSigner<EmbedTicket> {
  return createTokenSigner<EmbedTicket>({
    masterKey,
    purpose: 'embed ticket',
    prefix: 'pe1.',
    lifetimeSeconds: DAY_SECONDS,
    read(said) {
      if (typeof said !== 'object' || said === null) return undefined
      const { region, agentId, origin } = said as Record<string, unknown>
      const served = regionSchema.safeParse(region)
      if (!served.success || typeof agentId !== 'string' || typeof origin !== 'string') return undefined
      return { region: served.data, agentId, origin }
    },
    ...(now ? { now } : {}),
  })
}

export type Origins = {
  /** The websites an agent may be embedded on; empty if any may embed it. */
  listOf(region: Region, agentId: string): Promise<readonly string[]>
  /** Whether a bearer token is for this agent in the dashboard's test panel, which is not embedded on any website. */
  isTestPanel(region: Region, agentId: string, bearer: string): Promise<boolean>
  tickets: TokenSigner<EmbedTicket>
}

export type AskedFrom = {
  region: Region
  agentId: string
  /** The values of the request headers. */
  origin: string | undefined
  ticket: string | undefined
  bearer: string | undefined
  /** Whether an origin is Parley's own. */
  isOwn(origin: string): boolean
}

export type OriginAnswer =
  /** `allow` is the value of the CORS header, `ticket` a new one to return. */
  { ok: true; allow?: string; ticket?: string } | { ok: false; rejection: Rejection }

const elsewhere: OriginAnswer = refused('This agent may not be used on this website.')
const unsaid: OriginAnswer = refused(
  'This agent may be used on certain websites only, and the request does not prove that it comes from one of them.',
)

export async function checkOrigin(origins: Origins, asked: AskedFrom): Promise<OriginAnswer> {
  const list = await origins.listOf(asked.region, asked.agentId)
  if (list.length === 0) return { ok: true, allow: '*' }
  const { origin } = asked
  if (origin !== undefined && !asked.isOwn(origin))
    return isOriginAllowed(list, origin) ? { ok: true, allow: origin } : elsewhere
  if (await isProvenByTicket(origins, list, asked)) {
    const { ticket = '' } = asked
    const claims = origins.tickets.verify(ticket)
    const isOld = origins.tickets.endsIn(ticket) < RENEWED_BEFORE
    return claims && isOld ? { ok: true, ticket: origins.tickets.issue(claims) } : { ok: true }
  }
  if (asked.bearer !== undefined && (await origins.isTestPanel(asked.region, asked.agentId, asked.bearer)))
    return { ok: true }
  return unsaid
}

async function isProvenByTicket(
  origins: Origins,
  list: readonly string[],
  { region, agentId, ticket, isOwn }: AskedFrom,
): Promise<boolean> {
  const claims = ticket === undefined ? undefined : origins.tickets.verify(ticket)
  if (claims?.region !== region || claims.agentId !== agentId) return false
  return isOwn(claims.origin) || isOriginAllowed(list, claims.origin)
}

export type FrameAsked = Pick<AskedFrom, 'region' | 'agentId' | 'isOwn'> & {
  ownOrigin: string
  /** The values of the request headers. */
  referer: string | undefined
  fetchSite: string | undefined
  fetchDest: string | undefined
}

/**
 * Decides whether the frame's document may be sent. Returns the `ticket` for its calls and the `frame-ancestors`
 * directive; neither where any page may embed the agent. Refuses pages that are not on the list, and requests that
 * don't say where they come from. The dashboard may show every chat; the chat in a window of its own needs Parley's own
 * origin on the list.
 */
export async function admitFrame(
  origins: Origins,
  asked: FrameAsked,
): Promise<{ ok: true; ticket?: string; ancestors?: string } | { ok: false; rejection: Rejection }> {
  const { region, agentId } = asked
  const list = await origins.listOf(region, agentId)
  const ancestors = frameAncestors(list)
  if (ancestors === undefined) return { ok: true }
  const page = embedderOf(asked)
  if (page === undefined) return unsaid as { ok: false; rejection: Rejection }
  const allowed = page.ours || isOriginAllowed(list, page.origin)
  if (!allowed) return elsewhere as { ok: false; rejection: Rejection }
  return { ok: true, ancestors, ticket: origins.tickets.issue({ region, agentId, origin: page.origin }) }
}

function embedderOf(asked: FrameAsked): { origin: string; ours: boolean } | undefined {
  const { referer, fetchSite, fetchDest, ownOrigin } = asked
  if (referer !== undefined && URL.canParse(referer)) {
    const { origin } = new URL(referer)
    return { origin, ours: asked.isOwn(origin) }
  }
  if (fetchSite === 'same-origin') return { origin: ownOrigin, ours: true }
  if (fetchSite === 'none' && fetchDest === 'document') return { origin: ownOrigin, ours: false }
  return undefined
}

function refused(message: string): { ok: false; rejection: Rejection } {
  return { ok: false, rejection: { code: 'origin-not-allowed', message } }
}
