import type { ConversationListItem } from '@parley/contracts/conversation/reading-endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { count } from '../../design/dates/moment.tsx'
import { t, tCount } from '../../design/language.ts'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import { messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { countsQuery } from './queries.ts'
import { type Action, send } from './use-actions.ts'

const AT_ONCE = 4

export type BulkAction = {
  /** Says how many it was done with. */
  done(many: number): string
  of(item: ConversationListItem): Action
  /** The action that reverts it. */
  undo?(item: ConversationListItem): Action
}

const asBefore = (many: number): string =>
  tCount(many, '{count} conversation as before', '{count} conversations as before')

/** Applies an action to many conversations, a few at a time. Reports failures; the others are applied. */
export function useBulk() {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const bulk = useMutation({
    mutationFn: async ({ items, action }: { items: readonly ConversationListItem[]; action: BulkAction }) => {
      const waiting = [...items]
      const done: ConversationListItem[] = []
      const failures: unknown[] = []
      const work = async () => {
        for (let item = waiting.shift(); item; item = waiting.shift()) {
          try {
            await send(place, item.conversationId, action.of(item))
            done.push(item)
          } catch (error) {
            failures.push(error)
          }
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      return { done, failures }
    },
    onSuccess: ({ done, failures }, { action }) => {
      void queryClient.invalidateQueries(countsQuery(place))
      for (const { conversationId } of done)
        void queryClient.invalidateQueries({
          queryKey: ['conversation', place.region, place.agentId, conversationId],
        })
      if (failures.length > 0)
        noticeFailure(
          t('{number} could not be changed: {reason}', {
            number: count(failures.length),
            reason: messageOf(failures[0]),
          }),
        )
      if (done.length === 0) return
      const words = action.done(done.length)
      const { undo } = action
      if (undo)
        noticeWithUndo(words, () => bulk.mutate({ items: done, action: { done: asBefore, of: undo } }))
      else noticeSuccess(words)
    },
  })
  return bulk
}
