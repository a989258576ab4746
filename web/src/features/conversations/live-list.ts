/** Updates a long list when conversations change, without refetching all pages. */
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../../server/client.ts'
import { onChanges } from '../../server/notices.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { amended, beginningOf, type Page } from './amended-list.ts'
import { inboxQuery } from './queries.ts'
import { askedFor, type ConversationsSearch } from './search.ts'

const STREAM = 'conversation-'
const MOST_AT_ONCE = 50

/** Fetches the changed conversations and inserts them at their positions. Removes those that no longer match. */
export function useLiveList(place: AgentPlace, search: ConversationsSearch): void {
  const queryClient = useQueryClient()
  const key = JSON.stringify(inboxQuery(place, search).queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains all relevant parts of place and search
  useEffect(() => {
    const { queryKey } = inboxQuery(place, search)
    const ids = new Set<string>()
    let asking = false

    const ask = async () => {
      if (asking || ids.size === 0) return
      asking = true
      const some = [...ids].slice(0, MOST_AT_ONCE)
      for (const id of some) ids.delete(id)
      try {
        const query = { ...askedFor(search), ids: some.join(',') }
        const { items } = await client.call('conversations.list', { params: place, query })
        queryClient.setQueryData<InfiniteData<Page>>(queryKey, (data) => data && amended(data, some, items))
      } catch {
        void queryClient.invalidateQueries({ queryKey })
      }
      asking = false
      void ask()
    }

    return onChanges((told) => {
      if (told === 'missed') {
        // Refetching all loaded pages would be slow, so only the first page is kept.
        queryClient.setQueryData<InfiniteData<Page>>(queryKey, (data) => data && beginningOf(data))
        return
      }
      for (const { stream, agentId } of told)
        if (agentId === place.agentId && stream.startsWith(STREAM)) ids.add(stream.slice(STREAM.length))
      void ask()
    })
  }, [key, queryClient])
}
