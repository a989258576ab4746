import { useMutation } from '@tanstack/react-query'
import { noticeFailure } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { endSession } from '../../server/leaving.ts'

/** Ends the session and leaves the dashboard. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => endSession(() => client.call('auth.signOut', {})),
    onError: () => noticeFailure('Error Occured'),
  })
}
