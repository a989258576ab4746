/**
 * How strangers become clients of an agency that lets them (`signupWithOTP`, part 2 §7), in the region of the agency.
 * Whether an address has an account is told to whoever proved that it is theirs.
 */

import { onboardingSteps } from '@parley/contracts/agency/client-onboarding.ts'
import type { AgencySettings } from '@parley/contracts/agency/settings.ts'
import { CLIENT_ID_LENGTH, GENERATED_PASSWORD_LENGTH } from '@parley/contracts/client/pages.ts'
import type { clientSignInEndpoints } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { Language } from '@parley/contracts/languages.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { type CreateClientDeps, createClient } from '../create-client.ts'
import { contextOf } from '../sign-in/client-sessions.ts'
import { deviceNameOf, isThere, type Limits } from '../sign-in/found-client.ts'
import type { SignInSecrets } from '../sign-in/sign-in-secrets.ts'
import type { ClientCodes } from '../sign-in/sso.handlers.ts'

export type SignUpDeps = CreateClientDeps & {
  region: Region
  limits: Limits
  secrets: SignInSecrets
  codes: ClientCodes
  signUpOf(agencyId: string): Promise<AgencySettings['settings'] | undefined>
}

/** The length of an organisation's id. */
const ORGANISATION_ID_LENGTH = 20

/** The same for an agency that does not exist, or is not found at this host. */
const noSignUp = refuse('sign-up-disabled', 'Nobody can sign up here. Please contact support.')
/** How many clients an agency may have is no business of theirs. */
const noSeats = refuse('no-client-seats', 'Nobody can sign up here at the moment. Please contact support.')
const askFirst = refuse('invalid-input', 'Please ask for a code first.', 'requestId')
const tryAgain = refuse('conflict', 'Please try again.')

export function signUpHandlers(
  deps: SignUpDeps,
): Pick<Handlers<typeof clientSignInEndpoints>, 'rpc.signupWithOTP'> {
  const { region, limits, codes } = deps

  return {
    async 'rpc.signupWithOTP'(call) {
      const { name, email, agencyId, code, requestId, preferredLanguage } = call.body
      const device = deviceNameOf(email)
      const of = { region, agencyId }
      if (code === undefined) {
        const tooMany = await limits.codeAsked(call, device)
        if (tooMany) return tooMany
        if (!(await offered(agencyId, call))) return noSignUp
        if ((await deps.clientCount(agencyId)) >= (await deps.seatsOf(agencyId))) return noSeats
        const requested = await codes.request('sign-up', email, call, of, preferredLanguage)
        if (!('requestId' in requested)) return requested
        return reply({ success: true, message: 'The verification code was sent.', ...requested })
      }
      const tooMany = await limits.codeTried(call, device)
      if (tooMany) return tooMany
      if (requestId === undefined) return askFirst
      const settings = await offered(agencyId, call)
      if (!settings) return noSignUp
      const used = await codes.use('sign-up', { email, requestId, code }, call, of)
      if (!used.ok) return used
      const clientId = derivedId(CLIENT_ID_LENGTH, agencyId, `sign-up/${requestId}`)
      const created = await create(clientId, {
        ...{ name, email, requestId, settings, call, agencyId, preferredLanguage },
      })
      if (!created.ok) return created
      const { state, position } = created
      if (state.status !== 'live') return tryAgain
      const { passwordChanges } = state.client
      const dashboardPassword = deps.secrets.issue({
        ...{ region, agencyId, clientId, passwordChanges },
        method: 'one-time-code',
      })
      const data = { clientData: { email, dashboardPassword } }
      return reply({ success: true, message: 'Your account was created.', data }, position)
    },
  }

  /** The settings of an agency with which strangers can sign up. */
  async function offered(agencyId: string, { request }: Pick<Call, 'request'>) {
    const settings = isThere(agencyId, request.agencyHost) ? await deps.signUpOf(agencyId) : undefined
    return settings?.enableClientSignup ? settings : undefined
  }

  async function create(
    clientId: string,
    given: {
      name: string
      email: string
      agencyId: string
      requestId: string
      preferredLanguage: Language | undefined
      settings: AgencySettings['settings']
      call: Pick<Call, 'context'>
    },
  ) {
    const { name, email, agencyId, requestId, preferredLanguage } = given
    const { clientOnboarding } = given.settings
    const orgId = derivedId(ORGANISATION_ID_LENGTH, agencyId, `sign-up/${requestId}`)
    const canAccess = [...clientOnboarding.defaultClientAccess]
    const advanced = {
      allowCreateAgents: clientOnboarding.defaultAllowCreateAgents,
      canDelegateChats: clientOnboarding.defaultCanDelegateChats,
      hideAdvancedSettings: clientOnboarding.defaultHideAdvancedSettings,
    }
    const created = await createClient(
      deps,
      {
        ...{ clientId, email },
        settings: {
          ...{ orgId, name, canAccess, squarePhotoURL: '', clientTabOrder: [], widgetIDs: [] },
          ...advanced,
          ...(preferredLanguage && { preferredLanguage }),
        },
        // Known to nobody: the client signs in by code until its agency gives it another one.
        dashboardPassword: randomText(GENERATED_PASSWORD_LENGTH),
        signUp: { onboardingDue: onboardingSteps.some((step) => clientOnboarding[step]) },
      },
      { ...contextOf(given.call.context, agencyId, clientId), tenant: agencyId },
    )
    return !created.ok && created.rejection.code === 'no-client-seats' ? noSeats : created
  }
}
