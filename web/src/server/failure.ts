import { ApiError } from '@parley/contracts/client.ts'
import { t } from '../design/language.ts'

/** Returns the message to show for a failed call. */
export function messageOf(error: unknown): string {
  return t(error instanceof ApiError ? error.message : 'Something went wrong. Please try again.')
}
