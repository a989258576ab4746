import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { TestedVersion } from '@parley/contracts/evaluation/names.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import type { AgentPlace } from './queries.ts'

/** What is to be run: all tests if no `caseIds` are given. */
export type WantedRun = {
  versions: TestedVersion[]
  gradesTone: boolean
  draft?: AgentDocument
  caseIds?: string[]
}

/** What a run would cost, and the mutation that starts it. Without versions nothing is estimated. */
export function useTestRun(place: AgentPlace, body: WantedRun, onStarted: (runId: string) => void) {
  const queryClient = useQueryClient()
  const estimate = useQuery({
    queryKey: ['tests', place.region, place.agentId, 'estimate', body],
    enabled: body.versions.length > 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => client.call('testRuns.estimate', { params: place, body }, { signal }),
  })
  const start = useMutation({
    mutationFn: () => client.call('testRuns.start', { params: place, body }),
    onSuccess: ({ runId }) => {
      void queryClient.invalidateQueries({ queryKey: ['tests', place.region, place.agentId] })
      onStarted(runId)
    },
  })
  return { estimate, start }
}
