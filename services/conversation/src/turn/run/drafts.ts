/**
 * The drafts of test panels. Kept in memory, limited in bytes in total, and per workspace over all processes of the
 * region. They are also files for a day, since each request of a test panel may reach another process; a draft that has
 * no room in memory is read from there.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { looksFields } from '@parley/contracts/agent/fields/looks.ts'
import { pictureFields } from '@parley/contracts/agent/pictures.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import { shareCounts } from '@parley/kernel/limits/shared-counts.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'

export type Drafts = {
  /**
   * Whether a draft can be pinned: it is `too-large` by itself for the share of a workspace, or has `no-room` among its
   * files.
   */
  admit(tenant: string, draft: AgentDocument): Promise<'admitted' | 'too-large' | 'no-room'>
  /**
   * Makes a conversation use a draft instead of the published document. If the workspace exceeds its share, its oldest
   * drafts are evicted from memory.
   */
  pin(tenant: string, conversationId: string, draft: AgentDocument): Promise<void>
  draftOf(tenant: string, conversationId: string): Promise<AgentDocument | undefined>
  /** Returns the bytes currently kept in the memory of this process. */
  bytes(): number
  /** Tells other processes that nothing is kept here any more. */
  stop(): Promise<void>
}

/** Storage for drafts, as JSON, that all processes of a region share. */
export type SharedDrafts = {
  put(tenant: string, conversationId: string, json: string): Promise<void>
  get(tenant: string, conversationId: string): Promise<string | undefined>
  /** Whether the workspace may store that many bytes more. */
  hasRoom(tenant: string, bytes: number): Promise<boolean>
}

export type DraftsOptions = {
  /** Without it, other processes answer from the published document. */
  shared?: SharedDrafts
  /** Where all processes count the bytes of a workspace; without it each counts its own. */
  state?: ReadStore
  maxBytes?: number
  /** Returns the maximum bytes of a workspace's drafts. */
  shareOf?(tenant: string): Promise<number>
  onShareUsedUp?(tenant: string): void
}

const MAX_BYTES = 128_000_000
const SHARE_BYTES = 24_000_000

/** Fields of the agent's appearance, left out: replies don't depend on them, and they take most of the bytes. */
const LOOKS = new Set([...pictureFields.map(({ path }) => path[0] ?? ''), ...Object.keys(looksFields)])

export function createDrafts(options: DraftsOptions = {}): Drafts {
  const { maxBytes = MAX_BYTES, shareOf = async () => SHARE_BYTES, onShareUsedUp, shared, state } = options
  const counts = shareCounts<'drafts'>({ state, collection: 'draft-bytes' })
  const drafts = createByteCache<AgentDocument>({
    maxBytes,
    sizeOf: bytesOf,
    onBytes: (tenant, bytes) => counts.set(tenant, 'drafts', bytes),
    ...(onShareUsedUp ? { onShareUsedUp } : {}),
  })
  return {
    async admit(tenant, draft) {
      const kept = withoutLooks(draft)
      if (bytesOf(kept) > Math.min(maxBytes, await shareOf(tenant))) return 'too-large'
      const hasRoom = await shared?.hasRoom(tenant, Buffer.byteLength(JSON.stringify(kept)))
      return hasRoom === false ? 'no-room' : 'admitted'
    },
    async pin(tenant, conversationId, draft) {
      const kept = withoutLooks(draft)
      await keep(tenant, conversationId, kept)
      await shared?.put(tenant, conversationId, JSON.stringify(kept))
    },
    async draftOf(tenant, conversationId) {
      const known = drafts.get(`${tenant}/${conversationId}`)
      if (known) return known
      const json = await shared?.get(tenant, conversationId)
      if (json === undefined) return undefined
      const draft: AgentDocument = JSON.parse(json)
      await keep(tenant, conversationId, draft)
      return draft
    },
    bytes: () => drafts.bytes(),
    stop: counts.stop,
  }

  async function keep(tenant: string, conversationId: string, draft: AgentDocument): Promise<void> {
    const share = await shareOf(tenant)
    drafts.set(`${tenant}/${conversationId}`, draft, tenant, share)
    drafts.trim(tenant, share - (await counts.others(tenant, 'drafts')))
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
