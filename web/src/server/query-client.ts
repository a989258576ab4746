import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, signInAddress } from './client.ts'
import { isLeaving, leaveEndedView } from './leaving.ts'

// What a change is shown as must stand before the next key is handled, as a list of tags that the key adds to; the default
// scheduler, a timer, comes after it.
notifyManager.setScheduler(queueMicrotask)

/**
 * Reads pause while the server cannot be reached (`connection.ts`). Failed reads are retried up to three times, except
 * refusals. The live stream reports changes that happened meanwhile. Writes fail immediately with an error, and the
 * form keeps its input. An expired session redirects to sign-in.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnReconnect: false,
      retry: (failures, error) => failures < 3 && (!(error instanceof ApiError) || isPassing(error)),
    },
    mutations: { networkMode: 'always' },
  },
})

const isPassing = (error: ApiError) => error.status === 0 || error.status >= 500

export function leaveWhenSignedOut(error: unknown): void {
  if (error instanceof ApiError && error.status === 401 && !isLeaving() && !leaveEndedView())
    window.location.assign(signInAddress())
}
