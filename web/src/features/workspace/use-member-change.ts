import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeError } from '../../design/notices/notices.ts'
import { membersQuery } from '../../server/members.ts'
import { sessionQuery, type WorkspacePlace } from '../../server/queries.ts'

/** Makes a call that changes the members of a workspace, and shows why it failed. */
export function useMemberChange(place: WorkspacePlace) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ call }: { call: () => Promise<unknown>; done: () => void }) => call(),
    async onSuccess(_, { done }) {
      done()
      await Promise.all([
        queryClient.invalidateQueries(membersQuery(place)),
        queryClient.invalidateQueries(sessionQuery()),
      ])
    },
    onError: (error) => noticeError(error),
  })
}
