/** The view as a client that this page was loaded in; it signs nobody in. Other tabs stay in the session of their own. */
import type { ClientClaims } from '@parley/contracts/client/sign-in-endpoints.ts'

/** `name`: the client's. `endsAt`: by the clock of this device, in ms. `returnTo`: where the viewer came from another host. */
export type ClientView = ClientClaims & { viewId: string; name: string; endsAt: number; returnTo?: string }

const key = 'parley_client_view'

/**
 * Read once: a page goes on to name its view after that has ended, so that nothing is done under the viewer's own
 * session by mistake.
 */
export const openView: ClientView | undefined = stored()

function stored(): ClientView | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Pages that this tab loads from now on are in the view. */
export function rememberView(view: ClientView): void {
  sessionStorage.setItem(key, JSON.stringify(view))
}

export function forgetView(): void {
  sessionStorage.removeItem(key)
}
