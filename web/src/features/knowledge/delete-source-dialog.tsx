import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AskBefore } from '../../design/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices.ts'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { knowledgeKey } from './queries.ts'

/** Asks for confirmation and lists what is deleted. */
export function DeleteSourceDialog(props: {
  place: AgentPlace
  source: { sourceId: string; name: string }
  onClose: () => void
  onDeleted: () => void
}) {
  const { sourceId, name } = props.source
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.call('knowledge.delete', { params: { ...props.place, sourceId } }),
    onSuccess: async () => {
      props.onDeleted()
      noticeSuccess(`${name} was deleted`)
      await queryClient.invalidateQueries({ queryKey: [...knowledgeKey(props.place), 'list'] })
      props.onClose()
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  return (
    <AskBefore
      title={`Delete ${name}?`}
      act="Delete"
      pending={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={props.onClose}
    >
      The agent stops answering from it immediately. This can’t be undone.
    </AskBefore>
  )
}
