import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../design/language.ts'
import { noticeFailure } from '../../design/notices/notices.ts'
import { ApiError, client, messageOf } from '../../server/client.ts'
import { missingPromptsWords, useMissingPrompts } from '../../server/prompts.ts'
import { type AgentPlace, agentQuery } from '../../server/queries.ts'
import { useSession, useWorkspace } from '../../shell/navigation/places.ts'
import { problemsOf } from '../../store/draft-problems.ts'
import { conflictsDecided, draftPublished } from '../../store/drafts.ts'
import { flowChecked } from '../../store/flow-checks.ts'
import { useStoreDispatch } from '../../store/store.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { versionsQuery } from './queries.ts'

/** Saves the whole draft and keeps a version of it. If saving fails, the draft stays. */
export function usePublish(place: AgentPlace, onPublished: () => void) {
  const { agent, server: base, changed, conflicts } = useAgentDraft(place)
  const { workspaceId } = useWorkspace()
  const { user } = useSession()
  const queryClient = useQueryClient()
  const dispatch = useStoreDispatch()
  const missing = useMissingPrompts(agent)

  const save = useMutation({
    /** `untested`: why it is published although its tests have to pass and did not. */
    mutationFn: async (untested: string | undefined) => {
      const query = untested === undefined ? {} : { untested }
      // What is edited during the call is compared with the merged draft that is sent.
      dispatch(conflictsDecided({ agentId: place.agentId, server: base, choices: {} }))
      const saved = await client.call('agents.save', { params: place, query, body: agent })
      const server = await queryClient.fetchQuery({ ...agentQuery(place), staleTime: 0 })
      const alone = saved.data.lastModified === server.lastModified
      dispatch(draftPublished({ agentId: place.agentId, published: agent, server, alone }))
      await keepVersion()
    },
    onSuccess() {
      onPublished()
      if (missing > 0) noticeFailure(missingPromptsWords(missing))
    },
    onError: (error) => {
      if (isUntested(error)) return
      noticeFailure(t('Failed to save agent: {reason}', { reason: messageOf(error) }))
      // The edits are kept, on top of what another user published meanwhile.
      if (error instanceof ApiError && error.code === 'changed-meanwhile')
        void queryClient.invalidateQueries(agentQuery(place))
    },
  })

  const keepVersion = async () => {
    const body = { agentId: place.agentId, workspaceId, userEmail: user.email }
    try {
      await client.call('rpc.saveAgentBackup', { params: { region: place.region }, body })
    } catch (error) {
      noticeFailure(
        t('The agent is published, but no version was kept: {reason}', { reason: messageOf(error) }),
      )
    }
    void queryClient.invalidateQueries({ queryKey: ['agents', place.region] })
    void queryClient.invalidateQueries(versionsQuery(place))
  }

  const publish = () => {
    if (changed.length === 0 || save.isPending) return
    dispatch(flowChecked(place.agentId))
    const problem = Object.values(problemsOf(agent, t))[0]
    if (problem) return noticeFailure(problem)
    if (conflicts.length > 0)
      return noticeFailure(
        t('Somebody else published changes to what you’re editing. Choose which version to keep first.'),
      )
    save.mutate(undefined)
  }
  return {
    publish,
    publishing: save.isPending,
    changed,
    /** Set when the draft's tests have to pass first. */
    untested: isUntested(save.error) ? save.error.message : undefined,
    /** Publishes the draft once its tests have passed. Where they are not what was run any more, `untested` says so. */
    publishTested: publish,
    publishUntested: (reason: string) => save.mutate(reason),
    keepDraft: save.reset,
  }
}

function isUntested(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'tests-not-passed'
}
