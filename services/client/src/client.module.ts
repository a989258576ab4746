/** The clients of an agency. */
import type { PlanPages } from '@parley/contracts/billing/plan-limits.ts'
import { agencyAdminEndpoints } from '@parley/contracts/client/agency-admin-endpoints.ts'
import { agencyAdminEvents } from '@parley/contracts/client/agency-admin-events.ts'
import { clientEndpoints } from '@parley/contracts/client/endpoints.ts'
import { clientEvents, clientSessionEvents, clientViewEvents } from '@parley/contracts/client/events.ts'
import { clientOpenIdEndpoints } from '@parley/contracts/client/openid-endpoints.ts'
import { ownAgentEndpoints } from '@parley/contracts/client/own-agent-endpoints.ts'
import { clientSignInEndpoints } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { WEBHOOKS } from '@parley/contracts/topics.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'
import { agencyAdmin } from './agency-admin/agency-admin.decider.ts'
import { agencyAdminHandlers } from './agency-admin/agency-admin.handlers.ts'
import { type AgencyAdmins, type AgencyAdminsDeps, agencyAdmins } from './agency-admin/agency-admins.ts'
import { type AnsweringClients, answeringClients } from './answering-clients.ts'
import { client } from './client.decider.ts'
import { type ClientDeps, clientHandlers } from './client.handlers.ts'
import { clientEmail } from './client-email.decider.ts'
import { type ClientEmailsDeps, clientEmailKey, clientEmails } from './client-emails.ts'
import { type ClientNotificationsOf, clientNotifications } from './client-notifications.ts'
import { clientPolicies, forgetErased } from './clients.policy.ts'
import { type DeleteClientsDeps, deleteClients } from './delete-clients.policy.ts'
import { clientEmailChangedPolicy, type EmailChangedMail } from './email-changed.policy.ts'
import { liveClient } from './live-client.ts'
import { movedClients } from './moved-clients.ts'
import { clientSubjectOf } from './openid/client-subject.decider.ts'
import type { FindOpenId, OpenIdFlow, OpenIdHandlerDeps } from './openid/openid.handlers.ts'
import type { FindNewClientDefaults } from './openid/provider-client.ts'
import { addUserHandlers } from './organisation-admin/add-user.handlers.ts'
import { type OwnAgentsDeps, ownAgentHandlers } from './own-agents/own-agents.handlers.ts'
import { ownAgentsPolicy } from './own-agents/own-agents.policy.ts'
import { clientPasswordChangedPolicy } from './password-changed.policy.ts'
import { type ReportClients, reportClients } from './report-clients.ts'
import type { FindOrganisation } from './sign-in/client-access.ts'
import { clientSession } from './sign-in/client-session.decider.ts'
import { type ClientSessions, clientSessions } from './sign-in/client-sessions.ts'
import { findClientIn, type Limits } from './sign-in/found-client.ts'
import { type LoginCodeMail, loginCodePolicy } from './sign-in/login-code.policy.ts'
import { type LoginTokenDeps, loginTokenHandlers } from './sign-in/login-token.handlers.ts'
import { loginTokens } from './sign-in/login-tokens.ts'
import { type ClientRegion, type ClientSignInDeps, clientSignInHandlers } from './sign-in/sign-in.handlers.ts'
import { signInLinkPolicy } from './sign-in/sign-in-link.policy.ts'
import { signInLinks } from './sign-in/sign-in-links.ts'
import { signInSecrets } from './sign-in/sign-in-secrets.ts'
import { type SsoDeps, ssoHandlers } from './sign-in/sso.handlers.ts'
import { type OwnOrganisationDeps, ownOrganisationPolicy } from './sign-up/own-organisation.policy.ts'
import { signUpHandlers } from './sign-up/sign-up.handlers.ts'
import { clientView } from './view-as/client-view.decider.ts'
import { type ClientViews, type ClientViewsDeps, clientViews } from './view-as/client-views.ts'
import { viewHandlers } from './view-as/view.handlers.ts'
import { viewLinks } from './view-as/view-links.ts'

