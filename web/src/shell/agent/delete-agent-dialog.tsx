import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { type AgentPlace, agentQuery } from '../../server/queries.ts'
import { draftDiscarded } from '../../store/drafts.ts'
import { useStoreDispatch } from '../../store/store.ts'

/** Asks for confirmation and lists what is deleted. */
export function DeleteAgentDialog(props: {
  place: AgentPlace
  title: string
  onClose: () => void
  onDeleted?: () => Promise<void>
}) {
  const queryClient = useQueryClient()
  const dispatch = useStoreDispatch()
  const remove = useMutation({
    mutationFn: () => client.call('agents.delete', { params: props.place }),
    onSuccess: async () => {
      dispatch(draftDiscarded({ agentId: props.place.agentId }))
      noticeSuccess(`${props.title} was deleted`)
      await props.onDeleted?.()
      queryClient.removeQueries(agentQuery(props.place))
      await queryClient.invalidateQueries({ queryKey: ['agents', props.place.region] })
      props.onClose()
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  return (
    <AskBefore
      title={`Delete ${props.title}?`}
      act={`Delete ${props.title}`}
      pending={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={props.onClose}
    >
      The agent stops answering at once on every page that shows it, and its prompt, flow, knowledge and
      versions can no longer be reached. THIS ACTION CANNOT BE UNDONE.
    </AskBefore>
  )
}
