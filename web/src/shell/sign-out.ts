import { useMutation } from '@tanstack/react-query'
import { noticeFailure } from '../design/notices.ts'
import { client } from '../server/client.ts'
import { leaveDashboard } from '../server/leaving.ts'

/** Ends the session and leaves the dashboard. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => client.call('auth.signOut', {}),
    onSuccess: () => leaveDashboard(),
    onError: () => noticeFailure('Error Occured'),
  })
}
