/** The read models of workspaces. */
import type { PlanLimits } from '@parley/contracts/billing/plan-limits.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { accessTokensProjection } from './access-tokens/access-tokens.projection.ts'
import { type AccessTokenQueriesDeps, accessTokenQueries } from './access-tokens/access-tokens.queries.ts'
import { bearersProjection } from './bearers/bearers.projection.ts'
import { returnedMailOf } from './bounces/returned-mail.ts'
import { membershipsProjection } from './memberships/memberships.projection.ts'
import { type WorkspacesOfDeps, workspacesOf } from './memberships/memberships.queries.ts'
import {
  type WorkspaceExportDeps,
  workspaceExportQueries,
} from './workspace-export/workspace-export.queries.ts'
import { type MemberQueriesDeps, memberQueries } from './workspaces/members.queries.ts'
import { planLimitsQueries } from './workspaces/plan-limits.queries.ts'
import { workspacesProjection } from './workspaces/workspaces.projection.ts'
import { type WorkspaceQueriesDeps, workspaceQueries } from './workspaces/workspaces.queries.ts'

type Needs = {
  bounces: { addressIdOf(tenant: string, email: string): string }
  agents: { whole: WorkspaceExportDeps['agentOf']; count(tenant: string): Promise<number> }
  credits: { usedInMonth(workspaceId: string): Promise<number> }
  knowledge: { charactersOf(tenant: string): Promise<number> }
  people: { nameOf: WorkspaceQueriesDeps['nameOf']; profileOf: MemberQueriesDeps['profileOf'] }
  quotas: { of(tenant: string): Promise<PlanLimits & { agents: number; seats: number }> }
  workspaces: {
    personalOf: WorkspacesOfDeps['personalWorkspace']
    membershipOf: WorkspacesOfDeps['membershipOf']
    may: WorkspaceQueriesDeps['may']
    tokensAtPresent: AccessTokenQueriesDeps['tokensAtPresent']
  }
}

export const workspaceReadModels = defineModule({
  name: 'workspace read models',
  projections: [workspacesProjection, membershipsProjection, bearersProjection, accessTokensProjection],

  start: ({ config, reader, ports }: ModuleScope<Needs, { WORKSPACE_DELETION_DAYS: number }>) => ({
    handlers: {
      ...workspaceQueries({ reader, nameOf: ports.people.nameOf, may: ports.workspaces.may }),
      ...planLimitsQueries({
        limitsOf: ports.quotas.of,
        used: {
          agents: ports.agents.count,
          knowledgeCharacters: ports.knowledge.charactersOf,
          monthlyCredits: ports.credits.usedInMonth,
        },
      }),
      ...accessTokenQueries({
        reader,
        nameOf: ports.people.nameOf,
        tokensAtPresent: ports.workspaces.tokensAtPresent,
      }),
      ...workspaceExportQueries({
        reader,
        profileOf: ports.people.profileOf,
        agentOf: ports.agents.whole,
        graceDays: config.WORKSPACE_DELETION_DAYS,
      }),
      ...memberQueries({
        reader,
        profileOf: ports.people.profileOf,
        seatsOf: async (tenant) => (await ports.quotas.of(tenant)).seats,
        may: ports.workspaces.may,
        returnedMailOf: returnedMailOf(reader, (tenant, email) => ports.bounces.addressIdOf(tenant, email)),
      }),
    },
    provides: {
      workspaces: {
        /** The workspaces that a person belongs to. */
        of: workspacesOf({
          reader,
          personalWorkspace: ports.workspaces.personalOf,
          membershipOf: ports.workspaces.membershipOf,
        }),
      },
    },
  }),
})
