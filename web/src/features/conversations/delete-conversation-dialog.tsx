import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AskBefore } from '../../design/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices.ts'
import { client } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/places.ts'
import { messagesOf, visitorNameOf } from './conversation-words.ts'
import { conversationQuery, countsQuery } from './queries.ts'
import type { Detail } from './use-actions.ts'

/** Asks for confirmation and lists what is deleted. */
export function DeleteConversationDialog(props: {
  conversation: Detail
  onClose: () => void
  onDeleted: () => void
}) {
  const { conversation } = props
  const { conversationId } = conversation
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const name = visitorNameOf(conversation)
  const remove = useMutation({
    mutationFn: () => client.call('conversations.remove', { params: { ...place, conversationId } }),
    onSuccess: () => {
      props.onDeleted()
      noticeSuccess(`The conversation with ${name} was deleted`)
      queryClient.removeQueries(conversationQuery(place, conversationId))
      void queryClient.invalidateQueries(countsQuery(place))
    },
    onError: (error) => noticeError(error),
  })
  return (
    <AskBefore
      title={`Delete the conversation with ${name}?`}
      act="Delete"
      pending={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={props.onClose}
    >
      {messagesOf(conversation.messages)}, notes and files are erased for everybody, the visitor included.
      This can’t be undone. Leads stay until they are deleted.
    </AskBefore>
  )
}
