import { useDebouncedValue } from '@mantine/hooks'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'

/** Debounce of edits, in ms. */
const restMs = 150

/** What visitors would see of the draft, as the server says; `draft`: the one that was asked about. Nothing unless `enabled`. */
export function usePreviewed(agent: AgentDocument, enabled = true) {
  const { region, agentId } = useAgentPlace()
  const [draft] = useDebouncedValue(agent, restMs)
  const preview = useQuery({
    queryKey: ['widget-preview', region, agentId, draft],
    queryFn: ({ signal }) =>
      client.call('conversations.preview', { params: { region, agentId }, body: draft }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    enabled,
  })
  return { ...preview, draft }
}
