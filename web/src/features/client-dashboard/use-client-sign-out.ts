import { useMutation } from '@tanstack/react-query'
import { noticeFailure } from '../../design/notices.ts'
import { client } from '../../server/client.ts'
import { signInPage } from '../../server/client-claims.ts'
import { sayNext } from '../../server/client-memory.ts'
import { endSession } from '../../server/leaving.ts'

/** Ends the session of a client, and leads to the sign-in page of its agency. */
export function useClientSignOut() {
  return useMutation({
    mutationFn: async () => {
      const to = signInPage()
      await endSession(() => client.call('clientAuth.signOut', {}), to)
      sayNext('Signed out successfully.')
    },
    onError: () => noticeFailure('An error occurred during sign out.'),
  })
}
