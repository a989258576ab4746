import { type PlanPages, pagesInPlan } from '@parley/contracts/billing/plan-limits.ts'
import { holds, type Permission, permissionsOnPages } from '@parley/contracts/permissions.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Client, client } from './client.decider.ts'
import { liveClient } from './live-client.ts'
import { accessDisabled, type FindOrganisation } from './sign-in/client-access.ts'

export type ClientAccessDeps = {
  commands: Pick<CommandHandler, 'load' | 'refresh'>
  organisationOf: FindOrganisation
  /** What the plan of an agency includes. */
  planOf(tenant: string): Promise<PlanPages>
}

/**
 * A client as the log has it by now, and what its pages let it do. Undefined for whoever is no live client, or one whose
 * organisation has its access disabled.
 */
export async function clientWithAccess(
  { commands, organisationOf, planOf }: ClientAccessDeps,
  tenant: string,
  clientId: string,
): Promise<{ found: Client; may(permission: Permission): boolean } | undefined> {
  await commands.refresh(client.category, clientId)
  const found = await liveClient(commands, tenant, clientId)
  if (!found || accessDisabled(await organisationOf(tenant, found.orgId))) return undefined
  const pages = pagesInPlan(found.canAccess, await planOf(tenant))
  const holder = { role: 'client', permissions: permissionsOnPages(pages) } as const
  return { found, may: (permission) => holds(holder, permission) }
}
