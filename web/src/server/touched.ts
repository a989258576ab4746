/**
 * Which queries a change makes old: each says in its `meta` which kinds of streams it shows. The second part of its key
 * is the region; the third, of queries `within` an agent, the agent; the fourth, within a conversation, that.
 */
import type { Region } from '@parley/contracts/endpoint.ts'
import type { ChangeNotice } from '@parley/contracts/live/endpoints.ts'
import type { Query } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Kinds of streams whose events make it old; `any` for all of them. */
      touchedBy?: readonly string[] | 'any'
      /** What it is about; a workspace unless told. */
      within?: 'agent' | 'conversation'
      /** It amends itself by what `notices.ts` tells, and is only marked as old. */
      amended?: boolean
    }
  }
}

export const isAmended = ({ meta }: Pick<Query, 'meta'>): boolean => meta?.amended === true

/** Whether a change may have made what the query shows old. */
export function isTouched(
  { queryKey, meta }: Pick<Query, 'queryKey' | 'meta'>,
  region: Region,
  { stream, agentId }: ChangeNotice,
): boolean {
  const { touchedBy = [], within } = meta ?? {}
  const kind = stream.slice(0, stream.indexOf('-'))
  if (touchedBy !== 'any' && !touchedBy.includes(kind)) return false
  // Who is signed in is asked of no region.
  if (queryKey.length > 1 && queryKey[1] !== region) return false
  if (within === undefined || agentId === undefined) return true
  if (queryKey[2] !== agentId) return false
  return within === 'agent' || queryKey[3] === stream.slice(kind.length + 1)
}
