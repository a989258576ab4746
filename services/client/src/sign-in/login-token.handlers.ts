/**
 * How an agency's own product signs its clients in (`validateClientLoginToken`, part 2 §7): by login tokens, which it asks
 * for here, or by tokens that it signs itself.
 */
import type { AgencyBrand, clientSignInEndpoints } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { Client } from '../client.decider.ts'
import { liveClient } from '../live-client.ts'
import type { FindOpenId } from '../openid/openid.handlers.ts'
import { accessDisabled, type FindOrganisation } from './client-access.ts'
import { clientSession, LOGIN_TOKEN_LIFETIME_MS } from './client-session.decider.ts'
import { isThere, type Limits } from './found-client.ts'
import type { LoginTokens } from './login-tokens.ts'
import { isMailed } from './sign-in-links.ts'
import type { SignInSecrets } from './sign-in-secrets.ts'
import { issuerOf, readSignedToken } from './signed-token.ts'

export type LoginTokenDeps = {
  region: Region
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
  limits: {
    tokenTried(call: Pick<Call, 'request'>): Promise<{ ok: false; rejection: Rejection } | undefined>
  } & Pick<Limits, 'codeAsked'>
  tokens: LoginTokens
  /** The tokens of links in mails. */
  links: LoginTokens
  openIdOf: FindOpenId
  secrets: SignInSecrets
  brandOf(agencyId: string): Promise<AgencyBrand | undefined>
  /** With what the agency's own server signs tokens; undefined if with nothing. */
  ssoSecretOf(agencyId: string): Promise<string | undefined>
  organisationOf: FindOrganisation
  /** Where the pages of an agency are. */
  addressOf(agencyId: string): Promise<string>
}

const noClient = refuse('not-found', 'This client does not exist.')
/** Says of no token what is wrong with it. */
const noLonger = refuse(
  'invalid-token',
  'This sign-in link is no longer valid. Please go back and open it again.',
)

/** The same of one that came in a mail. */
const usedUp = refuse(
  'invalid-token',
  'This sign-in link was used already, or is too old. Please sign in here.',
)

/** Whom a token signs in, and the session that it may begin. */
type Proven = {
  agencyId: string
  clientId: string
  sessionId: string
  method: 'login-token' | 'signed-token'
  /** Whether it came in a mail, to the client itself. */
  byMail?: boolean
  /** Whether the client is still as the token says. */
  isFor(client: Client): boolean
}

const isAgencyId = (text: string) => /^[A-Za-z0-9_-]{1,64}$/.test(text)

const noAgency = refuse('not-found', 'Clients can sign in once the agency is set up. Open Agency first.')
const onlyByOrganisation = refuse(
  'password-login-disabled',
  'The clients of this organization sign in at its own provider.',
)

export function loginTokenHandlers(
  deps: LoginTokenDeps,
): Pick<
  Handlers<typeof clientSignInEndpoints>,
  'clients.createLoginToken' | 'clients.sendSignInLink' | 'rpc.validateClientLoginToken'
> {
  const { region, commands, tokens, links, secrets } = deps

  return {
    async 'clients.createLoginToken'({ tenant, params, context }) {
      const { clientId } = params
      const found = await liveClient(commands, tenant, clientId)
      if (!found) return noClient
      // Of the command, so that one that is sent again is the same session.
      const sessionId = derivedId(20, tenant, clientId, 'login token', context.cause.command).toLowerCase()
      const command = { type: 'IssueClientLoginToken', sessionId, clientId } as const
      const issued = await commands.handle(clientSession, sessionId, command, context)
      if (!issued.ok) return issued
      const expiresAt = new Date(Date.now() + LOGIN_TOKEN_LIFETIME_MS).toISOString()
      const { passwordChanges } = found
      const token = tokens.issue({ region, agencyId: tenant, clientId, sessionId, passwordChanges })
      const address = `${await deps.addressOf(tenant)}/client/login?${new URLSearchParams({ agency: tenant, token })}`
      return reply({ token, address, expiresAt }, issued.position)
    },

    async 'clients.sendSignInLink'(call) {
      const { tenant, params, context } = call
      const { clientId } = params
      const found = await liveClient(commands, tenant, clientId)
      if (!found) return noClient
      if (!(await deps.brandOf(tenant))) return noAgency
      if ((await deps.openIdOf(tenant, found.orgId))?.onlyOpenId) return onlyByOrganisation
      const tooMany = await deps.limits.codeAsked(call, `sign-in link\n${found.email}`)
      if (tooMany) return tooMany
      const sessionId = derivedId(20, tenant, clientId, 'sign-in link', context.cause.command).toLowerCase()
      const command = { type: 'IssueClientLoginToken', sessionId, clientId, mailed: true } as const
      const issued = await commands.handle(clientSession, sessionId, command, context)
      return issued.ok ? reply({ success: true }, issued.position) : issued
    },

    async 'rpc.validateClientLoginToken'(call) {
      const tooMany = await deps.limits.tokenTried(call)
      if (tooMany) return tooMany
      const invalid = isMailed(call.body.token) ? usedUp : noLonger
      const proven = await provenBy(call.body.token)
      if (!proven) return invalid
      const { agencyId, clientId, sessionId, method } = proven
      if (!isThere(agencyId, call.request.agencyHost)) return invalid
      if (call.body.agencyId !== undefined && call.body.agencyId !== agencyId) return invalid
      if (!(await deps.brandOf(agencyId))) return invalid
      const found = await liveClient(commands, agencyId, clientId)
      if (!found || !proven.isFor(found)) return invalid
      const disabled = accessDisabled(await deps.organisationOf(agencyId, found.orgId))
      if (disabled) return disabled
      if (proven.byMail && (await deps.openIdOf(agencyId, found.orgId))?.onlyOpenId) return invalid
      if (await hasBegun(sessionId)) return invalid
      const { email, passwordChanges } = found
      const dashboardPassword = secrets.issue({
        ...{ region, agencyId, clientId, sessionId, passwordChanges },
        method,
      })
      return reply({ success: true, clientData: { email, dashboardPassword } })
    },
  }

  async function provenBy(token: string): Promise<Proven | undefined> {
    const ofServer = tokens.verify(token)
    const claims = ofServer ?? links.verify(token)
    if (claims?.region === region)
      return {
        ...{ ...claims, method: 'login-token', byMail: ofServer === undefined },
        isFor: ({ passwordChanges }) => passwordChanges === claims.passwordChanges,
      }
    const signer = await issuerOf(token)
    const secret = signer === undefined || !isAgencyId(signer) ? undefined : await deps.ssoSecretOf(signer)
    if (signer === undefined || secret === undefined) return undefined
    const said = await readSignedToken(token, { secret })
    return (
      said && {
        ...{ agencyId: signer, clientId: said.sub, method: 'signed-token' },
        // Of the token, so that it begins one session.
        sessionId: derivedId(20, signer, 'signed token', said.jti).toLowerCase(),
        isFor: ({ email }) => email === said.email.trim().toLowerCase(),
      }
    )
  }

  /** In any process. */
  async function hasBegun(sessionId: string): Promise<boolean> {
    await commands.refresh(clientSession.category, sessionId)
    return (await commands.load(clientSession, sessionId))?.state?.status === 'begun'
  }
}
