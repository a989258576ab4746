/** Who of the clients gets the monthly report of its organisation. */
import { defaultClientLanguage, type Language } from '@parley/contracts/languages.ts'
import { type ClientNotifications, tellsThrough } from '@parley/contracts/notification/settings.ts'
import { client } from './client.decider.ts'
import { type ClientAccessDeps, clientWithAccess } from './client-with-access.ts'
import { liveClient } from './live-client.ts'

export type ReportClient = {
  name: string
  email: string
  orgId: string
  /** Those that it has by now; some may have been deleted. */
  agentIds: readonly string[]
  /** Whether it may see leads. */
  seesLeads: boolean
  /** That of its dashboard. */
  language: Language
}

export type ReportClients = {
  /** As the log has it by now; undefined for whoever is no live client with access that may read figures and takes mail. */
  find(tenant: string, clientId: string): Promise<ReportClient | undefined>
  /** Of a client that downloads its report. */
  languageOf(tenant: string, clientId: string): Promise<Language>
}

export function reportClients(deps: ClientAccessDeps): ReportClients {
  const { commands } = deps
  return {
    async find(tenant, clientId) {
      const known = await clientWithAccess(deps, tenant, clientId)
      if (!known?.may('analytics.read') || !takesMail(known.found.notificationsSettings)) return undefined
      const { name, email, orgId, widgetIDs: agentIds, preferredLanguage: language } = known.found
      return { name, email, orgId, agentIds, seesLeads: known.may('lead.read'), language }
    },

    async languageOf(tenant, clientId) {
      await commands.refresh(client.category, clientId)
      return (await liveClient(commands, tenant, clientId))?.preferredLanguage ?? defaultClientLanguage
    },
  }
}

/** A client that wants nothing by mail gets no report either. */
const takesMail = (notifications: ClientNotifications) => tellsThrough(notifications, 'email')
