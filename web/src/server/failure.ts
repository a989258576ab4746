import { ApiError } from '@parley/contracts/client.ts'
import { t } from '../design/language.ts'

/** Whether what was asked for does not exist, so that asking again is of no use. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410)
}

/** Returns the message to show for a failed call. */
export function messageOf(error: unknown): string {
  return t(error instanceof ApiError ? error.message : 'Something went wrong. Please try again.')
}
