import routes from 'virtual:parley-routes'
import { ApiError, createClient } from '@parley/contracts/client.ts'
import { chosenWorkspaceId } from './workspace-choice.ts'

export { ApiError }

/** The typed client of the dashboard. The session travels in an HttpOnly cookie. */
export const client = createClient({ routes, workspace: chosenWorkspaceId })

/** What to tell a person about a failed call. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong. Please try again.'
}

/** Where to sign in, with the way back. */
export function signInAddress(): string {
  const here = window.location.pathname + window.location.search
  return here === '/app/' || here === '/app' ? '/login' : `/login?next=${encodeURIComponent(here)}`
}
