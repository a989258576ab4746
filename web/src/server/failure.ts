import { ApiError } from '@parley/contracts/client.ts'

/** Returns the message to show for a failed call. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong. Please try again.'
}
