/** Handlers for signing in with an OpenID provider. */
import type { openIdEndpoints } from '@parley/contracts/identity/openid-endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { type AccountDeps, accountsOf } from '../accounts.ts'
import type { KnownDevices } from '../known-device.ts'
import { signInLimits } from '../sign-in-limits.ts'
import { type SignInDeps, signInsOf } from '../sign-ins.ts'
import { type OpenIdProviders, unknownProvider } from './openid-providers.ts'

export type OpenIdHandlerDeps = AccountDeps &
  SignInDeps & { rateLimits: RateLimits; devices: KnownDevices; openId: OpenIdProviders }

/**
 * The provider's word for an address is a proof like a code that is mailed to it: it signs in to the account of the
 * address, whose second step is asked for all the same. Every account began with such a proof, so that there is no
 * earlier unverified holder to shut out (ruling 17). Providers return to the product's own address, so that nobody signs in
 * by them at the domain of an agency.
 */
export function openIdHandlers(deps: OpenIdHandlerDeps): Handlers<typeof openIdEndpoints> {
  const accounts = accountsOf(deps)
  const limits = signInLimits(deps)
  const signIns = signInsOf(deps)
  return {
    async 'auth.startOpenId'(call) {
      if (call.request.agencyHost) return unknownProvider
      const tooMany = await limits.openIdTried(call)
      if (tooMany) return tooMany
      const started = await deps.openId.start(call.body.provider)
      if (!started.ok) return started
      const { address, ticket } = started
      return reply({ address, ticket })
    },

    async 'auth.finishOpenId'(call) {
      if (call.request.agencyHost) return unknownProvider
      const { ticket, answer, region } = call.body
      if (!deps.regions.has(region)) return refuse('not-found', 'This region is not served here.')
      const tooMany = await limits.openIdTried(call)
      if (tooMany) return tooMany
      const proven = await deps.openId.finish(ticket, answer)
      if (!proven.ok) return proven
      const { email, displayName } = proven.person
      const found = await accounts.find(email)
      if (found) return signIns.firstStepPassed(found, 'openid', call)
      const origin = proven.provider.name === 'google' ? 'google' : 'email'
      const created = await accounts.create({ email, displayName, region, origin }, call)
      return created.ok ? signIns.firstStepPassed(created, 'openid', call) : created
    },
  }
}
