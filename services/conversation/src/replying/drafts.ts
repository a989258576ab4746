/** The drafts that test panels try out, kept in memory and bounded in bytes, as a whole and for each workspace. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { createByteCache } from '@parley/kernel/byte-cache.ts'

export type Drafts = {
  /** Whether a draft alone is at most what a workspace may keep. */
  fits(tenant: string, draft: AgentDocument): boolean
  /**
   * Answers a conversation from a draft instead of the published agent, as long as this process lives. A workspace that
   * has used its share up loses its own oldest drafts, for whose conversations the published agent takes over.
   */
  pin(tenant: string, conversationId: string, draft: AgentDocument): void
  draftOf(conversationId: string): AgentDocument | undefined
  /** Bytes held at present. */
  bytes(): number
}

export type DraftsOptions = {
  maxBytes?: number
  /** The bytes that the drafts of a workspace may take. */
  shareOf?(tenant: string): number
  onShareUsedUp?(tenant: string): void
}

const MAX_BYTES = 128_000_000
const SHARE_BYTES = 24_000_000

/** What a draft looks like says nothing of what it answers, and takes the most of its bytes. */
const LOOKS = [
  'roundedImageURL',
  'squareImageURL',
  'chatBgURL',
  'ADVANCED_customCSS',
  'customThemeJSONString',
] as const

export function createDrafts(options: DraftsOptions = {}): Drafts {
  const { maxBytes = MAX_BYTES, shareOf = () => SHARE_BYTES, onShareUsedUp } = options
  const drafts = createByteCache<AgentDocument>({
    maxBytes,
    shareOf,
    sizeOf: bytesOf,
    ...(onShareUsedUp ? { onShareUsedUp } : {}),
  })
  return {
    fits: (tenant, draft) => bytesOf(withoutLooks(draft)) <= Math.min(maxBytes, shareOf(tenant)),
    pin(tenant, conversationId, draft) {
      drafts.set(conversationId, withoutLooks(draft), tenant)
    },
    draftOf: (conversationId) => drafts.get(conversationId),
    bytes: drafts.bytes,
  }
}

function withoutLooks(draft: AgentDocument): AgentDocument {
  const rest = { ...draft }
  for (const name of LOOKS) delete rest[name]
  return rest
}

/** A character may take two bytes in memory, and an object about as much as its JSON. */
function bytesOf(draft: AgentDocument): number {
  return 2 * JSON.stringify(draft).length
}
