/** The organisations of an agency's clients. */
import { organisationEndpoints } from '@parley/contracts/organisation/endpoints.ts'
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import { defaultOrganisationInbox, type TagRules } from '@parley/contracts/organisation/inbox-rules.ts'
import { organisationOpenIdEndpoints } from '@parley/contracts/organisation/openid-endpoints.ts'
import { organisationOpenIdEvents } from '@parley/contracts/organisation/openid-events.ts'
import { ownOrganisationEndpoints } from '@parley/contracts/organisation/own-endpoints.ts'
import { organisationSnapshotEndpoints } from '@parley/contracts/organisation/snapshot/endpoints.ts'
import { organisationSnapshotEvents } from '@parley/contracts/organisation/snapshot/events.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import {
  type OrganisationOpenId,
  organisationOfDomain,
  organisationOpenId,
} from './openid/organisation-openid.decider.ts'
import {
  type OrganisationOpenIdDeps,
  organisationOpenIdHandlers,
} from './openid/organisation-openid.handlers.ts'
import { removeOpenIdPolicy } from './openid/remove-openid.policy.ts'
import { organisation } from './organisation.decider.ts'
import { MOST_ORGANISATIONS, type OrganisationDeps, organisationHandlers } from './organisation.handlers.ts'
import { ownOrganisationHandlers } from './own-organisation.handlers.ts'
import { type OwnOrganisations, ownOrganisations } from './own-organisation.ts'
import { type ExportDeps, exportOrganisations } from './snapshot/export-organisations.policy.ts'
import { type ImportDeps, importOrganisations } from './snapshot/import-organisations.policy.ts'
import { organisationSnapshots } from './snapshot/snapshots.decider.ts'
import { type SnapshotHandlersDeps, snapshotHandlers } from './snapshot/snapshots.handlers.ts'
import { type UndoDeps, undoImports } from './snapshot/undo-imports.policy.ts'

type Needs = {
  agencies: {
    addressOf: OrganisationOpenIdDeps['addressOf']
    initialize: OrganisationDeps['initializeAgency']
  }
  agents: {
    exists: OrganisationDeps['agentExists']
    count(tenant: string): Promise<number>
    moved: ExportDeps['agentOf']
    remove: UndoDeps['deleteAgent']
    document(tenant: string, agentId: string): Promise<{ title?: string | undefined } | undefined>
    createOfSnapshot: ImportDeps['createAgent']
    refuseOfSnapshot: SnapshotHandlersDeps['refuseAgent']
  }
  clients: { count(tenant: string): Promise<number>; idsIn: ExportDeps['clientIdsIn'] }
  credits: { transfer: OrganisationDeps['transferCredits']; closeAccount: OrganisationDeps['closeAccount'] }
  organisations: {
    count: OrganisationDeps['organisationCount']
    clientsIn: OrganisationDeps['clientsIn']
    isNameTaken: SnapshotHandlersDeps['isNameTaken']
  }
  openIdFlow: { examineIssuer: OrganisationOpenIdDeps['examineIssuer'] }
  knowledge: { countSources(tenant: string): Promise<number> }
  movedClients: {
    settingsOf: ExportDeps['clientOf']
    isEmailTaken: SnapshotHandlersDeps['isEmailTaken']
    create: ImportDeps['createClient']
    organisationOf: SnapshotHandlersDeps['organisationOf']
    remove: UndoDeps['deleteClient']
  }
  movedHistory: {
    linesOf: ExportDeps['historyOf']
    importLine: ImportDeps['importHistory']
    removeAll: UndoDeps['eraseHistory']
  }
  movedKnowledge: {
    sourcesOf: ExportDeps['sourcesOf']
    add: ImportDeps['addSource']
    changePassages: ImportDeps['changePassages']
  }
  recent: {
    conversationsOf(tenant: string, agentId: string, of: { most: number; from: string }): Promise<string[]>
  }
  quotas: { of(tenant: string): Promise<{ agents: number; sources: number; clients: number }> }
  temporaryFiles: {
    keep: ExportDeps['keepFile']
    open: ImportDeps['openFile']
    keptUntil: SnapshotHandlersDeps['keptUntil']
  }
}

