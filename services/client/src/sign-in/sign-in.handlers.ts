/**
 * How clients sign in and out, and what they read and change about themselves. The calls belong to no region: a session
 * names that of its agency.
 */

import {
  defaultClientOnboarding,
  type OnboardingToggle,
  onboardingToggles,
} from '@parley/contracts/agency/client-onboarding.ts'
import type { CustomTab } from '@parley/contracts/agency/settings.ts'
import type { agencyAdminEndpoints } from '@parley/contracts/client/agency-admin-endpoints.ts'
import type { clientOpenIdEndpoints } from '@parley/contracts/client/openid-endpoints.ts'
import type { AgencyBrand, clientSignInEndpoints } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { defaultDashboardLayout } from '@parley/contracts/organisation/dashboard-layouts.ts'
import { workspacePermissionNames } from '@parley/contracts/permissions.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { agencyAdminView } from '../agency-admin/agency-admin-view.ts'
import { type AgencyAdmins, noAdminAccess } from '../agency-admin/agency-admins.ts'
import { type Client, client } from '../client.decider.ts'
import type { ClientEmails } from '../client-emails.ts'
import { liveClient } from '../live-client.ts'
import { clientOpenIdHandlers, type FindOpenId, type OpenIdHandlerDeps } from '../openid/openid.handlers.ts'
import type { ProviderClientDeps } from '../openid/provider-client.ts'
import { domainOf } from '../openid/provider-person.ts'
import { clientOnboardingHandlers, type OnboardingRegion } from '../sign-up/onboarding.handlers.ts'
import { type ClientViews, viewerView } from '../view-as/client-views.ts'
import { accessDisabled, type FindOrganisation } from './client-access.ts'
import { clientSession } from './client-session.decider.ts'
import type { ClientPrincipal, ClientSessions } from './client-sessions.ts'
import { deviceNameOf, type FindClient, isThere, type Limits } from './found-client.ts'
import { notFound, own, viewing } from './own-calls.ts'
import type { SignInSecrets } from './sign-in-secrets.ts'

/** What a region has for its clients. */
export type ClientRegion = OnboardingRegion & {
  emails: ClientEmails
  sessions: ClientSessions
  views: Pick<ClientViews, 'end'>
  admins: Pick<AgencyAdmins, 'signIn' | 'end'>
  organisationOf: FindOrganisation
  brandOf(agencyId: string): Promise<AgencyBrand | undefined>
  /** The custom tabs of an agency. */
  tabsOf(agencyId: string): Promise<readonly CustomTab[]>
  agentExists(tenant: string, agentId: string): Promise<boolean>
  /** The ids of all agents of a workspace, once the read models have reached the position `after`. */
  agentIdsOf(tenant: string, after: number): Promise<string[]>
  /** Whether somebody reads what clients write to their agency. */
  isFeedbackRead(agencyId: string): Promise<boolean>
  findClient: FindClient
  /** The OpenID provider of an organisation. */
  openIdOf: FindOpenId
  /** That of the organisation whose people have e-mail addresses at a domain. */
  openIdOfDomain: FindOpenId
  /** Where the pages of an agency are. */
  addressOf(agencyId: string): Promise<string>
  creating: ProviderClientDeps
}

/** The agency that a call means: the one it names, else that of the host that was asked. There, no other is found. */
export type AgencyOf = (
  named: string | undefined,
  call: Pick<Call, 'request'>,
) => Promise<{ brand: AgencyBrand; in: ClientRegion } | undefined>

export type ClientSignInDeps = {
  regions: ReadonlyMap<Region, ClientRegion>
  limits: Limits & {
    /** Called before the secret of an agency is compared. */
    secretTried(call: Pick<Call, 'request'>, agencyId: string): Promise<ReturnType<typeof refuse> | undefined>
    /** Called before the brand of an agency is read: bounds the work alone. */
    brandAsked(call: Pick<Call, 'request'>): Promise<ReturnType<typeof refuse> | undefined>
  }
  secrets: SignInSecrets
  openId: Omit<OpenIdHandlerDeps, 'limits' | 'agencyOf'> & {
    limits: Pick<OpenIdHandlerDeps['limits'], 'openIdTried'>
  }
  verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean>
}

