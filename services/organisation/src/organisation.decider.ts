/** An organisation of an agency's clients. Stream `organisation-<id>`; the tenant is the agency's workspace. */

import { isDeepStrictEqual } from 'node:util'
import { defaultClientAccess } from '@parley/contracts/client/pages.ts'
import { defaultClientLanguage } from '@parley/contracts/languages.ts'
import { defaultDashboardLayout } from '@parley/contracts/organisation/dashboard-layouts.ts'
import { type OrganisationEvent, organisationEvents } from '@parley/contracts/organisation/events.ts'
import { defaultOrganisationInbox } from '@parley/contracts/organisation/inbox-rules.ts'
import type { OrganisationSettings } from '@parley/contracts/organisation/settings.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'

export type OrganisationState =
  | { status: 'none' | 'deleted' }
  /** `accessDisabled`: how often the access of its clients was disabled. */
  | { status: 'live'; settings: OrganisationSettings; accessDisabled: number }

export type OrganisationCommand =
  | {
      type: 'CreateOrganisation'
      organisationId: string
      settings: Partial<OrganisationSettings>
      limit: { most: number; organisations: number }
    }
  | { type: 'ChangeOrganisation'; organisationId: string; settings: Partial<OrganisationSettings> }
  /** By what its client answered and created; a name that it was given stays. */
  | { type: 'ExtendOwnOrganisation'; organisationId: string; companyName?: string; agentId?: string }
  | { type: 'DeleteOrganisation'; organisationId: string; clients: number }

/** Part 2 §3, §9. */
const initialSettings: OrganisationSettings = {
  name: 'New Organization',
  squarePhotoURL: '',
  defaultClientAccess: [...defaultClientAccess],
  defaultClientTabOrder: [],
  widgetIDs: [],
  allowBilling: false,
  preferredLanguage: defaultClientLanguage,
  dashboardLayout: defaultDashboardLayout,
  ...defaultOrganisationInbox,
  disableClientAccess: false,
  disableClientAccessMessage: '',
}

const missing = refuse('not-found', 'This organization does not exist.')

/** Refuses with `not-found`, `too-many-organisations` and `organisation-has-clients`. */
export const organisation: Aggregate<OrganisationState, OrganisationCommand, OrganisationEvent> = {
  category: 'organisation',
  events: organisationEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

function decide(command: OrganisationCommand, state: OrganisationState): Decision<OrganisationEvent> {
  const { organisationId } = command
  if (command.type === 'CreateOrganisation') {
    if (state.status !== 'none') return accept()
    const { settings, limit } = command
    if (limit.organisations >= limit.most)
      return refuse('too-many-organisations', `A workspace can have ${limit.most} organizations.`)
    return accept({
      type: 'OrganisationCreated',
      data: { organisationId, ...initialSettings, ...withoutUndefined(settings) },
    })
  }
  if (state.status !== 'live') return missing
  if (command.type === 'DeleteOrganisation') {
    if (command.clients > 0)
      return refuse(
        'organisation-has-clients',
        'This organization still has clients. Move or delete them first.',
      )
    return accept({ type: 'OrganisationDeleted', data: { organisationId, name: state.settings.name } })
  }
  const settings =
    command.type === 'ExtendOwnOrganisation' ? extended(state.settings, command) : command.settings
  const changed = Object.entries(withoutUndefined(settings)).filter(
    ([name, value]) => !isDeepStrictEqual(value, state.settings[name as keyof OrganisationSettings]),
  )
  if (changed.length === 0) return accept()
  return accept({ type: 'OrganisationChanged', data: { organisationId, ...Object.fromEntries(changed) } })
}

function extended(
  { name, widgetIDs }: OrganisationSettings,
  { companyName, agentId }: Extract<OrganisationCommand, { type: 'ExtendOwnOrganisation' }>,
): Partial<OrganisationSettings> {
  return {
    ...(companyName && name === initialSettings.name && { name: companyName }),
    ...(agentId !== undefined && !widgetIDs.includes(agentId) && { widgetIDs: [...widgetIDs, agentId] }),
  }
}

function evolve(state: OrganisationState, event: OrganisationEvent): OrganisationState {
  switch (event.type) {
    case 'OrganisationCreated': {
      const { organisationId: _, ...created } = event.data
      const settings = { ...initialSettings, ...withoutUndefined(created) } as OrganisationSettings
      return { status: 'live', settings, accessDisabled: settings.disableClientAccess ? 1 : 0 }
    }
    case 'OrganisationChanged': {
      if (state.status !== 'live') return state
      const { organisationId: _, ...changed } = event.data
      const settings = { ...state.settings, ...withoutUndefined(changed) } as OrganisationSettings
      const accessDisabled = state.accessDisabled + (changed.disableClientAccess ? 1 : 0)
      return { status: 'live', settings, accessDisabled }
    }
    case 'OrganisationDeleted':
      return { status: 'deleted' }
  }
}