/** How an organisation signs its people in with its own provider. */
export type FoundOpenId = OrganisationOpenId & { organisationId: string }

export type OrganisationOfClients = {
  name: string
  squarePhotoURL: string
  /** How often the access of its clients was disabled. */
  accessDisabled: number
  /** Present while it is disabled: what its clients are told; empty for the usual words. */
  disabledMessage?: string
}

type Provides = {
  /** Those of clients that signed up by themselves. */
  ownOrganisations: OwnOrganisations
  organisations: {
    /** What new clients of an organisation may see, in which order, and its agents; undefined if it is not live. */
    clientDefaults(
      tenant: string,
      organisationId: string,
    ): Promise<
      | { canAccess: readonly string[]; clientTabOrder: readonly string[]; widgetIDs: readonly string[] }
      | undefined
    >
    /** An organisation as its clients meet it; undefined if it is not live. */
    ofClients(tenant: string, organisationId: string): Promise<OrganisationOfClients | undefined>
    /** The predefined tags of its clients, and whether they may use no others, as they are by now in any process. */
    tagRules(tenant: string, organisationId: string): Promise<TagRules>
    /** Its OpenID provider, as it is by now in any process; undefined if it has none. */
    openIdOf(tenant: string, organisationId: string): Promise<FoundOpenId | undefined>
    /** That of the organisation whose people have e-mail addresses at a domain. */
    openIdOfDomain(tenant: string, domain: string): Promise<FoundOpenId | undefined>
  }
}

/** Without the steps of imports: the audit shows what each of them made. */
const {
  OrganisationImportStepDone: _,
  OrganisationSnapshotProgressed: __,
  ...snapshotsShown
} = organisationSnapshotEvents

const missing = refuse('not-found', 'This organization does not exist.')

