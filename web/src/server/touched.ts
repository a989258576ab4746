/**
 * Selects the queries that a change invalidates. A query lists in its `meta` the kinds of streams that it shows. The
 * second part of its key is the region. For queries `within` an agent the third part is the agent, and within a
 * conversation the fourth is the conversation.
 */
import type { Region } from '@parley/contracts/endpoint.ts'
import type { ChangeNotice } from '@parley/contracts/live/endpoints.ts'
import type { Query } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * Kinds of streams whose events invalidate the query, such as `credits`, or with the only type of them that does:
       * `credits/CreditsGranted`; `any` for all.
       */
      touchedBy?: readonly string[] | 'any'
      /** The scope of the query; a workspace by default. */
      within?: 'agent' | 'conversation'
      /** The query is updated in place from `notices.ts`, so it is marked as stale but not refetched. */
      amended?: boolean
    }
  }
}

export const isAmended = ({ meta }: Pick<Query, 'meta'>): boolean => meta?.amended === true

/** Returns whether a change may affect the data of a query. */
export function isTouched(
  { queryKey, meta }: Pick<Query, 'queryKey' | 'meta'>,
  region: Region,
  { stream, type, agentId }: ChangeNotice,
): boolean {
  const { touchedBy = [], within } = meta ?? {}
  const kind = stream.slice(0, stream.indexOf('-'))
  if (touchedBy !== 'any' && !touchedBy.includes(kind) && !touchedBy.includes(`${kind}/${type}`)) return false
  // The session query has no region.
  if (queryKey.length > 1 && queryKey[1] !== region) return false
  if (within === undefined || agentId === undefined) return true
  if (queryKey[2] !== agentId) return false
  return within === 'agent' || queryKey[3] === stream.slice(kind.length + 1)
}
