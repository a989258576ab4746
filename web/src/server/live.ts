import type { Region } from '@parley/contracts/endpoint.ts'
import type { ChangeNotice } from '@parley/contracts/live/endpoints.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from './client.ts'

/** Looks again at what a change in the workspace touches, as it happens. */
export function useLiveChanges(region: Region, workspaceId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const source = new EventSource(client.url('live.changes', { params: { region, workspaceId } }))
    source.addEventListener('change', (event: MessageEvent<string>) => {
      invalidate(queryClient, region, JSON.parse(event.data))
    })
    return () => source.close()
  }, [queryClient, region, workspaceId])
}

/** Which keys a stream's events touch; the words are the first parts of query keys. */
const touched: Record<string, readonly string[]> = {
  agent: ['agent', 'agents', 'versions', 'overview'],
  knowledge: ['knowledge'],
  conversation: ['conversations', 'conversation', 'overview', 'agents'],
  workspace: ['workspace', 'session'],
}

function invalidate(queryClient: QueryClient, region: Region, notice: ChangeNotice): void {
  const context = notice.stream.split('-')[0] ?? ''
  for (const kind of [...(touched[context] ?? []), 'audit']) {
    const narrow = notice.agentId && kind !== 'agents' && kind !== 'audit'
    const queryKey = narrow ? [kind, region, notice.agentId] : [kind, region]
    void queryClient.invalidateQueries({ queryKey })
  }
}
