/** Whether the organisation of a client lets it in (part 2 §6). */
import type { DashboardLayout } from '@parley/contracts/organisation/dashboard-layouts.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'

export type OrganisationOfClients = {
  name: string
  squarePhotoURL: string
  dashboardLayout: DashboardLayout
  /** How often the access of its clients was disabled. */
  accessDisabled: number
  /** Present while it is disabled: what its clients are told; empty for the usual words. */
  disabledMessage?: string
}

export type FindOrganisation = (
  tenant: string,
  organisationId: string,
) => Promise<OrganisationOfClients | undefined>

const USUAL_WORDS = 'Access to this account is disabled.'
export const noAccess = refuse('client-access-disabled', USUAL_WORDS)

/** Refuses with `client-access-disabled` and the message for clients while their access is disabled. */
export function accessDisabled(organisation: OrganisationOfClients | undefined) {
  const message = organisation?.disabledMessage
  return message === undefined ? undefined : refuse('client-access-disabled', message || USUAL_WORDS)
}
