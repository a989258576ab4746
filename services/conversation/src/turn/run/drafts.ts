/**
 * The drafts of test panels. Kept in memory, limited in bytes in total and per workspace, and shared with other
 * processes for a day, since each request of a test panel may reach another process.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { looksFields } from '@parley/contracts/agent/fields/looks.ts'
import { pictureFields } from '@parley/contracts/agent/pictures.ts'
import { createByteCache } from '@parley/kernel/byte-cache.ts'

export type Drafts = {
  /** Whether a draft by itself is within the share of a workspace. */
  fits(tenant: string, draft: AgentDocument): boolean
  /**
   * Makes a conversation use a draft instead of the published document. If the workspace exceeds its share, its oldest
   * drafts are evicted from memory.
   */
  pin(tenant: string, conversationId: string, draft: AgentDocument): Promise<void>
  draftOf(tenant: string, conversationId: string): Promise<AgentDocument | undefined>
  /** Returns the bytes currently kept in memory. */
  bytes(): number
}

/** Storage for drafts, as JSON, that all processes of a region share. */
export type SharedDrafts = {
  put(tenant: string, conversationId: string, json: string): Promise<void>
  get(tenant: string, conversationId: string): Promise<string | undefined>
}

export type DraftsOptions = {
  /** Without it, other processes answer from the published document. */
  shared?: SharedDrafts
  maxBytes?: number
  /** Returns the maximum bytes of a workspace's drafts. */
  shareOf?(tenant: string): number
  onShareUsedUp?(tenant: string): void
}

const MAX_BYTES = 128_000_000
const SHARE_BYTES = 24_000_000

/** Fields of the agent's appearance, left out: replies don't depend on them, and they take most of the bytes. */
const LOOKS = new Set([...pictureFields.map(({ path }) => path[0] ?? ''), ...Object.keys(looksFields)])

export function createDrafts(options: DraftsOptions = {}): Drafts {
  const { maxBytes = MAX_BYTES, shareOf = () => SHARE_BYTES, onShareUsedUp, shared } = options
  const drafts = createByteCache<AgentDocument>({
    maxBytes,
    shareOf,
    sizeOf: bytesOf,
    ...(onShareUsedUp ? { onShareUsedUp } : {}),
  })
  return {
    fits: (tenant, draft) => bytesOf(withoutLooks(draft)) <= Math.min(maxBytes, shareOf(tenant)),
    async pin(tenant, conversationId, draft) {
      const kept = withoutLooks(draft)
      drafts.set(`${tenant}/${conversationId}`, kept, tenant)
      await shared?.put(tenant, conversationId, JSON.stringify(kept))
    },
    async draftOf(tenant, conversationId) {
      const key = `${tenant}/${conversationId}`
      const known = drafts.get(key)
      if (known) return known
      const json = await shared?.get(tenant, conversationId)
      if (json === undefined) return undefined
      const draft: AgentDocument = JSON.parse(json)
      drafts.set(key, draft, tenant)
      return draft
    },
    bytes: drafts.bytes,
  }
}

/** A document without the fields of its appearance, on which replies don't depend. */
export function withoutLooks(draft: AgentDocument): AgentDocument {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !LOOKS.has(name)))
}

/** Estimates the size in memory: two bytes per character, and an object about as large as its JSON. */
function bytesOf(draft: AgentDocument): number {
  return 2 * JSON.stringify(draft).length
}
