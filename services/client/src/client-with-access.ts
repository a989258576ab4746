import { holds, type Permission, permissionsOnPages } from '@parley/contracts/permissions.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { type Client, client } from './client.decider.ts'
import { liveClient } from './live-client.ts'
import { accessDisabled, type FindOrganisation } from './sign-in/client-access.ts'

export type ClientAccessDeps = {
  commands: Pick<CommandHandler, 'load' | 'refresh'>
  organisationOf: FindOrganisation
}

/**
 * A client as the log has it by now, and what its pages let it do. Undefined for whoever is no live client, or one whose
 * organisation has its access disabled.
 */
export async function clientWithAccess(
  { commands, organisationOf }: ClientAccessDeps,
  tenant: string,
  clientId: string,
): Promise<{ found: Client; may(permission: Permission): boolean } | undefined> {
  await commands.refresh(client.category, clientId)
  const found = await liveClient(commands, tenant, clientId)
  if (!found || accessDisabled(await organisationOf(tenant, found.orgId))) return undefined
  const holder = { role: 'client', permissions: permissionsOnPages(found.canAccess) } as const
  return { found, may: (permission) => holds(holder, permission) }
}
