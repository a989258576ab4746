import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, signInAddress } from './client.ts'

/** Reads are retried while the network is away, never when the server refused. A lost session leads to sign-in. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 3 && (!(error instanceof ApiError) || isPassing(error)),
    },
  },
})

const isPassing = (error: ApiError) => error.status === 0 || error.status >= 500

export function leaveWhenSignedOut(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) window.location.assign(signInAddress())
}
