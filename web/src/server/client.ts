import routes from 'virtual:parley-routes'
import { ApiError, createClient, SEEN_HEADER } from '@parley/contracts/client.ts'
import { noticing } from './connection.ts'
import { messageOf } from './failure.ts'
import { noteSeen } from './seen.ts'
import { chosenWorkspaceId } from './workspace-choice.ts'

export { ApiError, messageOf }

/** The typed client of the dashboard. The session is in an HttpOnly cookie. */
export const client = createClient({ routes, workspace: chosenWorkspaceId, fetch: noting })

async function noting(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await noticing(...request)
  const seen = response.headers.get(SEEN_HEADER)
  if (seen) noteSeen(seen)
  return response
}

/** Returns the address of the sign-in page with the current page as `next`. */
export function signInAddress(): string {
  const here = window.location.pathname + window.location.search
  return here === '/app/' || here === '/app' ? '/login' : `/login?next=${encodeURIComponent(here)}`
}