type Needs = {
  agencies: {
    initialize: ClientDeps['initializeAgency']
    brandOf: SsoDeps['brandOf']
    clientMailBrand: Parameters<typeof loginCodePolicy>[0]['brandOf']
    ssoSecretOf: LoginTokenDeps['ssoSecretOf']
    tabsOf: ClientRegion['tabsOf']
    signUpOf: ClientRegion['signUpOf']
    addressOf(agencyId: string): Promise<string>
    domainOf: ClientViewsDeps['domainOf']
  } & AgencyAdminsDeps['agencies']
  agents: { exists: ClientDeps['agentExists']; idsOf: ClientRegion['agentIdsOf'] } & OwnAgentsDeps['agents']
  clients: { count: ClientDeps['clientCount']; idsOf: DeleteClientsDeps['clientIdsOf'] }
  feedback: { isRead: ClientRegion['isFeedbackRead'] }
  directory: { commandsOf: ClientEmailsDeps['commandsOf'] }
  mail: { send(mail: LoginCodeMail | EmailChangedMail): Promise<unknown> }
  oneTimeCodes: SsoDeps['codes']
  openIdFlow: OpenIdFlow
  organisations: {
    clientDefaults: FindNewClientDefaults
    ofClients: FindOrganisation
    openIdOf: FindOpenId
    openIdOfDomain: FindOpenId
  }
  ownOrganisations: OwnOrganisationDeps['organisations']
  people: ClientViewsDeps['people']
  personalAgents: { create: ClientRegion['createAgent'] }
  passwords: { hash: ClientDeps['hashPassword']; verify: ClientSignInDeps['verifyPassword'] }
  quotas: { of(tenant: string): Promise<{ clients: number } & PlanPages> }
  signInLimits: ClientSignInDeps['limits'] & LoginTokenDeps['limits'] & OpenIdHandlerDeps['limits'] & Limits
  workspaces: ClientViewsDeps['workspaces'] & AgencyAdminsDeps['workspaces']
}
type Settings = { masterKey: Buffer; publicUrl: string; DOMAINS_PORT: number }
type Scope = ModuleScope<Needs, Settings>

type Provides = {
  agencyAdmins: Pick<AgencyAdmins, 'principalOf'>
  clientSessions: Pick<ClientSessions, 'principalOf' | 'stateOf'>
  clientViews: Pick<ClientViews, 'principalOf'>
  clientNames: {
    /** Undefined for a client that is not live. */
    nameOf(tenant: string, clientId: string): Promise<string | undefined>
    /** The client of a workspace who has an address, in lower case. */
    clientAt(tenant: string, email: string): Promise<string | undefined>
  }
  answeringClients: AnsweringClients
  notifiedClients: ClientNotificationsOf
  reportClients: ReportClients
  movedClients: ReturnType<typeof movedClients>
}

