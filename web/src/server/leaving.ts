import { signInPage } from './client-claims.ts'

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
