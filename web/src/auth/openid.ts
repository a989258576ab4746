/** Goes to an OpenID provider and comes back; loads when somebody presses its button or returns. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { newProgress, onboardingKey, storeProgress } from '../shell/onboarding-progress.ts'
import { client } from './client.ts'
import { nearestRegion } from './nearest-region.ts'
import { readyFor } from './signed-in.ts'

/** Kept in this tab while the person is at the provider. */
const KEY = 'parley_openid'

/** `page`: path and query to return to. */
type Begun = { ticket: string; region: Region; page: string }

/** Leaves for the provider. */
export async function startOpenId(provider: string, region: Region = nearestRegion()): Promise<void> {
  const { address, ticket } = await client.call('auth.startOpenId', { body: { provider } })
  const { pathname, search } = window.location
  const begun: Begun = { ticket, region, page: pathname + search }
  sessionStorage.setItem(KEY, JSON.stringify(begun))
  window.location.assign(address)
}

/**
 * Takes the provider's answer out of the address, which then is that of the page where the sign-in began. Returns what
 * signs in with it; undefined if no sign-in began in this tab.
 */
export function takeOpenIdAnswer() {
  const answer = window.location.search.slice(1)
  const stored = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  const begun: Begun | undefined = stored === null ? undefined : JSON.parse(stored)
  window.history.replaceState(null, '', begun?.page ?? '/login')
  if (!begun) return undefined
  const { region, ticket } = begun
  return async () => {
    const signedIn = await readyFor(client.call('auth.finishOpenId', { body: { ticket, answer, region } }))
    // A new account is led to the onboarding.
    if ('user' in signedIn && Date.now() / 1000 - signedIn.user.joinedAt < 60)
      storeProgress(onboardingKey, newProgress(signedIn.workspace.workspaceId))
    return signedIn
  }
}
