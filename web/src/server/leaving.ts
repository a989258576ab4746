import { signInPage } from './client-claims.ts'
import { sayNext } from './client-memory.ts'
import { forgetView, openView } from './client-view.ts'

/** Choices of the browser that belong to nobody. */
const kept: readonly string[] = ['parley_color_scheme']

let ending = false

/** Whether a request that ends the session is under way: what else is refused meanwhile leads nowhere by itself. */
export const isLeaving = (): boolean => ending

/** Makes a request that ends the session, then leaves the dashboard for `to`. Rejects if the request does. */
export async function endSession(request: () => Promise<unknown>, to?: string): Promise<void> {
  ending = true
  try {
    await request()
  } catch (error) {
    ending = false
    throw error
  }
  leaveDashboard(to)
}

/** Clears what the browser stored for the person who was signed in (part 2 §4), and opens the sign-in page, or `to`. */
export function leaveDashboard(to = signInPage()): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('parley_') && !kept.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
  window.location.assign(to)
}

/** Leads from a view as a client back to the clients of the agency, which then say the `notice`. */
export function leaveView(notice?: string): void {
  if (ending || !openView) return
  ending = true
  forgetView()
  if (notice !== undefined) sayNext(notice)
  // Going back in the history must not show what was left.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  window.location.replace(openView.returnTo ?? `/app/${openView.region}/clients`)
}

/** Leads from a view as a client that the server has ended. Returns whether this page was in one. */
export function leaveEndedView(): boolean {
  if (openView) leaveView(`Viewing as ${openView.name} has ended.`)
  return openView !== undefined
}
