import { useMutation } from '@tanstack/react-query'
import { noticeError } from '../../design/notices/notices.ts'
import { ApiError, client } from '../../server/client.ts'
import { leaveView } from '../../server/leaving.ts'

/** Ends the view as a client, and leads back to the clients of the agency. */
export function useLeaveView() {
  return useMutation({
    mutationFn: async () => {
      try {
        await client.call('clientAuth.leaveView', {})
      } catch (error) {
        // It has ended already.
        if (!(error instanceof ApiError) || error.status !== 401) throw error
      }
      leaveView()
    },
    onError: (error) => noticeError(error),
  })
}
