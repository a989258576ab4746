/** Sign-in of clients by a code that is mailed to them (`ssoClient`, part 2 §7), in the region of their agency. */
import type { AgencyBrand, clientSignInEndpoints } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { Language } from '@parley/contracts/languages.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { FindOpenId } from '../openid/openid.handlers.ts'
import { deviceNameOf, type FindClient, type FoundClient, isThere, type Limits } from './found-client.ts'
import { onlyByOpenId } from './sign-in.handlers.ts'
import type { SignInSecrets } from './sign-in-secrets.ts'

type Refused = { ok: false; rejection: Rejection }
type CodeCall = Pick<Call, 'context' | 'request'>
type ClientCodePurpose = 'sign-in' | 'sign-up'
type OfAgency = { region: Region; agencyId: string }

export type SsoDeps = {
  region: Region
  limits: Limits
  secrets: SignInSecrets
  brandOf(agencyId: string): Promise<AgencyBrand | undefined>
  findClient: FindClient
  /** The OpenID provider of an organisation. */
  openIdOf: FindOpenId
  codes: ClientCodes
}

export type ClientCodes = {
  request(
    purpose: ClientCodePurpose,
    email: string,
    call: CodeCall,
    of: OfAgency,
    language?: Language,
  ): Promise<{ requestId: string } | Refused>
  use(
    purpose: ClientCodePurpose,
    given: { email: string; requestId: string; code: string },
    call: CodeCall,
    of: OfAgency,
  ): Promise<{ ok: true } | Refused>
}

/** The specification tells here whether an address has an account (part 2 §7, §8). */
const noAccount = refuse(
  'not-found',
  "This account doesn't exist please contact support or create an account.",
  'email',
)
const askFirst = refuse('invalid-input', 'Please ask for a code first.', 'requestId')

export function ssoHandlers(deps: SsoDeps): Pick<Handlers<typeof clientSignInEndpoints>, 'rpc.ssoClient'> {
  const { region, limits, codes } = deps

  return {
    async 'rpc.ssoClient'(call) {
      const { email, agencyId, code, requestId } = call.body
      const name = deviceNameOf(email)
      const of = { region, agencyId }
      if (code === undefined) {
        const tooMany = await limits.codeAsked(call, name)
        if (tooMany) return tooMany
        const asking = await find(call)
        if (!asking) return noAccount
        if (await isOnlyByOpenId(agencyId, asking)) return onlyByOpenId
        const { preferredLanguage } = asking.client
        const requested = await codes.request('sign-in', email, call, of, preferredLanguage)
        return 'requestId' in requested ? reply({ success: true, ...requested }) : requested
      }
      const tooMany = await limits.codeTried(call, name)
      if (tooMany) return tooMany
      if (requestId === undefined) return askFirst
      const used = await codes.use('sign-in', { email, requestId, code }, call, of)
      if (!used.ok) return used
      const found = await find(call)
      if (!found) return noAccount
      if (await isOnlyByOpenId(agencyId, found)) return onlyByOpenId
      const { clientId, client } = found
      const { passwordChanges } = client
      const dashboardPassword = deps.secrets.issue({
        ...of,
        clientId,
        method: 'one-time-code',
        passwordChanges,
      })
      return reply({ success: true, data: { clientData: { email, dashboardPassword } } })
    },
  }

  async function isOnlyByOpenId(agencyId: string, { client }: FoundClient): Promise<boolean> {
    return (await deps.openIdOf(agencyId, client.orgId))?.onlyOpenId ?? false
  }

  async function find({
    body,
    request,
  }: {
    body: { agencyId: string; email: string }
    request: Call['request']
  }) {
    const { agencyId, email } = body
    if (!isThere(agencyId, request.agencyHost)) return undefined
    return (await deps.brandOf(agencyId)) ? deps.findClient(agencyId, email) : undefined
  }
}
