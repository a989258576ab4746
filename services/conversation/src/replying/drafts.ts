/**
 * The drafts that test panels try out: kept in memory, bounded in bytes as a whole and for each workspace, and for a
 * day where other processes find them, since each call of a test panel may come to another one.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { pictureFields } from '@parley/contracts/agent/pictures.ts'
import { createByteCache } from '@parley/kernel/byte-cache.ts'

export type Drafts = {
  /** Whether a draft alone is at most what a workspace may keep. */
  fits(tenant: string, draft: AgentDocument): boolean
  /**
   * Answers a conversation from a draft instead of the published agent. A workspace that has used its share up loses
   * its own oldest drafts from memory.
   */
  pin(tenant: string, conversationId: string, draft: AgentDocument): Promise<void>
  draftOf(tenant: string, conversationId: string): Promise<AgentDocument | undefined>
  /** Bytes held at present. */
  bytes(): number
}

/** Where the processes of a region find each other's drafts, as JSON. */
export type SharedDrafts = {
  put(tenant: string, conversationId: string, json: string): Promise<void>
  get(tenant: string, conversationId: string): Promise<string | undefined>
}

export type DraftsOptions = {
  /** Without it the published agent answers at other processes. */
  shared?: SharedDrafts
  maxBytes?: number
  /** The bytes that the drafts of a workspace may take. */
  shareOf?(tenant: string): number
  onShareUsedUp?(tenant: string): void
}

const MAX_BYTES = 128_000_000
const SHARE_BYTES = 24_000_000

/** What a draft looks like says nothing of what it answers, and takes the most of its bytes. */
const LOOKS = new Set([
  ...pictureFields.map(({ path }) => path[0] ?? ''),
  'ADVANCED_customCSS',
  'customThemeJSONString',
])

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

function withoutLooks(draft: AgentDocument): AgentDocument {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !LOOKS.has(name)))
}

/** A character may take two bytes in memory, and an object about as much as its JSON. */
function bytesOf(draft: AgentDocument): number {
  return 2 * JSON.stringify(draft).length
}
