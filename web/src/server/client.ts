import routes from 'virtual:parley-routes'
import { ApiError, createClient } from '@parley/contracts/client.ts'
import { messageOf } from './failure.ts'
import { chosenWorkspaceId } from './workspace-choice.ts'

export { ApiError, messageOf }

/** The typed client of the dashboard. The session travels in an HttpOnly cookie. */
export const client = createClient({ routes, workspace: chosenWorkspaceId })

/** Where to sign in, with the way back. */
export function signInAddress(): string {
  const here = window.location.pathname + window.location.search
  return here === '/app/' || here === '/app' ? '/login' : `/login?next=${encodeURIComponent(here)}`
}
