import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeError } from '../../design/notices.ts'
import { notificationsQuery, type WorkspacePlace } from './queries.ts'

/** A call that changes the notifications of a workspace, which are then read again. */
export function useChange<Given>(place: WorkspacePlace, call: (given: Given) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationsQuery(place).queryKey }),
    onError: (error) => noticeError(error, 'Error: '),
  })
}
