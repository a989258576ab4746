/** Who of the clients gets the monthly report of its organisation. */
import { defaultClientLanguage, type Language } from '@parley/contracts/languages.ts'
import { type ClientNotifications, tellsThrough } from '@parley/contracts/notification/settings.ts'
import { holds, type Permission, permissionsOnPages } from '@parley/contracts/permissions.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { client } from './client.decider.ts'
import { liveClient } from './live-client.ts'
import { accessDisabled, type FindOrganisation } from './sign-in/client-access.ts'

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

export function reportClients(deps: {
  commands: Pick<CommandHandler, 'load' | 'refresh'>
  organisationOf: FindOrganisation
}): ReportClients {
  const { commands, organisationOf } = deps
  return {
    async find(tenant, clientId) {
      await commands.refresh(client.category, clientId)
      const found = await liveClient(commands, tenant, clientId)
      if (!found || accessDisabled(await organisationOf(tenant, found.orgId))) return undefined
      const { name, email, orgId, canAccess, notificationsSettings, widgetIDs: agentIds } = found
      const { preferredLanguage: language } = found
      const may = (permission: Permission) =>
        holds({ role: 'client', permissions: permissionsOnPages(canAccess) }, permission)
      if (!may('analytics.read') || !takesMail(notificationsSettings)) return undefined
      return { name, email, orgId, agentIds, seesLeads: may('lead.read'), language }
    },

    async languageOf(tenant, clientId) {
      await commands.refresh(client.category, clientId)
      return (await liveClient(commands, tenant, clientId))?.preferredLanguage ?? defaultClientLanguage
    },
  }
}

/** A client that wants nothing by mail gets no report either. */
const takesMail = (notifications: ClientNotifications) => tellsThrough(notifications, 'email')