export const clientModule = defineModule({
  name: 'client',
  endpoints: {
    ...{ ...clientEndpoints, ...clientSignInEndpoints, ...clientOpenIdEndpoints },
    ...{ ...ownAgentEndpoints, ...agencyAdminEndpoints },
  },
  aggregates: [agencyAdmin, client, clientEmail, clientSession, clientSubjectOf, clientView],
  audited: { ...clientEvents, ...clientSessionEvents, ...clientViewEvents, ...agencyAdminEvents },
  relays: [{ events: pick(clientEvents, 'ClientCreated'), topics: [WEBHOOKS] }],

  start(scope: Scope) {
    const { config, engines, ports } = scope
    const { commands, keyring, region } = engines
    const { handle, load } = commands
    const { admins, findClient, sessions, views, creating, emails } = partsOf(scope)
    const { addressOf, brandOf } = ports.agencies
    const secrets = signInSecrets(config.masterKey)
    const links = signInLinks(config.masterKey)
    const clientOf = (tenant: string, clientId: string) => liveClient({ load }, tenant, clientId)
    const mails = { send: ports.mail.send, brandOf: ports.agencies.clientMailBrand }
    const access = { commands, organisationOf: ports.organisations.ofClients, planOf: ports.quotas.of }
    const { clientDefaults: organisationDefaults } = ports.organisations
    return {
      policies: [
        ...clientPolicies({ emails, keyring, commands }),
        deleteClients({ handle, clientIdsOf: ports.clients.idsOf }),
        ownAgentsPolicy({ handle }),
        ownOrganisationPolicy({
          load,
          signUpOf: ports.agencies.signUpOf,
          organisations: ports.ownOrganisations,
        }),
        loginCodePolicy({ send: ports.mail.send, brandOf: ports.agencies.clientMailBrand, keyring }),
        clientEmailChangedPolicy({
          ...mails,
          languageOf: async (tenant, clientId) => (await clientOf(tenant, clientId))?.preferredLanguage,
        }),
        clientPasswordChangedPolicy({ ...mails, clientOf }),
        signInLinkPolicy({ ...mails, region, links, addressOf, clientOf }),
      ],
      appended: (events) => forgetErased(engines, events),
      handlers: {
        ...clientHandlers({
          ...creating,
          agentExists: ports.agents.exists,
          organisationDefaults,
        }),
        ...addUserHandlers({ ...creating, organisationDefaults }),
        ...ownAgentHandlers({
          ...{ handle, agents: ports.agents, organisationOf: ports.organisations.ofClients },
        }),
        ...viewHandlers({
          ...{ region, views, limits: ports.signInLimits },
          clientsAddress: `${config.publicUrl}/app/${region}/clients`,
        }),
        ...agencyAdminHandlers({ admins }),
        ...ssoHandlers({
          ...{ region, brandOf, findClient, secrets, openIdOf: ports.organisations.openIdOf },
          ...{ limits: ports.signInLimits, codes: ports.oneTimeCodes },
        }),
        ...loginTokenHandlers({
          ...{ region, commands, limits: ports.signInLimits, brandOf, addressOf, secrets },
          ssoSecretOf: ports.agencies.ssoSecretOf,
          organisationOf: ports.organisations.ofClients,
          tokens: loginTokens(config.masterKey),
          links,
          openIdOf: ports.organisations.openIdOf,
        }),
        ...signUpHandlers({
          ...{ ...creating, region, secrets, limits: ports.signInLimits, codes: ports.oneTimeCodes },
          signUpOf: ports.agencies.signUpOf,
        }),
      },
      provides: {
        agencyAdmins: admins,
        clientSessions: sessions,
        clientViews: views,
        clientNames: {
          nameOf: async (tenant, clientId) => (await liveClient({ load }, tenant, clientId))?.name,
          clientAt: async (tenant, email) => (await findClient(tenant, email))?.clientId,
        },
        answeringClients: answeringClients({ ...access, eventStore: engines.eventStore }),
        movedClients: movedClients(creating),
        notifiedClients: clientNotifications(access),
        reportClients: reportClients(access),
      } satisfies Provides,
    }
  },

  startSpanning(regions: ReadonlyMap<Region, Scope>) {
    const [first] = regions.values()
    if (!first) throw new Error('No region is served here')
    const { config, ports } = first
    return clientSignInHandlers({
      regions: new Map(
        [...regions].map(([region, scope]) => {
          const { agencies, agents, feedback, organisations, personalAgents } = scope.ports
          const { commands } = scope.engines
          const { brandOf, tabsOf, signUpOf, addressOf } = agencies
          const { exists: agentExists, idsOf: agentIdsOf } = agents
          const { ofClients: organisationOf, openIdOf, openIdOfDomain } = organisations
          const { isRead: isFeedbackRead } = feedback
          const { create: createAgent } = personalAgents
          const ports = {
            ...{
              brandOf,
              tabsOf,
              signUpOf,
              agentExists,
              agentIdsOf,
              createAgent,
              isFeedbackRead,
              organisationOf,
            },
            ...{ addressOf, openIdOf, openIdOfDomain },
          }
          return [region, { ...partsOf(scope), commands, ...ports }]
        }),
      ),
      limits: ports.signInLimits,
      secrets: signInSecrets(config.masterKey),
      openId: {
        ...{ masterKey: config.masterKey, publicUrl: config.publicUrl },
        ...{ limits: ports.signInLimits, flow: ports.openIdFlow },
      },
      verifyPassword: ports.passwords.verify,
    })
  },
})

/** What the calls of a region and those without one have in common. */
function partsOf({ config, engines, ports }: Scope) {
  const { commands, region } = engines
  const { people, workspaces } = ports
  const { ofClients: organisationOf } = ports.organisations
  const emails = clientEmails({
    region,
    commandsOf: ports.directory.commandsOf,
    hashKey: clientEmailKey(config.masterKey),
  })
  const { handle, load } = commands
  const findClient = findClientIn({ region, emails, load })
  return {
    emails,
    findClient,
    creating: {
      ...{ handle, load, commands, emails, findClient, hashPassword: ports.passwords.hash },
      clientCount: ports.clients.count,
      inTurn: engines.inTurn,
      initializeAgency: ports.agencies.initialize,
      seatsOf: async (tenant: string) => (await ports.quotas.of(tenant)).clients,
      newClientDefaults: ports.organisations.clientDefaults,
      agentExists: ports.agents.exists,
      hashKey: derivedKey(config.masterKey, 'client openid accounts'),
    },
    admins: agencyAdmins({ region, commands, agencies: ports.agencies, workspaces }),
    sessions: clientSessions({ region, commands, organisationOf, workspaces }),
    views: clientViews({
      ...{ region, commands, organisationOf, masterKey: config.masterKey, people, workspaces },
      ...{
        links: viewLinks(config.masterKey),
        domainOf: ports.agencies.domainOf,
        domainsPort: config.DOMAINS_PORT,
      },
    }),
  }
}
