/** The ledgers of credits: one of each workspace, and one of each organisation that has credits of its own. */
import { credits } from './credits.decider.ts'

/** Names the ledger of a workspace or, with `organisationId`, of one of its organisations. */
export type LedgerName = { workspaceId: string; organisationId?: string | undefined }

/** The ledger of an organisation; its rules are those of a workspace. */
export const organisationCredits: typeof credits = { ...credits, category: 'orgcredits' }

/** Returns the aggregate and the id of a ledger. The tenant of both is the workspace. */
export function ledgerAt({ workspaceId, organisationId }: LedgerName): readonly [typeof credits, string] {
  return organisationId === undefined ? [credits, workspaceId] : [organisationCredits, organisationId]
}

/** The organisations of an agent whose ledgers may have to do with its replies. */
export type AgentOrganisations = {
  /** The one whose credits pay for its visitors first; undefined if there is none. */
  paying?: string | undefined
  /** Those that were ever given the agent, whose ledgers may have charges of this month. */
  all: readonly string[]
}

export type OrganisationsOf = (workspaceId: string, agentId: string) => Promise<AgentOrganisations>