type SpanningHandlers = Omit<
  Handlers<typeof clientSignInEndpoints & typeof clientOpenIdEndpoints & typeof agencyAdminEndpoints>,
  | 'agency.adminSessions'
  | 'agency.endAdminSession'
  | 'rpc.ssoClient'
  | 'rpc.signupWithOTP'
  | 'rpc.validateClientLoginToken'
  | 'clients.createLoginToken'
  | 'clients.viewAs'
>

const wrongCredentials = refuse('wrong-credentials', 'The email or the password is not right.')
const noPasswords = refuse(
  'password-login-disabled',
  'Sign-in by password is disabled here. Please use a login code.',
)
export const onlyByOpenId = refuse(
  'password-login-disabled',
  'Passwords and login codes are off for your organization. Please sign in with your organization.',
)
const keptByProvider = refuse(
  'email-of-organization',
  'Addresses at this domain are kept by an organization. Please ask your organization’s contact.',
  'email',
)
const wrongPassword = refuse('wrong-password', 'The password is not right.', 'password')
const noAgency = refuse('not-found', 'There is no such agency.')

export function clientSignInHandlers(deps: ClientSignInDeps): SpanningHandlers {
  const { regions, limits, secrets } = deps

  return {
    ...clientOnboardingHandlers(regionOf),
    ...clientOpenIdHandlers({
      ...deps.openId,
      limits: { brandAsked: limits.brandAsked, openIdTried: deps.openId.limits.openIdTried },
      agencyOf,
    }),

    async 'clientAuth.agency'(call) {
      const tooMany = await limits.brandAsked(call)
      if (tooMany) return tooMany
      const agency = await agencyOf(call.query.agency, call)
      return agency ? reply(agency.brand) : noAgency
    },

    async 'clientAuth.signIn'(call) {
      const { email, password, agencyId } = call.body
      const tooMany = await limits.passwordTried(call, deviceNameOf(email))
      if (tooMany) return tooMany
      const agency = await agencyOf(agencyId, call)
      const found = agency && (await agency.in.findClient(agencyId, email))
      const claims = secrets.verify(password)
      if (!claims && agency?.brand.settings.disablePasswordLogin) return noPasswords
      const proven = claims
        ? found !== undefined &&
          claims.clientId === found.clientId &&
          claims.agencyId === agencyId &&
          claims.passwordChanges === found.client.passwordChanges
        : await deps.verifyPassword(found?.client.passwordHash, password)
      if (!proven || !found || !agency) return wrongCredentials
      const { clientId } = found
      const { orgId } = found.client
      // Said to those alone who have proven who they are.
      const isOfClient = !claims || claims.method === 'one-time-code'
      if (isOfClient && (await agency.in.openIdOf(agencyId, orgId))?.onlyOpenId) return onlyByOpenId
      const organisation = await agency.in.organisationOf(agencyId, orgId)
      const disabled = accessDisabled(organisation)
      if (disabled) return disabled
      const started = await agency.in.sessions.start(
        { tenant: agencyId, ...found, accessDisabled: organisation?.accessDisabled ?? 0 },
        claims ?? { method: 'password' },
        call,
      )
      if (!started.ok) return started.rejection.code === 'conflict' ? wrongCredentials : started
      const { token, position } = started
      const { region } = agency.brand
      const claimed = { isClient: true as const, clientId, agencyId, region }
      return reply({ ...claimed, token, clientData: { email } }, position)
    },

    async 'clientAuth.signInWithSecret'(call) {
      const { secret, agencyId } = call.body
      const tooMany = await limits.secretTried(call, agencyId)
      if (tooMany) return tooMany
      const agency = await agencyOf(agencyId, call)
      if (!agency) return noAdminAccess
      const started = await agency.in.admins.signIn(agencyId, secret, call)
      if (!started.ok) return started
      const { token, clientId, position } = started
      const { region } = agency.brand
      return reply({ isClient: true as const, clientId, agencyId, region, token }, position)
    },

    async 'clientAuth.signOut'(call) {
      const { principal } = call
      if (principal.kind !== 'client') return notFound
      if (principal.viewer) return viewing
      const { sessionId, clientId, tenant } = principal
      if (principal.agencyAdmin) {
        const of = { sessionId, reason: 'signed-out' } as const
        const ended = await regionOf(principal).admins.end(tenant, of, call)
        return ended.ok ? reply({ success: true }, ended.position) : ended
      }
      const command = { type: 'EndClientSession', sessionId, clientId } as const
      const ended = await regionOf(principal).commands.handle(
        clientSession,
        sessionId,
        command,
        own(call, principal),
      )
      return ended.ok ? reply({ success: true }, ended.position) : ended
    },

    async 'clientAuth.leaveView'(call) {
      const { principal } = call
      if (principal.kind !== 'client' || !principal.viewer) return notFound
      const { viewer } = principal
      const ended = await regionOf(principal).views.end({ ...principal, viewer }, call)
      return ended.ok ? reply({ success: true }, ended.position) : ended
    },

    async 'clientAuth.refresh'({ principal, body, may }) {
      if (principal.kind !== 'client' || (body.clientId ?? principal.clientId) !== principal.clientId)
        return notFound
      const { tenant, clientId, sessionId, region } = principal
      const here = regionOf(principal)
      const permissions = workspacePermissionNames.filter(may)
      const { agencyAdmin } = principal
      if (agencyAdmin) {
        const widgetIDs = await here.agentIdsOf(tenant, -1)
        return reply(agencyAdminView({ ...principal, agencyAdmin }, { permissions, widgetIDs }))
      }
      const found = await liveClient(here.commands, tenant, clientId)
      if (!found) return notFound
      const { emailHash: _, passwordHash: __, passwordChanges: ___, keptSessionId: ____, ...known } = found
      const { openId, ...clientData } = known
      const organisation = await here.organisationOf(tenant, clientData.orgId)
      const existing = await Promise.all(clientData.widgetIDs.map((id) => here.agentExists(tenant, id)))
      const widgetIDs = clientData.widgetIDs.filter((_, nth) => existing[nth])
      const { name = '', squarePhotoURL = '', dashboardLayout = defaultDashboardLayout } = organisation ?? {}
      return reply({
        success: true,
        clientData: {
          ...clientData,
          // Without what the plan leaves out.
          canAccess: [...principal.canAccess],
          ...{ ID: clientId, widgetIDs, hasOpenId: openId !== undefined },
        },
        orgData: { ID: clientData.orgId, name, squarePhotoURL, dashboardLayout },
        ...{ sessionId, region, agencyId: tenant },
        permissions,
        customTabs: tabsFor(clientData.canAccess, await here.tabsOf(tenant)).map(shownTab),
        ...(await onboardingOf(tenant, clientData, here)),
        feedback: await here.isFeedbackRead(tenant),
        ...(principal.viewer && { viewer: viewerView(principal.viewer) }),
      })
    },

    async 'clientAuth.tab'({ principal, params }) {
      if (principal.kind !== 'client') return notFound
      const tabs = tabsFor(principal.canAccess, await regionOf(principal).tabsOf(principal.tenant))
      const tab = tabs.find(({ tabId }) => tabId === params.tabId)
      return tab ? reply(tab) : notFound
    },

    async 'clientAuth.status'(call) {
      const { principal, body } = call
      if (principal.kind !== 'client' || body.clientId !== principal.clientId) return notFound
      if (principal.viewer) return viewing
      const { clientId } = principal
      const command = { type: 'SetClientStatus', clientId, status: body.status } as const
      const handled = await regionOf(principal).commands.handle(
        client,
        clientId,
        command,
        own(call, principal),
      )
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'clientAuth.changePassword'(call) {
      const { principal, body } = call
      if (principal.kind !== 'client') return notFound
      if (principal.viewer) return viewing
      const { tenant, clientId, sessionId } = principal
      const { commands, creating, brandOf, openIdOf } = regionOf(principal)
      const found = await liveClient(commands, tenant, clientId)
      if (!found) return notFound
      if ((await brandOf(tenant))?.settings.disablePasswordLogin) return noPasswords
      if ((await openIdOf(tenant, found.orgId))?.onlyOpenId) return onlyByOpenId
      const tooMany = await limits.passwordTried(call, deviceNameOf(found.email))
      if (tooMany) return tooMany
      const { passwordChanges } = found
      if (!(await deps.verifyPassword(found.passwordHash, body.password))) return wrongPassword
      const passwordHash = await creating.hashPassword(body.newPassword)
      const command = {
        type: 'ChangeOwnPassword',
        ...{ clientId, sessionId, passwordHash, passwordChanges },
      } as const
      const handled = await commands.handle(client, clientId, command, own(call, principal))
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'clientAuth.saveProfile'(call) {
      const { principal, body } = call
      if (principal.kind !== 'client') return notFound
      if (principal.viewer) return viewing
      const { tenant, clientId } = principal
      const { commands, emails, openIdOfDomain } = regionOf(principal)
      const { email, ...settings } = body
      const found = await liveClient(commands, tenant, clientId)
      if (!found) return notFound
      const context = own(call, principal)
      const changesEmail = email !== undefined && emails.hashOf(email) !== found.emailHash
      // Nobody has proven that the address is theirs; its organisation's provider signs in whoever has it.
      if (changesEmail && (await openIdOfDomain(tenant, domainOf(email) ?? ''))) return keptByProvider
      const reserved = changesEmail ? await emails.reserve(email, clientId, context) : undefined
      if (reserved && !reserved.ok) return reserved
      const address = reserved?.address
      const command = { type: 'ChangeClient', clientId, settings, address, bySelf: true } as const
      const handled = await commands.handle(client, clientId, command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }

  async function agencyOf(...[named, { request }]: Parameters<AgencyOf>): ReturnType<AgencyOf> {
    const { agencyHost: at } = request
    const agencyId = named ?? at?.agencyId
    if (agencyId === undefined || !isThere(agencyId, at)) return undefined
    for (const [region, here] of regions) {
      if (at && at.region !== region) continue
      const brand = await here.brandOf(agencyId)
      if (brand) return { brand, in: here }
    }
    return undefined
  }

  function regionOf({ region }: Pick<ClientPrincipal, 'region'>): ClientRegion {
    const found = regions.get(region)
    if (!found) throw new Error(`Region ${region} is not served here`)
    return found
  }
}

type Toggles = Record<OnboardingToggle, boolean>

/** What a client has yet to go through, as its agency wants it by now. */
async function onboardingOf(
  tenant: string,
  { isNewSignup, onboardingState }: Pick<Client, 'isNewSignup' | 'onboardingState'>,
  { signUpOf }: Pick<ClientRegion, 'signUpOf'>,
) {
  if (!isNewSignup || onboardingState.isCompleted) return {}
  const steps = (await signUpOf(tenant))?.clientOnboarding ?? defaultClientOnboarding
  return { onboarding: Object.fromEntries(onboardingToggles.map((name) => [name, steps[name]])) as Toggles }
}

/** The custom tabs that a client may open, in the order of the agency; small and capital letters are the same address. */
function tabsFor(canAccess: readonly string[], tabs: readonly CustomTab[]): CustomTab[] {
  const granted = new Set(canAccess.map((href) => href.toLowerCase()))
  return tabs.filter(({ alwaysVisible, href }) => alwaysVisible || granted.has(href.toLowerCase()))
}

const shownTab = ({ tabId, label, href, iconUrl, desc }: CustomTab) => ({ tabId, label, href, iconUrl, desc })
