import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../design/language.ts'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { client, messageOf } from '../../server/client.ts'
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
      noticeSuccess(t('{name} was deleted', { name }))
      await queryClient.invalidateQueries({ queryKey: [...knowledgeKey(props.place), 'list'] })
      props.onClose()
    },
    onError: (error) => noticeFailure(t('Error: {reason}', { reason: messageOf(error) })),
  })
  return (
    <AskBefore
      title={t('Delete {name}?', { name })}
      act={t('Delete')}
      pending={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={props.onClose}
    >
      {t('The agent stops answering from it immediately. This can’t be undone.')}
    </AskBefore>
  )
}
