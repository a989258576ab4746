import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type AgentPlace, agentQuery } from '../server/queries.ts'
import { changedFields, draftOf, type Edits } from './draft-comparison.ts'
import { type DraftConflict, mergeDraft } from './draft-merge.ts'
import { agentEdited } from './drafts.ts'
import { useStoreDispatch, useStoreState } from './store.ts'

export type AgentDraft = {
  /** The document with the unpublished edits, as used by forms and the test panel. */
  agent: AgentDocument
  /** The published copy. */
  server: AgentDocument
  /** Names of the fields with unpublished edits. */
  changed: string[]
  /** What another user has published with a different value since it was edited here. */
  conflicts: DraftConflict[]
  /** Replaces fields of the draft. */
  edit: (edits: Edits) => void
}

const noConflicts: DraftConflict[] = []

/** Returns the agent with its unpublished edits merged with what others published since. The agent's route loads it before any page below renders. */
export function useAgentDraft(place: AgentPlace): AgentDraft {
  const { data: server } = useSuspenseQuery(agentQuery(place))
  const draft = useStoreState((state) => state.drafts[place.agentId])
  const dispatch = useStoreDispatch()
  const edit = useCallback(
    (edits: Edits) => void dispatch(agentEdited({ agentId: place.agentId, edits, server })),
    [dispatch, place.agentId, server],
  )
  return useMemo(() => {
    const merged = draft && mergeDraft(draft, server)
    const agent = draftOf(server, merged?.edits)
    const changed = changedFields(server, agent)
    return { agent, server, changed, conflicts: merged?.conflicts ?? noConflicts, edit }
  }, [server, draft, edit])
}
