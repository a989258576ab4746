import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeError } from '../../design/notices/notices.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { notificationsQuery } from './queries.ts'

/** A mutation of the notifications of a workspace that refetches them afterwards. */
export function useChange<Given>(place: WorkspacePlace, call: (given: Given) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationsQuery(place).queryKey }),
    onError: (error) => noticeError(error, 'Error: '),
  })
}
