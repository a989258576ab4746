/** Goes to an OpenID provider and comes back; loads when somebody presses its button or returns. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { newProgress, onboardingKey, storeProgress } from '../shell/workspace/onboarding-progress.ts'
import { client } from './client.ts'
import { nearestRegion } from './nearest-region.ts'
import { leaveForProvider, takeAnswer } from './openid-answer.ts'
import { readyFor } from './signed-in.ts'

/** Leaves for the provider. */
export async function startOpenId(provider: string, region: Region = nearestRegion()): Promise<void> {
  const started = await client.call('auth.startOpenId', { body: { provider } })
  leaveForProvider(started, { region })
}

/**
 * Takes the provider's answer out of the address, which then is that of the page where the sign-in began. Returns what
 * signs in with it; undefined if no sign-in began in this tab.
 */
export function takeOpenIdAnswer() {
  const taken = takeAnswer<{ region: Region }>('/login')
  if (!taken) return undefined
  const { region, ticket, answer } = taken
  return async () => {
    const signedIn = await readyFor(client.call('auth.finishOpenId', { body: { ticket, answer, region } }))
    // A new account is led to the onboarding.
    if ('user' in signedIn && Date.now() / 1000 - signedIn.user.joinedAt < 60)
      storeProgress(onboardingKey, newProgress(signedIn.workspace.workspaceId))
    return signedIn
  }
}
