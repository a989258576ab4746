import { useMutation } from '@tanstack/react-query'
import { t } from '../../design/language.ts'
import { noticeFailure } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { signInPage } from '../../server/client-claims.ts'
import { sayNext } from '../../server/client-memory.ts'
import { openView } from '../../server/client-view.ts'
import { endSession } from '../../server/leaving.ts'
import { useLeaveView } from './use-leave-view.ts'

/** Ends the session of a client, and leads to the sign-in page of its agency. Whoever views as the client leaves it alone. */
export function useClientSignOut() {
  const leave = useLeaveView()
  const signOut = useMutation({
    mutationFn: async () => {
      const to = signInPage()
      await endSession(() => client.call('clientAuth.signOut', {}), to)
      sayNext('Signed out successfully.')
    },
    onError: () => noticeFailure(t('An error occurred during sign out.')),
  })
  return openView ? leave : signOut
}
