/** `public.agent`, the most frequent read: prepared bytes from memory. */
import { createHash } from 'node:crypto'
import type { PoweredBy } from '@parley/contracts/agency/white-label.ts'
import type { agentEndpoints } from '@parley/contracts/agent/endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import type { Handlers } from '@parley/kernel/commands/handler.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { publicAgentsProjection, type StoredPublicAgent } from './public-agents.projection.ts'

export type Prepared = {
  ok: true
  bytes: Buffer
  etag: string
  contentType: string
  /** Only certain websites may embed it, so the sender must first check which one requests it. */
  restricted: boolean
  /** Header names and values in turn, for writing the response to the socket. */
  head: string[]
  /** The bytes, one per character: Node writes head and such a body at once. */
  latin1: string
  /** The stored agent from which the bytes were made. */
  stored: StoredPublicAgent
}

export type PublicAgentCache = {
  /** Returns the prepared response; undefined for an agent that does not exist. */
  get(agentId: string): Prepared | Promise<Prepared | undefined>
  /** Returns the prepared response if it is cached and not expired. */
  peek(agentId: string): Prepared | undefined
  /** Must be called for every event of an agent; `position` keeps a response older than the event from being cached. */
  invalidate(agentId: string, position?: number): void
  /** Must be called when a workspace gets or loses white label. */
  invalidateAll(): void
}

const KEPT_BYTES = 96_000_000
/** Of agents of one workspace, whose CSS and themes may be tens of kilobytes each. */
const KEPT_BYTES_OF_WORKSPACE = 16_000_000
/** Maximum number of remembered positions, one per agent. */
const MOST_EXPECTED = 10_000
/** Maximum age of a cached response, in case an invalidation is lost. */
const LIFETIME_MS = 5_000

export type PublicAgentOptions = {
  /** Returns the part of an agent's own CSS that is safe to send to visitors. */
  cleanCss(css: string, tenant: string): string
  /** Whether the workspace's agents are shown: not while it waits for its deletion. */
  isOpen(tenant: string): Promise<boolean>
  /** The powered-by line of the workspace's agents, and when that changes by time alone, in milliseconds. */
  poweredBy(tenant: string): Promise<{ line: PoweredBy | undefined; until: number }>
  /** Further headers of every response that is written from `head`. */
  headers?: Record<string, string>
  now?: () => number
}

export function publicAgentCache(
  reader: Reader,
  { cleanCss, isOpen, poweredBy, headers = {}, now = () => Date.now() }: PublicAgentOptions,
): PublicAgentCache {
  const same = Object.entries(headers)
  const kept = createByteCache<{ prepared: Prepared; until: number }>({
    maxBytes: KEPT_BYTES,
    shareOf: () => KEPT_BYTES_OF_WORKSPACE,
    // The bytes, the same as text, the stored agent, and the overhead of an entry.
    sizeOf: ({ prepared: { bytes, stored } }) =>
      3 * bytes.length + (stored.squareImageURL?.length ?? 0) + 4_000,
  })
  const expected = new Map<string, number>()
  /** Counts the times that everything was invalidated: what was being prepared then is not cached. */
  let invalidated = 0

  return {
    get: (agentId) => peek(agentId) ?? prepare(agentId),
    peek,
    invalidate(agentId, position) {
      kept.delete(agentId)
      if (position === undefined) return
      expected.delete(agentId)
      expected.set(agentId, position)
      if (expected.size > MOST_EXPECTED) dropOldest(expected)
    },
    invalidateAll() {
      invalidated++
      kept.clear()
    },
  }

  function peek(agentId: string): Prepared | undefined {
    const entry = kept.get(agentId)
    return entry && entry.until > now() ? entry.prepared : undefined
  }

  async function prepare(agentId: string): Promise<Prepared | undefined> {
    const before = invalidated
    const stored = await reader.getPublic(publicAgentsProjection, agentId)
    if (!stored || !(await isOpen(stored.agent.ownerID))) {
      kept.delete(agentId)
      return undefined
    }
    const ADVANCED_customCSS = cleanCss(stored.agent.ADVANCED_customCSS, stored.agent.ownerID)
    const { line, until } = await poweredBy(stored.agent.ownerID)
    const shown = { ...stored.agent, ADVANCED_customCSS, ...(line && { poweredBy: line }) }
    const bytes = Buffer.from(JSON.stringify({ data: shown }))
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
    const contentType = 'application/json; charset=utf-8'
    const head = [
      ['content-type', contentType],
      ['content-length', String(bytes.length)],
      ['etag', etag],
      ...same,
    ].flat()
    const prepared: Prepared = {
      ok: true,
      bytes,
      etag,
      contentType,
      restricted: stored.restricted,
      head,
      latin1: bytes.toString('latin1'),
      stored,
    }
    if (before !== invalidated || stored.position < (expected.get(agentId) ?? -1)) return prepared
    expected.delete(agentId)
    kept.set(agentId, { prepared, until: Math.min(until, now() + LIFETIME_MS) }, stored.agent.ownerID)
    return prepared
  }
}

function dropOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next().value
  if (oldest !== undefined) map.delete(oldest)
}

const notFound = refuse('not-found', 'Agent not found.')

/** Returns a cached response directly, without a promise. */
export function publicAgentQueries(cache: PublicAgentCache): Handlers<typeof agentEndpoints> {
  return {
    'public.agent'(call) {
      const prepared = cache.get(call.params.agentId)
      return 'then' in prepared ? prepared.then((found) => found ?? notFound) : prepared
    },
  }
}