export const organisationModule = defineModule({
  name: 'organisation',
  endpoints: {
    ...organisationEndpoints,
    ...ownOrganisationEndpoints,
    ...organisationOpenIdEndpoints,
    ...organisationSnapshotEndpoints,
  },
  aggregates: [organisation, organisationOpenId, organisationSnapshots],
  audited: { ...organisationEvents, ...organisationOpenIdEvents, ...snapshotsShown },

  start({ engines, ports, onFault }: ModuleScope<Needs>) {
    const { handle, load, refresh } = engines.commands
    const { agents, clients, knowledge, movedClients, movedHistory, movedKnowledge } = ports
    const { quotas, temporaryFiles } = ports
    const commands = { handle, load, refresh }
    const openIdsOf = async (tenant: string) => {
      await refresh(organisationOpenId.category, tenant)
      return (await load(organisationOpenId, tenant, tenant))?.state ?? {}
    }
    return {
      policies: [
        removeOpenIdPolicy({ handle }),
        exportOrganisations({
          ...commands,
          agentOf: agents.moved,
          sourcesOf: movedKnowledge.sourcesOf,
          historyOf: movedHistory.linesOf,
          clientIdsIn: clients.idsIn,
          clientOf: movedClients.settingsOf,
          keepFile: temporaryFiles.keep,
        }),
        importOrganisations({
          ...commands,
          openFile: temporaryFiles.open,
          createAgent: agents.createOfSnapshot,
          addSource: movedKnowledge.add,
          changePassages: movedKnowledge.changePassages,
          importHistory: movedHistory.importLine,
          async createOrganisation(organisationId, settings, context) {
            const limit = {
              most: MOST_ORGANISATIONS,
              organisations: await ports.organisations.count(context.tenant),
            }
            const command = { type: 'CreateOrganisation', organisationId, settings, limit } as const
            const handled = await handle(organisation, organisationId, command, context)
            if (handled.ok) await ports.agencies.initialize(context)
            return handled
          },
          async createClient(client, context) {
            await refresh(organisation.category, client.orgId)
            const found = await load(organisation, client.orgId, context.tenant)
            return found?.state.status === 'live' ? movedClients.create(client, context) : missing
          },
        }),
        undoImports({
          ...commands,
          deleteClient: movedClients.remove,
          deleteAgent: agents.remove,
          eraseHistory: movedHistory.removeAll,
          clientsIn: ports.organisations.clientsIn,
          titleOf: async (tenant, agentId) => (await agents.document(tenant, agentId))?.title,
        }),
      ],
      handlers: {
        ...organisationHandlers({
          handle,
          load,
          inTurn: engines.inTurn,
          initializeAgency: ports.agencies.initialize,
          organisationCount: ports.organisations.count,
          clientsIn: ports.organisations.clientsIn,
          agentExists: ports.agents.exists,
          transferCredits: ports.credits.transfer,
          closeAccount: ports.credits.closeAccount,
        }),
        ...ownOrganisationHandlers({ handle }),
        ...organisationOpenIdHandlers({
          ...commands,
          addressOf: ports.agencies.addressOf,
          examineIssuer: ports.openIdFlow.examineIssuer,
        }),
        ...snapshotHandlers({
          ...commands,
          keepFile: temporaryFiles.keep,
          openFile: temporaryFiles.open,
          refuseAgent: agents.refuseOfSnapshot,
          isEmailTaken: movedClients.isEmailTaken,
          isNameTaken: ports.organisations.isNameTaken,
          clientsIn: ports.organisations.clientsIn,
          organisationOf: movedClients.organisationOf,
          hasConversations: async (tenant, agentId, from) =>
            (await ports.recent.conversationsOf(tenant, agentId, { most: 1, from })).length > 0,
          keptUntil: temporaryFiles.keptUntil,
          inTurn: engines.inTurn,
          onFault: (error) => onFault('the file of an import can’t be read', { err: error }),
          closeAccount: ports.credits.closeAccount,
          async roomFor(tenant) {
            const most = await quotas.of(tenant)
            return {
              agents: most.agents - (await agents.count(tenant)),
              sources: most.sources - (await knowledge.countSources(tenant)),
              clients: most.clients - (await clients.count(tenant)),
              organisations: MOST_ORGANISATIONS - (await ports.organisations.count(tenant)),
            }
          },
        }),
      },
      provides: {
        ownOrganisations: ownOrganisations({ handle }),
        organisations: {
          async clientDefaults(tenant, organisationId) {
            const state = (await load(organisation, organisationId, tenant))?.state
            if (state?.status !== 'live') return undefined
            const { defaultClientAccess: canAccess, defaultClientTabOrder, widgetIDs } = state.settings
            const { preferredLanguage } = state.settings
            return { canAccess, clientTabOrder: defaultClientTabOrder, widgetIDs, preferredLanguage }
          },
          async ofClients(tenant, organisationId) {
            const state = (await load(organisation, organisationId, tenant))?.state
            if (state?.status !== 'live') return undefined
            const { name, squarePhotoURL, dashboardLayout, disableClientAccess, disableClientAccessMessage } =
              state.settings
            const { accessDisabled } = state
            const disabled = disableClientAccess ? { disabledMessage: disableClientAccessMessage } : {}
            return { name, squarePhotoURL, dashboardLayout, accessDisabled, ...disabled }
          },
          async tagRules(tenant, organisationId) {
            await refresh(organisation.category, organisationId)
            const state = (await load(organisation, organisationId, tenant))?.state
            return state?.status === 'live' ? state.settings : defaultOrganisationInbox
          },
          async openIdOf(tenant, organisationId) {
            const found = (await openIdsOf(tenant))[organisationId]
            return found && { organisationId, ...found }
          },
          async openIdOfDomain(tenant, domain) {
            const all = await openIdsOf(tenant)
            const organisationId = organisationOfDomain(all, domain)
            const found = organisationId === undefined ? undefined : all[organisationId]
            return organisationId === undefined || !found ? undefined : { organisationId, ...found }
          },
        },
      } satisfies Provides,
    }
  },
})
