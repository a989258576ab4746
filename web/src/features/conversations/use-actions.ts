/**
 * Actions of the team on a conversation. Each response carries a log position, so that later reads include the change.
 */
import type { Output } from '@parley/contracts/endpoint.ts'
import type { Api } from '@parley/contracts/routes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../design/language.ts'
import { noticeError } from '../../design/notices/notices.ts'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import { client } from '../../server/client.ts'
import { asLoaded, type Loaded } from '../../server/overwriting.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { conversationQuery, countsQuery } from './queries.ts'

export type Detail = Output<Api['conversations.get']>

export type Action =
  | { do: 'take-over' | 'hand-back' | 'resolve' | 'reopen' | 'mark-read' | 'delete' }
  /** Marks everything after the message with this index as unread. */
  | { do: 'mark-unread'; index: number }
  | { do: 'assign'; assignee: string | null }
  | { do: 'tag'; tags: string[] }
  | { do: 'note'; id: string; text: string }
  | { do: 'remove-note'; noteId: string }
  | { do: 'reply'; id: string; text: string }
  | { do: 'decide'; approvalId: string; decision: 'approve' | 'decline'; comment?: string }

/** Shows errors, except of `quiet` actions such as marking as read. */
export function useAction(conversationId: string) {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const action = useMutation({
    mutationFn: (given: Action & { quiet?: boolean }) => send(place, conversationId, given, asLoaded()),
    onSuccess: async (_, given) => {
      void queryClient.invalidateQueries(countsQuery(place))
      if (given.do === 'resolve' && !given.quiet)
        noticeWithUndo(t('Resolved'), () => action.mutate({ do: 'reopen', quiet: true }))
      await queryClient.invalidateQueries(conversationQuery(place, conversationId))
    },
    onError: (error, given) => {
      if (!given.quiet) noticeError(error)
      // Somebody else may have decided.
      if (given.do === 'decide') void queryClient.invalidateQueries(conversationQuery(place, conversationId))
      // Who there is to assign to may have changed.
      if (given.do === 'assign')
        void queryClient.invalidateQueries({ queryKey: ['inbox-settings', place.region] })
    },
  })
  return action
}

/** `loaded`: what the person saw of the conversation; unknown where it was only in a list. */
export async function send(
  place: AgentPlace,
  conversationId: string,
  action: Action,
  loaded?: Loaded,
): Promise<unknown> {
  const params = { ...place, conversationId }
  switch (action.do) {
    case 'take-over':
      return client.call('conversations.takeOver', { params })
    case 'hand-back':
      return client.call('conversations.handBack', { params })
    case 'resolve':
      return client.call('conversations.setStatus', { params, body: { status: 'resolved' } })
    case 'reopen':
      return client.call('conversations.setStatus', { params, body: { status: 'open' } })
    case 'mark-read':
      return client.call('conversations.markRead', { params, body: {} })
    case 'mark-unread':
      return client.call('conversations.markRead', { params, body: { index: action.index } })
    case 'assign':
      return client.call('conversations.assign', { params, body: { assignee: action.assignee } }, { loaded })
    case 'tag':
      return client.call('conversations.tag', { params, body: { tags: action.tags } }, { loaded })
    case 'note':
      return client.call('conversations.addNote', { params, body: { id: action.id, text: action.text } })
    case 'remove-note':
      return client.call('conversations.removeNote', { params: { ...params, noteId: action.noteId } })
    case 'reply':
      return client.call('conversations.reply', { params, body: { id: action.id, text: action.text } })
    case 'decide': {
      const { approvalId, decision, comment } = action
      const body = { decision, ...(comment ? { comment } : {}) }
      return client.call('conversations.decideApproval', { params: { ...params, approvalId }, body })
    }
    case 'delete':
      return client.call('conversations.remove', { params })
  }
}
