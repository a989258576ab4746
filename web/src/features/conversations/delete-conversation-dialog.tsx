import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messagesOf } from '../../design/dates/moment.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { visitorNameOf } from '../../design/words/visitor-name.ts'
import { client } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
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
  // As when the dialog opened: the conversation may be read again without the name while it is deleted.
  const [name] = useState(() => visitorNameOf(conversation))
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
      {messagesOf(conversation.messages)}, notes and files are permanently deleted for everyone, including the
      visitor. This can’t be undone. Leads are kept.
    </AskBefore>
  )
}
