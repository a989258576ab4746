import { ApiError } from '@parley/contracts/client.ts'

/** What to tell a person about a failed call. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong. Please try again.'
}
