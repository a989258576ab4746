import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, signInAddress } from './client.ts'

/**
 * Reads wait while the server can't be reached (`connection.ts`), and are never repeated when it refused. The live
 * stream tells what changed meanwhile. Writes fail at once: who made them is told, and keeps what was typed. A lost
 * session leads to sign-in.
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
  if (error instanceof ApiError && error.status === 401) window.location.assign(signInAddress())
}
