import routes from 'virtual:parley-routes'
import { ApiError, createClient, SEEN_HEADER } from '@parley/contracts/client.ts'
import { signInPage } from './client-claims.ts'
import { openView } from './client-view.ts'
import { noticing } from './connection.ts'
import { isGone, messageOf } from './failure.ts'
import { overwritingClient } from './overwriting.ts'
import { noteSeen } from './seen.ts'
import { chosenWorkspaceId } from './workspace-choice.ts'

export { ApiError, isGone, messageOf }

/** The typed client of the dashboard. The session is in an HttpOnly cookie. */
export const client = overwritingClient(
  createClient({ routes, workspace: chosenWorkspaceId, view: () => openView?.viewId, fetch: noting }),
  routes,
)

async function noting(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await noticing(...request)
  const seen = response.headers.get(SEEN_HEADER)
  if (seen) noteSeen(seen)
  return response
}

/** Returns the address of the sign-in page with the current page as `next`. */
export function signInAddress(): string {
  const here = window.location.pathname + window.location.search
  const page = signInPage()
  if (here === '/app/' || here === '/app') return page
  return `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(here)}`
}
